import { basename, dirname, join } from 'node:path';
import { sortByDependencies, readSources, type SourceFile } from './sources.ts';

/**
 * Checks architecture rules by folder names alone: import directions, cycles, table owners, file length and others. It
 * needs no list of files, features or tables.
 */
const root = join(import.meta.dirname, '..');
const maximumLines = 400;
const drawers = /^(utils?|helpers?|common|misc|base|managers?|lib|shared)$/;

/** Where a file stands: its workspace, its layer, and within `features` and `ports` its own room. */
type Place = { workspace: string; layer: string; room: string; file: string };

function placeOf(path: string): Place {
  const [workspace = '', top = '', layer = '', room = ''] = path.split('/');
  return { workspace, layer: top === 'src' ? layer : top, room, file: basename(path) };
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith('server/test/');

/**
 * Lists the imports allowed for each workspace besides itself. Tools are outside the product and may import all of it.
 */
const workspaces: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  chaptering: [],
  server: ['contract', 'chaptering'],
  web: ['contract'],
};

/**
 * Lists the imports allowed for each layer. A layer may import itself, except between the folders of `features` and
 * `ports`.
 */
const layers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  server: {
    main: ['features', 'ports', 'platform'],
    features: ['platform'],
    platform: [],
    ports: ['platform'],
  },
  web: {
    app: ['pages', 'features', 'session', 'player', 'portal', 'ui'],
    pages: ['features', 'session', 'player', 'portal', 'ui'],
    features: ['session', 'player', 'ui'],
    portal: ['player', 'ui'],
    player: ['ui'],
    session: ['ui'],
    ui: [],
  },
};

/** Why an import may not be, or undefined. */
function forbidden(from: string, to: string): string | undefined {
  const a = placeOf(from);
  const b = placeOf(to);
  if (a.workspace !== b.workspace) {
    const allowed = workspaces[a.workspace];
    return allowed && !allowed.includes(b.workspace) ? `${a.workspace} may not import ${b.workspace}` : undefined;
  }
  const rules = layers[a.workspace];
  // Build configuration is beside the sources of its workspace.
  if (!rules || a.file.endsWith('.config.ts')) return undefined;
  const allowed = rules[a.layer];
  if (!allowed) return `${a.workspace}/src/${a.layer} is no layer of the architecture`;
  if (a.layer === 'features' && b.layer === 'features') {
    if (b.file === 'store.ts' && dirname(from) !== dirname(to)) return 'a store is imported only within its folder';
    return a.workspace === 'web' && a.room !== b.room ? 'a panel may not import another feature' : undefined;
  }
  if (
    b.layer === 'ports' &&
    (a.layer === 'features' || a.layer === 'platform' || a.room !== b.room) &&
    a.layer !== 'main'
  )
    return b.file === 'port.ts' ? undefined : 'only main and the port itself may import an adapter';
  return a.layer === b.layer || allowed.includes(b.layer) ? undefined : `${a.layer} may not import ${b.layer}`;
}

/** The first ring of imports, types included: none of its files is understood without the others. */
function cycleIn(files: ReadonlyMap<string, SourceFile>): string[] | undefined {
  const found = sortByDependencies(new Map([...files.values()].map(({ path, imports }) => [path, imports])));
  return 'ring' in found ? found.ring : undefined;
}

/** The features of the server in an order in which none needs a later one, or the ring that allows none. */
function orderOfFeatures(sources: Iterable<SourceFile>): { order: string[] } | { ring: string[] } {
  const needs = new Map<string, Map<string, string>>();
  for (const { path, imports } of sources) {
    const { workspace, layer, room } = placeOf(path);
    if (workspace !== 'server' || layer !== 'features' || isTest(path)) continue;
    const own = needs.get(room) ?? new Map<string, string>();
    needs.set(room, own);
    for (const target of imports) {
      const other = placeOf(target);
      if (other.workspace === 'server' && other.layer === 'features' && other.room !== room)
        own.set(other.room, `${path} -> ${target}`);
    }
  }
  const sorted = [...needs].toSorted(([a], [b]) => a.localeCompare(b));
  const found = sortByDependencies(new Map(sorted.map(([room, others]) => [room, [...others.keys()].toSorted()])));
  if ('order' in found) return found;
  return { ring: found.ring.slice(1).map((to, n) => needs.get(found.ring[n]!)!.get(to)!) };
}

const writing =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)|\binsert into (\w+)|\bdelete from (\w+)|\bupdate (\w+)\s+(?:as \w+\s+)?set\b/g;

/** Maps each table to its writers: a feature or a server layer. Reads and migrations do not count. */
function writersOf(sources: Iterable<SourceFile>): Map<string, Map<string, string>> {
  const tables = new Map<string, Map<string, string>>();
  for (const { path, text } of sources) {
    const { workspace, layer } = placeOf(path);
    if (workspace !== 'server' || !path.startsWith('server/src/') || isTest(path)) continue;
    const owner = layer === 'features' ? dirname(path) : layer;
    for (const [, ...names] of text.matchAll(writing)) {
      const table = names.find((name) => name !== undefined)!;
      tables.set(table, (tables.get(table) ?? new Map<string, string>()).set(owner, path));
    }
  }
  return tables;
}

/**
 * An assertion of all items that holds where there are none: neither their number nor anything else is asked with it.
 */
const ofNothing = /\bok\((?:(?!&&|;|=>)[\s\S])*?\.every\(/;
/**
 * `open(path).catch(() => …)`: whatever has failed, a disk or a shortage of descriptors, it goes on as without a file.
 */
const anyFailure = /\b(?:open|stat|lstat|readFile|readdir)\((?:[^()]|\([^()]*\))*\)\s*\.catch\(\s*\(\) =>(?!\s*\{)/;
/** `shell` as an option, and what Node starts by a shell whatever its options say. */
const throughShell =
  /\bshell: (?!false\b)|\b(?:exec|execSync)\b[^;]*?\bfrom ['"](?:node:)?child_process['"]|\bchild_process\.exec(?:Sync)?\(/;

/** A text of any length in a schema; settings alone, which the operator writes, have it. */
const anyText = /\bz\s*\.\s*string\(\)/;

/** A part of the web app that is fetched whether or not its server is there: browsers never ask again for what failed. */
const bareImport = /(?<!\b(?:chunk|awaitChunk|lazyPart|lazyPage)(?:<\w+>)?\(\s*\(\) =>\s*)\bimport\(/g;

/** All columns of several rows: a column that is added, and whatever stands in it, comes with each of them. */
const wholeRows = /\b(?:selectAll|returningAll)\([^)]*\)(?!(?:(?!\.execute)[^;])*\.executeTakeFirst)/g;
/** The line above a place in a text. */
const lineAbove = (text: string, at: number): string => text.slice(0, at).split('\n').at(-2) ?? '';

/** Features whose tables have rows of a person; those of all others belong to a workspace. */
const ofPersons = /^server\/src\/features\/(?:accounts|operations\/(?:admin|feedback))\//;

const wrong: string[] = [];
const sources = readSources(root);

for (const { path, text, imports } of sources.values()) {
  for (const target of imports) {
    const why = isTest(path) ? undefined : forbidden(path, target);
    if (why) wrong.push(`${path} -> ${target}: ${why}`);
    if (!isTest(path) && isTest(target) && !/^(e2e|bench|scripts)\//.test(path))
      wrong.push(`${path} -> ${target}: the product may not import its tests`);
  }
  const lines = text.split('\n').length - 1;
  if (lines > maximumLines) wrong.push(`${path}: ${lines} lines, the limit is ${maximumLines}`);
  if (
    /^(?:contract|chaptering|server|web)\/src\//.test(path) &&
    /^export (?:type )?(?:\{[^}]*\}|\*[^;]*) from/m.test(text)
  )
    wrong.push(`${path}: no re-exports, import from where it is`);
  if (/^index\.tsx?$/.test(basename(path))) wrong.push(`${path}: no barrels, name the file after what is in it`);
  const drawer = path
    .replace(/\.[^/]*$/, '')
    .split('/')
    .find((part) => drawers.test(part));
  if (drawer) wrong.push(`${path}: "${drawer}" is a drawer, name it after what is in it`);
  if (isTest(path) && ofNothing.test(text))
    wrong.push(
      `${path}: every() is true of nothing; say assertEvery (server/test/assert-every.ts), or how many there are`,
    );
  if (isTest(path) && /^\/\/ full:?\s*$/m.test(text))
    wrong.push(`${path}: say why the gate leaves it out (// full: WHY)`);
  const product = /^(contract|chaptering|server|web)\/src\//.test(path) && !isTest(path);
  if (product && path !== 'server/src/main/config.ts' && /\bprocess\.env\b/.test(text))
    wrong.push(`${path}: only server/src/main/config.ts reads process.env`);
  if (
    product &&
    path.startsWith('web/src/') &&
    [...text.matchAll(bareImport)].some(({ index }) => !/\/\/ already there: \S/.test(lineAbove(text, index)))
  )
    wrong.push(`${path}: a part is fetched by chunk, awaitChunk, lazyPart or lazyPage, once the server is there`);
  if (product && anyFailure.test(text))
    wrong.push(`${path}: a look at a file that fails is not one that is not there, catch by unlessMissing`);
  if (product && [...text.matchAll(wholeRows)].some(({ index }) => !/\/\/ whole rows: \S/.test(lineAbove(text, index))))
    wrong.push(
      `${path}: a list names its columns, or the line above says why it reads all of them (// whole rows: WHY)`,
    );
  if (product && path.startsWith('server/src/features/') && !ofPersons.test(path)) {
    if ([...text.matchAll(/\buser_id\b/g)].some(({ index }) => !/\/\/ a person's: \S/.test(lineAbove(text, index))))
      wrong.push(
        `${path}: rows belong to a workspace (workspace_id), or the line above says whose (// a person's: WHOSE)`,
      );
    if (/\bContext<'(?:member|active)'>/.test(text) && /\bvideoById\b/.test(text))
      wrong.push(`${path}: who calls gets a recording of their workspace alone (ownVideo, findVideo)`);
  }
  if (product && !path.startsWith('server/src/main/') && path !== 'contract/src/text.ts' && anyText.test(text))
    wrong.push(`${path}: a text has a length (boundedText), or is one of ours that goes out (sentText)`);
  if (product && throughShell.test(text))
    wrong.push(`${path}: a program gets a list of arguments, and no shell that reads them (execFile, spawn)`);
  if (path.startsWith('chaptering/src/') && !isTest(path) && /from ['"]node:/.test(text))
    wrong.push(`${path}: the chaptering engine is pure, it may not import Node's modules`);
  if (product && /\.msg\s*[!=]==|[!=]==\s*problems\.|problems\.\w+\.text\s*[!=]==/.test(text))
    wrong.push(`${path}: failures are told apart by their codes (hasErrorCode), their wording changes`);
  if (product && path !== 'web/src/ui/local-storage.ts' && /\blocalStorage\b/.test(text))
    wrong.push(
      `${path}: only web/src/ui/local-storage.ts reads and writes local storage, whatever the browser says to that`,
    );
}
const ring = cycleIn(sources);
if (ring) wrong.push(`cycle: ${ring.join(' -> ')}`);
const features = orderOfFeatures(sources.values());
if ('ring' in features) wrong.push(`circle of features:\n  ${features.ring.join('\n  ')}`);
for (const [table, writers] of writersOf(sources.values()))
  if (writers.size > 1) wrong.push(`the table ${table} has more than one owner: ${[...writers.values()].join(', ')}`);

for (const line of wrong) console.error(line);
if (wrong.length === 0) {
  console.log(`${sources.size} files keep to the architecture.`);
  if (process.argv.includes('--order') && 'order' in features) console.log(features.order.join('\n'));
}
process.exitCode = wrong.length === 0 ? 0 : 1;
