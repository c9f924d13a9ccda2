import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { MediaInfo } from '../port.ts';
import { copiedIn, picturesIn } from './ffmpeg/arguments.ts';

/** Share and number of pictures that may be left out without a word: the doubles of a moment. */
const isMany = (leftOut: number, all: number): boolean => leftOut > Math.max(24, all / 100);

/** What of the pictures is not there, where that is more than the doubles of a moment. */
function leftOutIn(said: string): string[] {
  const { written, leftOut } = picturesIn(said);
  const all = written + leftOut;
  if (!isMany(leftOut, all)) return [];
  return [`${leftOut} of its ${all} pictures have times that are over when they come, and are not shown`];
}

/** Seconds, and share of them, by which what was made may be shorter without a word: rounding, and the ends of encoders. */
const unnoticed = { seconds: 1, share: 0.005 };

/** Where what was made is shorter than what the file holds: it, else its picture, else its sound. */
function shorterBy(info: MediaInfo, made: MediaInfo, duration: number): string[] {
  if (!info.lasts) return [];
  const { picture, sound } = made.lasts ?? {};
  const compared = [
    ['of it', info.duration, duration],
    ['of its picture', info.lasts.picture, picture],
    ['of its sound', info.lasts.sound, sound],
  ] as const;
  const told = compared.find(
    ([, held = 0, played = 0]) => held - played > Math.max(unnoticed.seconds, held * unnoticed.share),
  );
  if (!told) return [];
  const [of, held = 0, played = 0] = told;
  return [`${formatTimecode(played)} of ${formatTimecode(held)} ${of} could be played`];
}

/** What of the streams that are copied was read and not written, by the counts of ffmpeg. */
function notCopiedIn(messages: string): string[] {
  return copiedIn(messages).flatMap(({ read, written }) => {
    if (!isMany(read.packets - written.packets, read.packets)) return [];
    const name = read.kind === 'video' ? 'pictures' : 'packets of sound';
    const bytes = `${formatBytes(written.bytes)} of ${formatBytes(read.bytes)}`;
    return [`${written.packets} of its ${read.packets} ${name} (${bytes}) could be copied`];
  });
}

/** What of a recording is not in what was made of it, for people. `said` and `messages` are of the run of ffmpeg that made it. */
export function missingIn(
  info: MediaInfo,
  made: { info: MediaInfo | null; duration: number; said: string; messages: string },
  how: 'copied' | 'encoded',
): string[] {
  return [
    ...(how === 'copied' ? notCopiedIn(made.messages) : leftOutIn(made.said)),
    ...(made.info ? shorterBy(info, made.info, made.duration) : []),
    ...(made.info?.unread === undefined ? [] : [made.info.unread]),
  ];
}
