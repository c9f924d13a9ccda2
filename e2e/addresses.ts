import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../web/src/app');

/** A route's tag, with its attributes, or the end of one. */
const tag = /<Route\b((?:[^<>]|<\w+[^<>]*\/>)*?)(\/?)>|<\/Route>/g;

/** The paths of a table of routes as they stand in its source, each with those of the routes around it. */
function pathsIn(source: string): string[][] {
  const around: string[] = [];
  return [...source.matchAll(tag)].flatMap(([, attributes, isLeaf]) => {
    if (attributes === undefined) {
      around.pop();
      return [];
    }
    const path = /\bpath="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const whole = [...around, path].flatMap((each) => each.split('/')).filter(Boolean);
    if (!isLeaf) around.push(path);
    return [whole];
  });
}

/** With what stands in an address for its parameters, and without those that may be absent. */
const examplesOf = (path: readonly string[]): string[][] => {
  const whole = path.map((each) => each.replace(/^:.*/, 'nonsense'));
  return path.at(-1)?.endsWith('?') ? [whole, whole.slice(0, -1)] : [whole];
};

/**
 * An address of every route of the web app and of everything above one, with and without a slash at its end, and below
 * each of those one that leads nowhere.
 */
export async function addressesOfRoutes(): Promise<string[]> {
  const [top = [], app = [], admin = []] = await Promise.all(
    ['router.tsx', 'app-routes.tsx', 'admin-routes.tsx'].map(async (name) =>
      pathsIn(await readFile(join(folder, name), 'utf8')),
    ),
  );
  const routes = [...top, ...app, ...admin.map((path) => ['admin', ...path])]
    .filter((path) => path.at(-1) !== '*')
    .flatMap(examplesOf);
  const parents = routes.flatMap((path) => path.map((_, length) => path.slice(0, length)));
  const nowhere = parents.map((path) => [...path, 'no', 'such', 'page']);
  const addresses = [...routes, ...nowhere].map((path) => `/${path.join('/')}`);
  const above = parents.flatMap((path) => [`/${path.join('/')}`, `/${[...path, ''].join('/')}`]);
  return [...new Set([...addresses, ...above])].toSorted();
}
