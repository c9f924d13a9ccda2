import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guide = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');

/** What CONTRIBUTING.md says under a heading. */
function section(heading: string): string {
  const [, text] = guide.split(`\n## ${heading}\n`);
  if (text === undefined) throw new Error(`CONTRIBUTING.md has no heading “${heading}”.`);
  return text.split('\n## ')[0]!;
}

/** `<feature>` stands for any name. */
const asPattern = (place: string): RegExp =>
  new RegExp(`^${place.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '[\\w-]+')}$`);

/** Of these paths those that a recipe does not name in code type. */
export function unnamed(heading: string, paths: readonly string[]): string[] {
  const named = [...section(heading).matchAll(/`([\w./<>-]+\/[\w./<>-]*|\.[\w.]+)`/g)].map(([, place]) =>
    asPattern(place!),
  );
  return [...new Set(paths)].filter((path) => !named.some((pattern) => pattern.test(path)));
}

/** The scripts a recipe has people run, as arguments of Node. */
export function scriptsOf(heading: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return [...section(heading).matchAll(/npm run (\w+)/g)].map(([, name]) => scripts[name!]!.replace(/^node /, ''));
}
