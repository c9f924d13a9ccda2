import { execFileSync } from 'node:child_process';
import { readSources, type SourceFile } from '../sources.ts';

/** Test files that nearly all others import to sign up and to upload: they say nothing about what a test is about. */
const bystanders = /^server\/test\/(?:member|upload|account-tools|describe-[\w-]+)\.ts$/;

/** Puts the whole product together: followed, it would lead every test everywhere. */
const assembly = /^server\/src\/main\//;

/**
 * Returns test files that changed or reach changes since `base` (default: where this branch left main), by imports,
 * feature folder, called routes, or `web` for browser tests.
 */
export function findTouched(root: string, tests: readonly string[], base = findBase(root)): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return findReaching(root, tests, new Set(changed));
}

/** The test files whose imports reach one of these files. */
export function findReaching(root: string, tests: readonly string[], files: ReadonlySet<string>): string[] {
  const sources = readSources(root);
  const isWeb = [...files].some((path) => /^web\/(?!.*\.test\.tsx?$)/.test(path));
  return tests.filter(
    (test) =>
      (isWeb && test.startsWith('e2e/journeys/')) || [...reachOf(test, sources)].some((path) => files.has(path)),
  );
}

function findBase(root: string): string {
  for (const main of ['origin/main', 'main'])
    try {
      return execFileSync('git', ['merge-base', 'HEAD', main], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      // There is no such branch here.
    }
  return 'HEAD';
}

const isProduct = (path: string): boolean =>
  /^(?:contract|client|chaptering|server|web)\/src\//.test(path) && !path.endsWith('.test.ts');

/** The places of the feature that a contract describes, or of the folder that a server test stands in. */
function featureOf(path: string): string[] {
  const [, room, feature] = /^contract\/src\/([\w-]+)\/([\w-]+)\.ts$/.exec(path) ?? [];
  const folder = /^(server\/src\/features\/.+\/)[\w.-]+\.test\.ts$/.exec(path)?.[1];
  if (folder) return [folder];
  return feature ? [`server/src/features/${room}/${feature}/`, `server/src/features/${room}/${feature}.ts`] : [];
}

/** Collects the subject of a test file and its imports, direct and indirect. */
function reachOf(test: string, sources: ReadonlyMap<string, SourceFile>): Set<string> {
  const reach = new Set<string>([test]);
  const reachFeature = (places: readonly string[]): void => {
    for (const path of sources.keys())
      if (isProduct(path) && places.some((place) => path.startsWith(place))) reach.add(path);
  };
  reachFeature(featureOf(test));
  for (const path of reach) {
    if (bystanders.test(path) || assembly.test(path)) continue;
    for (const target of sources.get(path)?.imports ?? []) {
      reach.add(target);
      if (!isProduct(path)) reachFeature(featureOf(target));
    }
  }
  return reach;
}
