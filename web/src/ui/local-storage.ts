/**
 * All browser storage goes through here, under names that begin with `lectern.`. If the browser refuses, as in some
 * private windows, reads find nothing and writes are lost.
 */
export function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text as it is, or forgets it when it is undefined. */
export function keepText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}

/** Keeps a text for this tab alone, until it is closed. */
export function keepTextInTab(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // See above.
  }
}

export function readTextInTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The names of what is kept that begin so. */
export function listStorageKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}

/** A value as it was kept; undefined where there is none, or what is there is damaged. */
export function readStoredJson(key: string): unknown {
  try {
    return (JSON.parse(readText(key) ?? 'null') as unknown) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value, or forgets it when it is undefined. */
export const writeStoredJson = (key: string, value: unknown): void =>
  keepText(key, value === undefined ? undefined : JSON.stringify(value));
