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
