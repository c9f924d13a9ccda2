import { titlesOfSlides } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/cue';

export type Titled = {
  cues: readonly Cue[];
  chapters: readonly { start: number; end: number; title: string }[];
  shown: readonly ShownSlide[];
};

export default ({ cues, chapters, shown }: Titled): (string | undefined)[] => titlesOfSlides(cues, chapters, shown);
