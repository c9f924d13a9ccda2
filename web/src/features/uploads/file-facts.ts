const captionEndings = ['vtt', 'srt', 'sbv', 'ttml', 'dfxp', 'xml', 'scc', 'ass', 'ssa', 'json', 'txt', 'md'];
const captionName = new RegExp(`\\.(${captionEndings.join('|')})$`, 'i');

export const captionAccept = captionEndings.map((ending) => `.${ending}`).join(',');

export const recordingAccept = `video/*,audio/*,.mkv,${captionAccept}`;

export const captionForms =
  'Captions as WebVTT, SRT, SCC, ASS, TTML or SBV; transcripts of Zoom, Teams, Meet, Otter, Rev, YouTube or a speech recogniser (JSON); or plain text.';

export const isCaptionFile = (file: File): boolean => captionName.test(file.name);

/** Tells whether the type or name suggests audio or video. The server decides by content. */
export const isLikelyRecording = (file: File): boolean =>
  /^(audio|video)\//.test(file.type) ||
  /\.(mp4|m4v|mov|mkv|webm|avi|mpe?g|ts|mts|m2ts|wmv|flv|3gp|ogv|mp3|m4a|aac|wav|flac|ogg|oga|opus|wma|aiff?)$/i.test(
    file.name,
  );

/** Seconds as one speaks of waiting: 'about 3 minutes left'. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
  const hours = Math.floor(minutes / 60);
  return `about ${hours} h ${minutes % 60} min left`;
}
