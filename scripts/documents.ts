import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { settings } from '../server/src/main/config.ts';

/**
 * Checks references in documents: links, anchors, repository paths, decision numbers, `npm run` names and settings.
 * Exits 1 and prints a line for each broken one.
 */
const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', '{docs,decisions,deploy,records,server/models}/**/*.md'], { cwd: root }).map(
  (path) => path.replaceAll('\\', '/'),
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const decisions = new Set(globSync('*.md', { cwd: join(root, 'decisions') }).map((name) => name.slice(0, 4)));

/** Variables that other programs read, or the tests. */
const foreign =
  /^(?:LECTERN_(?:TEST_|URL$|KEY$)|NODE_|HTTPS?_PROXY$|OLLAMA_|OTEL_|SPEAKER_|POSTGRES_|PGDATA$|AWS_|PARTIAL_|NOTIFY_URL$|WEBHOOK_SECRET$|[A-Z0-9]+_VERSION$)/;

/** Tops of the repository below which a path in code type is meant to exist. */
const tops = /^(?:contract|client|chaptering|server|web|e2e|bench|scripts|docs|decisions|sample|deploy|records|\.ci)\//;

/** As GitHub makes them of headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchorsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)));

function brokenLink(from: string, target: string): string | undefined {
  if (/^(?:https?|mailto):/.test(target)) return undefined;
  const [path = '', anchor] = decodeURIComponent(target).split('#');
  const file = path === '' ? from : normalize(join(dirname(from), path)).replaceAll('\\', '/');
  if (!existsSync(join(root, file))) return `the link ${target} leads nowhere`;
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return anchorsOf(readFileSync(join(root, file), 'utf8')).has(anchor)
    ? undefined
    : `${file} has no heading #${anchor}`;
}

/** Text in code type is a path: a file of that name or matching the pattern must exist. */
function brokenPath(code: string): string | undefined {
  if (!tops.test(code) || /[\s<>…]|\.\.\.|NNNN|VERSION/.test(code)) return undefined;
  const path = code.replace(/(?::\d+)?$/, '').replace(/\/$/, '');
  const found =
    existsSync(join(root, path)) ||
    // A module is named without its ending, a decision by its number, several files by a pattern.
    globSync([`${path}.*`, `${path}-*`, ...(/[*{]/.test(path) ? [path] : [])], { cwd: root }).length > 0;
  // Build output does not exist before a build.
  return found || /^(?:web\/dist|scripts\/fuzz\/found)/.test(path) ? undefined : `there is no ${code}`;
}

const wrong: string[] = [];
for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8');
  const say = (what: string | undefined): void => {
    if (what !== undefined) wrong.push(`${document}: ${what}`);
  };
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) say(brokenLink(document, target!));
  for (const [, code] of prose.matchAll(/`([^`\n]+)`/g)) {
    say(brokenPath(code!));
    for (const [name] of code!.matchAll(/(?<![\w/.$-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w(])/g))
      if (!(name in settings) && !foreign.test(name)) say(`there is no setting ${name}`);
  }
  for (const [, name] of text.matchAll(/npm run (?:-s )?([a-z][\w-]*)/g))
    if (!Object.hasOwn(scripts, name!)) say(`there is no \`npm run ${name}\``);
  for (const [, number] of text.matchAll(/decisions\/(\d{4})/g))
    if (!decisions.has(number!)) say(`there is no decision ${number}`);
}
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
for (const name of globSync('*.sql', { cwd: join(root, 'server/migrations') }))
  if (/^-- Ends older programs:/m.test(readFileSync(join(root, 'server/migrations', name), 'utf8')))
    if (!changelog.includes(name.slice(0, 4))) wrong.push(`CHANGELOG.md: ${name} ends older programs and is not named`);
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
