/** A page of the built web app as it draws it: the module, its function, and what the page shows. */
export type PageDrawing = { module: string; render: string; page: unknown };

/** Draws a page of the built web app as HTML. */
export async function drawPage({ module, render, page }: PageDrawing): Promise<string> {
  const built = (await import(module)) as Record<string, (page: unknown) => string>;
  return built[render]!(page);
}
