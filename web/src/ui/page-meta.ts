/**
 * Reads a value the server wrote into the page; undefined for the `%NAME%` placeholder of Vite's development server.
 */
export function pageMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content && !content.startsWith('%') ? content : undefined;
}
