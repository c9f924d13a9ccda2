import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Change } from './change.ts';

const project = join(import.meta.dirname, '../..');

/** What is made, fetched or kept, and no source. */
const notSource =
  /(?:^|\/)(?:node_modules|dist|dist-portal|\.cache)$|^(?:data|release|screens|scripts\/fuzz\/found|\.git|\.env)$/;

/** A copy of the project somebody may change, with what is installed there. */
export type Copy = AsyncDisposable & {
  root: string;
  /** Makes the changes. */
  apply(changes: readonly Change[]): Promise<void>;
  /** Runs a program of the project in it, and fails with all it printed when that fails. */
  run(program: string, ...args: readonly string[]): Promise<void>;
};

/** Everything that is installed, by reference, but the workspaces, which are those of the copy. */
async function install(root: string, folder: string): Promise<void> {
  await mkdir(join(root, folder, '@lectern'), { recursive: true });
  for (const name of await readdir(join(project, folder)))
    if (name !== '@lectern' && name !== '.cache') await symlink(join(project, folder, name), join(root, folder, name));
}

export async function copyProject(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-recipes-'));
  await cp(project, root, { recursive: true, filter: (path) => !notSource.test(relative(project, path)) });
  await install(root, 'node_modules');
  await install(root, 'server/node_modules');
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const name of workspaces) await symlink(join(root, name), join(root, 'node_modules/@lectern', name));
  const bin = join(root, 'node_modules/.bin');
  // Else Node takes the tests that are run in the copy for a part of this one, and runs none.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return {
    root,
    async apply(changes) {
      for (const change of changes) {
        const path = join(root, change.path);
        if ('text' in change) {
          await writeFile(path, change.text, { flag: 'wx' });
          continue;
        }
        const [before, after, ...more] = (await readFile(path, 'utf8')).split(change.after);
        const once = after !== undefined && more.length === 0;
        assert.ok(once, `${change.path} has this not exactly once, mend the example of the recipe: ${change.after}`);
        await writeFile(path, before + change.after + change.add + after);
      }
    },
    async run(program, ...args) {
      const child = spawn(join(bin, program), args, {
        cwd: root,
        env: { ...env, PATH: `${bin}${delimiter}${env.PATH}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
      const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
      assert.equal(code, 0, `${program} ${args.join(' ')}:\n${out}${err}`);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
