import { titleOfFirstSlide, titlesOfSlides } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/transcripts/cue';

export type Shown = {
  cues: readonly Cue[];
  chapters: readonly { start: number; end: number; title: string }[];
  shown: readonly ShownSlide[];
};

/** What slides call a recording and its chapters; undefined where they say nothing better. */
export type Titles = { whole: string | undefined; chapters: (string | undefined)[] };

export default ({ cues, chapters, shown }: Shown): Titles => ({
  whole: titleOfFirstSlide(cues, shown),
  chapters: titlesOfSlides(cues, chapters, shown),
});
