import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from '@lectern/contract/route';
import { features } from '@lectern/server/main/features';

const folder = join(import.meta.dirname, '../web/src/app');

/** A route's tag, with its attributes, or the end of one. */
const tag = /<Route\b((?:[^<>]|<\w+[^<>]*\/>)*?)(\/?)>|<\/Route>/g;

/** A route of the web app: its path with those of the routes around it, and whether it shows a page of its own. */
type AppRoute = { path: string[]; isPage: boolean };

function routesIn(source: string): AppRoute[] {
  const around: string[] = [];
  return [...source.matchAll(tag)].flatMap(([, attributes, isLeaf]) => {
    if (attributes === undefined) {
      around.pop();
      return [];
    }
    const path = /\bpath="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const whole = [...around, path].flatMap((each) => each.split('/')).filter(Boolean);
    if (!isLeaf) around.push(path);
    return [{ path: whole, isPage: Boolean(isLeaf) && !attributes.includes('<Navigate') }];
  });
}

async function routesOfApp(): Promise<AppRoute[]> {
  const [top = [], app = [], admin = []] = await Promise.all(
    ['main.tsx', 'app-routes.tsx', 'admin-routes.tsx'].map(async (name) =>
      routesIn(await readFile(join(folder, name), 'utf8')),
    ),
  );
  const ofAdmin = admin.map(({ path, isPage }) => ({ path: ['admin', ...path], isPage }));
  return [...top, ...app, ...ofAdmin].filter(({ path }) => path.at(-1) !== '*');
}

/** The path of each route of the web app, also of those that lead on to another one. */
export async function pathsOfApp(): Promise<string[]> {
  return [...new Set((await routesOfApp()).map(({ path }) => `/${path.join('/')}`))];
}

/** Whether the server draws a page there: no file, and nothing that is asked for by a program. */
const isDrawn = ({ method, path, work, reply }: Route): boolean =>
  method === 'GET' && work === 'page' && reply === 'stream' && /^\/(?:portal|s)(?:\/:\w+)+$/.test(path);

/** The address of each page, with names for its parameters: those of the web app, and those the server draws. */
export async function patternsOfPages(): Promise<string[]> {
  const ofApp = (await routesOfApp()).filter(({ isPage }) => isPage).map(({ path }) => `/${path.join('/')}`);
  const drawn = features.flatMap(({ routes }) => Object.values<Route>(routes)).filter(isDrawn);
  return [...ofApp, ...drawn.map(({ path }) => path)];
}

/** With what stands in an address for its parameters, and without those that may be absent. */
const examplesOf = (path: readonly string[]): string[][] => {
  const whole = path.map((each) => each.replace(/^:.*/, 'nonsense'));
  return path.at(-1)?.endsWith('?') ? [whole, whole.slice(0, -1)] : [whole];
};

/** Returns a URL for every route and its parents, with and without a trailing slash, plus an unknown URL below each. */
export async function listRouteUrls(): Promise<string[]> {
  const routes = (await routesOfApp()).flatMap(({ path }) => examplesOf(path));
  const parents = routes.flatMap((path) => path.map((_, length) => path.slice(0, length)));
  const nowhere = parents.map((path) => [...path, 'no', 'such', 'page']);
  const addresses = [...routes, ...nowhere].map((path) => `/${path.join('/')}`);
  const above = parents.flatMap((path) => [`/${path.join('/')}`, `/${[...path, ''].join('/')}`]);
  return [...new Set([...addresses, ...above])].toSorted();
}
