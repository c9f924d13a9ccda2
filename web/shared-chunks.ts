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

/** Modules of the landing page, the smallest page, and messages, which load last, stay as the bundler divides them. */
const ungrouped = /index\.html|src\/app\/(?:main|app-routes)|src\/pages\/landing|src\/ui\/toast/;

/** Finds the modules loaded on their own, at first or on demand, that bring in a module. */
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
 * Names a module's chunk by the first views that load it, so chunks are few and nearly fully used. By default, the
 * video page splits into 75 files.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  const by = loaders(id, graph);
  if (by.length < 2 || by.some((loader) => ungrouped.test(loader))) return null;
  const names = Object.entries(views).flatMap(([name, view]) => (by.some((each) => view.test(each)) ? [name] : []));
  const parts = names.includes('member') ? names.filter((name) => !inside.includes(name)) : names;
  // Leaves modules that only the back office loads to the bundler: it is no first view.
  return parts.length === 0 || parts.join() === 'admin' ? null : parts.join('-');
}
