/** An upload that was begun in this browser and is not finished. */
export type RememberedUpload = { id: string; url: string };

/** The same file again, as far as a browser can tell. */
const keyOf = (file: File): string => `lectern.upload:${file.name}|${file.size}|${file.lastModified}`;

/** Whether two choices are of the same file, as far as a browser can tell. */
export const isSameFile = (one: File, other: File): boolean => keyOf(one) === keyOf(other);

/** The upload this file was begun with, if the page was closed before its end. */
export function recallUpload(file: File): RememberedUpload | undefined {
  try {
    const { id, url } = JSON.parse(localStorage.getItem(keyOf(file)) ?? '{}') as Partial<RememberedUpload>;
    return id && url ? { id, url } : undefined;
  } catch {
    return undefined;
  }
}

export function rememberUpload(file: File, upload: RememberedUpload): void {
  try {
    localStorage.setItem(keyOf(file), JSON.stringify(upload));
  } catch {
    // Without storage the list of open uploads on the server still knows it.
  }
}

export function forgetUpload(file: File): void {
  try {
    localStorage.removeItem(keyOf(file));
  } catch {
    // Nothing was stored either.
  }
}
