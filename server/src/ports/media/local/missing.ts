import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { MediaInfo } from '../port.ts';
import { copiedIn, picturesIn } from './ffmpeg/arguments.ts';

/** Share and number of pictures that may be left out without a word: the doubles of a moment. */
const isMany = (leftOut: number, all: number): boolean => leftOut > Math.max(24, all / 100);

/** Reports missing pictures if there are more than duplicates of a moment. */
function leftOutIn(said: string): string[] {
  const { written, leftOut } = picturesIn(said);
  const all = written + leftOut;
  if (!isMany(leftOut, all)) return [];
  return [`${leftOut} of its ${all} pictures have times that are over when they come, and are not shown`];
}

/**
 * Seconds, and share of them, by which what was made may be shorter without a word: rounding, and the ends of encoders.
 */
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

/** Reports packets of copied streams that ffmpeg read but did not write. */
function notCopiedIn(messages: string): string[] {
  return copiedIn(messages).flatMap(({ read, written }) => {
    if (!isMany(read.packets - written.packets, read.packets)) return [];
    const name = read.kind === 'video' ? 'pictures' : 'packets of sound';
    const bytes = `${formatBytes(written.bytes)} of ${formatBytes(read.bytes)}`;
    return [`${written.packets} of its ${read.packets} ${name} (${bytes}) could be copied`];
  });
}

/**
 * Lists, for people, what the result lacks of the recording. `said` and `messages` come from the ffmpeg run that made
 * it.
 */
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
