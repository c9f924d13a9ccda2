/** How many pages are on their way from the server. Outside of React: the page before stays until they are there. */
let count = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  count += change;
  for (const listener of listeners) listener();
}

/** Notes that a page is being loaded; calling the answer notes its end. */
export function pageLoading(): () => void {
  add(1);
  return () => add(-1);
}

export const isAnyLoading = (): boolean => count > 0;

export function onLoading(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
