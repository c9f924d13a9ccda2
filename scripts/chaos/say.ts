/** Tells whoever watches a run how far it is. */
export const logLine = (line: string): void => console.log(`${new Date().toISOString()} ${line}`);
