/** What the server wrote into the page; Vite's development server leaves the `%NAME%` placeholder. */
export function pageMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content && !content.startsWith('%') ? content : undefined;
}
