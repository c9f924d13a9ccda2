import { isCaptionFile } from './file-facts.ts';

type Named = { name: string };

export type CaptionPairing<F extends Named> = {
  recordings: { file: F; captions?: F }[];
  left: F[];
};

const stem = (name: string): string => name.replace(/\.[^.]+$/, '').toLowerCase();

/**
 * Parts exporters insert between a recording's name and the caption extension: a language, a kind of captions, or the
 * recording's extension.
 */
const middle = /\.(transcript|cc|captions?|subtitles?|[a-z]{2,3}(-[a-z0-9]{2,8})?|m4[av]|mp[34]|mkv|webm)$/;

/** The size of the picture, which Zoom writes at the end of the name of a recording alone. */
const pictureSize = /_\d{3,4}x\d{3,4}$/;

/** From the same name to nearly the same; the first pass in which a caption file finds a free recording counts. */
const passes: readonly ((recording: string, captions: string) => boolean)[] = [
  (recording, captions) => recording === captions,
  (recording, captions) => recording === captions.replace(middle, ''),
  (recording, captions) => recording.replace(pictureSize, '') === captions.replace(middle, ''),
];

/**
 * Gives each recording the caption file of its name; a single recording takes one of any name, where nothing else is
 * said.
 */
export function pairCaptions<F extends Named>(
  recordings: readonly F[],
  captions: readonly F[],
  { anyName = recordings.length === 1 } = {},
): CaptionPairing<F> {
  const pairs: CaptionPairing<F>['recordings'] = recordings.map((file) => ({ file }));
  let left = [...captions];
  const give = (belongs: (recording: string, captions: string) => boolean): void => {
    left = left.filter((file) => {
      const pair = pairs.find((each) => !each.captions && belongs(stem(each.file.name), stem(file.name)));
      if (pair) pair.captions = file;
      return !pair;
    });
  };
  for (const pass of passes) give(pass);
  if (anyName) give(() => true);
  return { recordings: pairs, left };
}

/** Distinguishing parts of a name: numbers, and words of at least four letters. */
const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    stem(name)
      .replace(middle, '')
      .match(/\p{N}+|\p{L}{4,}/gu),
  );

/**
 * The one recording whose name has the most words in common with that of a caption file; undefined where it is not one
 * alone.
 */
export function likeliest<R extends { file: Named }>(captions: Named, recordings: readonly R[]): R | undefined {
  const words = wordsOf(captions.name);
  const shared = recordings.map(({ file }) => [...wordsOf(file.name)].filter((word) => words.has(word)).length);
  const most = Math.max(0, ...shared);
  const best = recordings.filter((_, n) => most > 0 && shared[n] === most);
  return best.length === 1 ? best[0] : undefined;
}

export const separateCaptions = (files: readonly File[]): { recordings: File[]; captions: File[] } => ({
  recordings: files.filter((file) => !isCaptionFile(file)),
  captions: files.filter(isCaptionFile),
});
