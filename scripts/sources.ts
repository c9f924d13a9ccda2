import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A file of the project and the files that it imports, types included; paths are from the project's root. */
export type SourceFile = { path: string; text: string; imports: string[] };

const importPattern =
  /^[ \t]*(?:import|export)\s+(?:type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Every TypeScript file of the project and what it imports of the project, by its path. */
export function readSources(root: string): Map<string, SourceFile> {
  const paths = globSync('{contract,client,chaptering,server,web,e2e,bench,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|api-types\.d\.ts)$/.test(path),
  }).map((path) => path.replaceAll('\\', '/'));
  return new Map(paths.map((path) => [path, readSource(root, path)]));
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const imports = [...text.matchAll(importPattern)].flatMap(([, fixed, lazy]) => resolve(path, fixed ?? lazy!) ?? []);
  return { path, text, imports };
}

/** The project's file an import means; undefined for a package and for Node itself. */
function resolve(from: string, specifier: string): string | undefined {
  const workspace = /^@lectern\/(\w+)\/(.+)$/.exec(specifier);
  if (workspace) {
    const [, name, path] = workspace;
    return path!.startsWith('test/') ? `${name}/${path}.ts` : `${name}/src/${path}.ts`;
  }
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)).replaceAll('\\', '/') : undefined;
}

/** Sorts a graph so that every node follows its dependencies; returns the first cycle if no order exists. */
export function sortByDependencies(
  graph: ReadonlyMap<string, Iterable<string>>,
): { order: string[] } | { ring: string[] } {
  const order = new Set<string>();
  const visit = (node: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (order.has(node)) return undefined;
    for (const other of graph.get(node) ?? []) {
      const ring = visit(other, [...trail, node]);
      if (ring) return ring;
    }
    order.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const ring = visit(node, []);
    if (ring) return { ring };
  }
  return { order: [...order] };
}
