import { extname } from 'node:path';

/** Endings of recordings. By any other, a name that an uploader chose would be a program or a page where it is opened. */
const endings: ReadonlySet<string> = new Set(
  (
    '3g2 3gp aac ac3 aif aifc aiff amr asf avi caf divx dv f4v flac flv m2a m2t m2ts m2v m4a m4b m4v mka mkv mov mp2 mp3 mp4 mpa ' +
    'mpe mpeg mpg mts mxf oga ogg ogm ogv opus qt ra rm rmvb ts vob wav wave weba webm wma wmv wv'
  )
    .split(' ')
    .map((ending) => `.${ending}`),
);

/** The ending by which a recording is handed out: its file's own if it is one of a recording. */
export function mediaEnding(fileName: string | null): string {
  const ending = extname(fileName ?? '').toLowerCase();
  return endings.has(ending) ? ending : '.mp4';
}

/** Of those that have one of their own in all browsers; what else comes is handed out as bytes. */
const types: Readonly<Record<string, string>> = {
  '.aac': 'audio/aac',
  '.avi': 'video/x-msvideo',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.m4v': 'video/mp4',
  '.mkv': 'video/x-matroska',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.mpeg': 'video/mpeg',
  '.mpg': 'video/mpeg',
  '.ogg': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.opus': 'audio/ogg',
  '.ts': 'video/mp2t',
  '.wav': 'audio/wav',
  '.weba': 'audio/webm',
  '.webm': 'video/webm',
  '.wmv': 'video/x-ms-wmv',
};

/** The type of a recording by the name under which it is handed out. */
export const mediaType = (name: string): string => types[extname(name).toLowerCase()] ?? 'application/octet-stream';
