import { extname } from 'node:path';

/** Types of recordings with their endings. By any other a name that an uploader chose could be a program or a page. */
const endingsOf = {
  'audio/aac': 'aac',
  'audio/ac3': 'ac3',
  'audio/aiff': 'aif aifc aiff',
  'audio/amr': 'amr',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a m4b',
  'audio/mpeg': 'mp3 mp2 m2a mpa',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav wave',
  'audio/webm': 'weba',
  'audio/x-caf': 'caf',
  'audio/x-matroska': 'mka',
  'audio/x-ms-wma': 'wma',
  'audio/x-pn-realaudio': 'ra',
  'video/3gpp': '3gp',
  'video/3gpp2': '3g2',
  'video/dv': 'dv',
  'video/mp2t': 'ts m2t m2ts mts',
  'video/mp4': 'mp4 m4v f4v',
  'video/mpeg': 'mpeg mpg mpe m2v vob',
  'video/ogg': 'ogv ogm',
  'video/quicktime': 'mov qt',
  'video/webm': 'webm',
  'video/x-flv': 'flv',
  'video/x-matroska': 'mkv',
  'video/x-ms-asf': 'asf',
  'video/x-ms-wmv': 'wmv wm',
  'video/x-msvideo': 'avi divx',
  'application/mxf': 'mxf',
  'application/vnd.rn-realmedia': 'rm',
  'application/vnd.rn-realmedia-vbr': 'rmvb',
  'application/octet-stream': 'wv',
} as const;

const types: ReadonlyMap<string, string> = new Map(
  Object.entries(endingsOf).flatMap(([type, endings]) =>
    endings.split(' ').map((ending) => [`.${ending}`, type] as const),
  ),
);

const endingOf = (name: string): string => extname(name).toLowerCase();

/** The ending by which a recording is handed out: its file's own if it is one of a recording. */
export function mediaEnding(fileName: string | null): string {
  const ending = endingOf(fileName ?? '');
  return types.has(ending) ? ending : '.mp4';
}

/** The type of a recording by the name under which it is handed out. */
export const mediaType = (name: string): string => types.get(endingOf(name)) ?? 'application/octet-stream';
