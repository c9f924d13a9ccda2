import type { StepName } from '@lectern/contract/rules/pipeline';
import { chaptersStep } from '../features/outline/chapters.step.ts';
import { provingQuotes } from '../features/outline/prove-chapter-quotes.ts';
import { inspectStep } from '../features/uploads/inspect.step.ts';
import { convertStep, playableStep } from '../features/playback/playable.step.ts';
import { storyboardStep } from '../features/videos/renditions/storyboard.step.ts';
import { thumbnailStep } from '../features/videos/renditions/thumbnail.step.ts';
import { sampleSlidesStep, sampleStep } from '../features/library/sample/sample.step.ts';
import { searchStep } from '../features/library/search/search-library.ts';
import { slidesStep } from '../features/outline/slides/slides.step.ts';
import { speakersStep } from '../features/transcripts/speakers/speakers.step.ts';
import { captionsStep, transcriptStep } from '../features/transcripts/transcript.step.ts';
import type { StepHandler } from '../features/videos/pipeline.ts';

/** The work of each step of the pipeline: a step without one does not compile. */
export const steps: Readonly<Record<StepName, StepHandler>> = {
  inspect: (world, video, run) => (video.is_sample ? sampleStep : inspectStep)(world, video, run),
  playable: playableStep,
  thumbnail: thumbnailStep,
  transcript: provingQuotes(transcriptStep),
  storyboard: storyboardStep,
  chapters: chaptersStep,
  search: searchStep,
  speakers: speakersStep,
  slides: (world, video, run) =>
    (video.is_sample && world.readsSlides ? sampleSlidesStep : slidesStep)(world, video, run),
};

/** Makes a recording playable by encoding (see `step-convert`). */
export const convert: StepHandler = convertStep;

/** The transcript of a recording, as far as captions bring it (see `step-captions`). */
export const captionsHandler: StepHandler = provingQuotes(captionsStep);
