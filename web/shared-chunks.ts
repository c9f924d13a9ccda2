type Graph = {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
};

/** First views, and what is opened from them, by how their loaders are called. */
const views = {
  // Around every page of a member: what it loads is there already.
  member: /src\/app\/asset-layout/,
  library: /src\/pages\/library/,
  watch: /src\/pages\/video\.tsx/,
  upload: /src\/pages\/upload/,
  // Seen without a session.
  login: /src\/pages\/(?:login|register)/,
  guest:
    /src\/app\/public|src\/pages\/(?:blog|confirm|contact|email|forgot|payment|privacy|reset|sandbox|support|terms|verify)/,
  admin: /src\/app\/admin|src\/pages\/admin/,
  portal: /src\/portal\/main/,
  share: /src\/portal\/shares\/main/,
};
const inside: readonly string[] = ['library', 'watch', 'upload'];

/** What the landing page, the smallest of all, loads, messages last of all, stays as the bundler divides it. */
const ungrouped = /index\.html|src\/app\/(?:main|app-routes)|src\/pages\/landing|src\/ui\/toast/;

/** What is loaded by itself, at first or on demand, and brings a module with it. */
function loaders(id: string, graph: Graph): string[] {
  const seen = new Set([id]);
  const result: string[] = [];
  for (const each of seen) {
    const info = graph.getModuleInfo(each);
    if (!info) continue;
    if (info.isEntry || info.dynamicImporters.length > 0) result.push(each);
    for (const importer of info.importers) seen.add(importer);
  }
  return result;
}

/**
 * Names the chunk of a module by the first views that load it: those who load a chunk need nearly all of it, and there are
 * few. Left to itself the bundler makes one for each set of pages, and the page of a video came in 75 files.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  const by = loaders(id, graph);
  if (by.length < 2 || by.some((loader) => ungrouped.test(loader))) return null;
  const names = Object.entries(views).flatMap(([name, view]) => (by.some((each) => view.test(each)) ? [name] : []));
  const parts = names.includes('member') ? names.filter((name) => !inside.includes(name)) : names;
  // What only the back office loads is left to the bundler: it is no first view.
  return parts.length === 0 || parts.join() === 'admin' ? null : parts.join('-');
}
