import { writeStoredJson, readStoredJson } from '../../ui/local-storage.ts';

/** An upload that was begun in this browser and is not finished. */
export type RememberedUpload = { id: string; url: string; workspace?: string | undefined };

/** The same file again, as far as a browser can tell. */
const keyOf = (file: File): string => `lectern.upload:${file.name}|${file.size}|${file.lastModified}`;

/** Whether two choices are of the same file, as far as a browser can tell. */
export const isSameFile = (one: File, other: File): boolean => keyOf(one) === keyOf(other);

/** The upload this file was begun with in a workspace, if the page was closed before its end. */
export function recallUpload(file: File, workspace: string | undefined): RememberedUpload | undefined {
  const { id, url, workspace: its = workspace } = (readStoredJson(keyOf(file)) ?? {}) as Partial<RememberedUpload>;
  return id && url && its === workspace ? { id, url } : undefined;
}

/** Without storage the list of open uploads on the server still knows it. */
export const rememberUpload = (file: File, upload: RememberedUpload): void => writeStoredJson(keyOf(file), upload);

export const forgetUpload = (file: File): void => writeStoredJson(keyOf(file), undefined);
