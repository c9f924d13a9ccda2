import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * `npm run check [-- WORD …]`: runs all static checks at once, in seconds, or only the checks whose name contains one
 * of the words.
 */
const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');

/** All checks run beside each other: a second checker of types only does again what the first does. */
const alone = ['--checkers', '1'];

const checks: Readonly<Record<string, readonly string[]>> = {
  'types of the server and tools': ['tsc', '-p', 'tsconfig.json', ...alone],
  'types of the web app': ['tsc', '-p', 'web/tsconfig.json', ...alone],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check', 'contract', 'client', 'chaptering', 'server', 'web', 'e2e', 'bench', 'scripts'],
  architecture: ['node', 'scripts/arrows.ts'],
  'dead code': ['knip', '--no-progress'],
  'bundle sizes': ['node', 'scripts/bundle-sizes.ts'],
  documents: ['node', 'scripts/documents.ts'],
  'security document': ['node', 'scripts/security-document.ts'],
  names: ['node', 'scripts/names.ts'],
  'client of the API': ['node', 'client/write-types.ts', '--check'],
  '.env.example': ['node', 'scripts/write-env-example.ts', '--check'],
};

async function run(name: string, [program, ...args]: readonly string[]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(join(bin, program!), args, {
    cwd: root,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (code !== 0) console.log(`${out}${err}`.trimEnd());
  return code === 0;
}

const words = process.argv.slice(2);
const wanted = Object.entries(checks).filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
);
const results = await Promise.all(wanted.map(([name, command]) => run(name, command)));
process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
