import type { Evidence } from '@lectern/chaptering/outline';
import { subjectChanges } from '@lectern/chaptering/slide-changes';
import { isCodeName } from '@lectern/contract/rules/code-name';
import type { SlideMark } from './language/transcript-text.ts';
import type { Slide } from './slides/stored-slides.ts';
import type { VideoRow } from '../videos/find-video.ts';

type Seen = Pick<VideoRow, 'duration' | 'slides' | 'file_name'>;

/** Collects what is known of a recording beside its words. `shown` holds its slides, if they were read. */
export const evidenceOf = ({ duration, slides, file_name: name }: Seen, shown: readonly Slide[]): Evidence => ({
  duration,
  ...(slides ? { slides: subjectChanges(slides, shown) } : {}),
  shown: shown.map(({ start, end, title }) => ({ start, end, title })),
  ...(name && !isCodeName(name) ? { name } : {}),
});

/** Where new slides come, with their titles, as language models are told of them. */
export const slideMarks = ({ slides = [], shown = [] }: Evidence): SlideMark[] =>
  slides.map((start) => ({ start, title: shown.find((slide) => slide.start === start)?.title ?? '' }));
