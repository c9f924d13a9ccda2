import { titleOfFirstSlide, titlesOfSlides } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/transcripts/cue';

export type SlideTitlesInput = {
  cues: readonly Cue[];
  chapters: readonly { start: number; end: number; title: string }[];
  shown: readonly ShownSlide[];
};

/** Titles from slides for the recording and its chapters; undefined where slides offer nothing better. */
export type Titles = { whole: string | undefined; chapters: (string | undefined)[] };

export default ({ cues, chapters, shown }: SlideTitlesInput): Titles => ({
  whole: titleOfFirstSlide(cues, shown),
  chapters: titlesOfSlides(cues, chapters, shown),
});
