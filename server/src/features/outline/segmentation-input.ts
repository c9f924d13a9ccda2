import type { Evidence } from '@lectern/chaptering/outline';
import { findSlideTitleChanges } from '@lectern/chaptering/slide-changes';
import { isCodeName } from '@lectern/contract/rules/code-name';
import type { SlideMark } from './language/transcript-text.ts';
import type { StoredSlide } from './slides/stored-slides.ts';
import type { VideoRow } from '../videos/find-video.ts';

type Seen = Pick<VideoRow, 'duration' | 'slides' | 'file_name'>;

/** Collects what is known of a recording beside its words. `shown` holds its slides, if they were read. */
export const collectEvidence = (
  { duration, slides, file_name: name }: Seen,
  shown: readonly StoredSlide[],
): Evidence => ({
  duration,
  ...(slides ? { slides: findSlideTitleChanges(slides, shown) } : {}),
  shown: shown.map(({ start, end, title }) => ({ start, end, title })),
  ...(name && !isCodeName(name) ? { name } : {}),
});

/** Where new slides come, with their titles, as language models are told of them. */
export const listSlideMarks = ({ slides = [], shown = [] }: Evidence): SlideMark[] =>
  slides.map((start) => ({ start, title: shown.find((slide) => slide.start === start)?.title ?? '' }));
