import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { asNewChapters, replaceChapters } from '../../outline/chapters-of.ts';
import { savePlaces } from '../../outline/boundary-candidates.ts';
import { provenChapters } from '../../outline/verify-quotes.ts';
import { builtinEngine } from '../../outline/language/prompt.ts';
import { makePlayable } from '../../videos/renditions/playable.ts';
import { readSlidesOf } from '../../outline/slides/slides.step.ts';
import { replaceSlides, type StoredSlide } from '../../outline/slides/stored-slides.ts';
import { storageKeys } from '../../storage/keys.ts';
import { titleBySlides } from '../../outline/slide-titles.job.ts';
import { saveCaptionFile } from '../../transcripts/caption-file.ts';
import { replaceCues, digestTranscript } from '../../transcripts/cues.ts';
import { saveTranscriptOrigin } from '../../videos/captions-track.ts';
import { saveInspected, savePlayback, saveStoryboard, setByteSize } from '../../videos/update-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import { saveOutlineTexts } from '../../videos/outline-texts.ts';
import { markStepsDone, type StepHandler } from '../../videos/pipeline.ts';
import { sampleFiles, sampleCacheGroup, sampleCacheKeyFor, madeSample } from './prebuilt-sample.ts';

/**
 * First step of a sample recording: stores the result shared by all members and an own index. Later steps quickly make
 * the card picture and the search entry.
 */
export const sampleStep: StepHandler = async (world, video, run) => {
  const made = await madeSample(world, run);
  const { size } = await stat(sampleFiles.recording);
  await world.storage.put(storageKeys.original(video.id), createReadStream(sampleFiles.recording), {
    size,
    signal: run.signal,
  });
  for (const [n, sheet] of made.sheets.entries())
    await world.storage.put(storageKeys.sheet(video.id, n), Buffer.from(sheet, 'base64'), { signal: run.signal });
  // Its index names the place of the file, and all that shows pictures of it needs that.
  const media = await makePlayable(world, video.id, sampleFiles.recording, made.media, { signal: run.signal });
  const captions = await readFile(sampleFiles.captions);
  return {
    note: 'a sample, made beforehand',
    async save(tx) {
      await lockVideo(tx, video.id);
      await setByteSize(tx, video.id, size);
      await saveInspected(tx, video.id, media);
      await savePlayback(tx, video.id, media, true);
      await saveStoryboard(tx, video.id, made);
      await saveTranscriptOrigin(tx, video.id, {
        transcript_source: 'file',
        transcript_language: made.language,
        transcript_estimated: false,
        transcript_alignment: null,
      });
      await saveCaptionFile(tx, video.id, { name: 'webinar.vtt', bytes: captions, encoding: 'utf-8' });
      await replaceCues(tx, video.id, made.cues);
      const chapters = provenChapters(asNewChapters(made.outline), made.cues);
      await replaceChapters(world, tx, { video, by: 'engine' }, chapters);
      await savePlaces(tx, video.id, made.places);
      await saveOutlineTexts(tx, video.id, made.outline, { engine: builtinEngine, of: digestTranscript(made.cues) });
      await markStepsDone(tx, video.id, ['playable', 'transcript', 'storyboard', 'chapters'], { at: world.now() });
    },
  };
};

/** Reads the text on the sample's slides once for all members. */
export const sampleSlidesStep: StepHandler = async (world, video, run) => {
  const name = await sampleCacheKeyFor('slides');
  const read = async (signal: AbortSignal) =>
    Buffer.from(JSON.stringify(await readSlidesOf(world, video, { ...run, signal })));
  const kept = await world.pictures.through(sampleCacheGroup, name, read, run.signal);
  const slides = JSON.parse(kept.toString()) as StoredSlide[];
  return {
    note: slides.length === 1 ? '1 slide with words' : `${slides.length} slides with words`,
    async save(tx) {
      await lockVideo(tx, video.id);
      await replaceSlides(tx, video.id, slides);
      if (slides.length > 0) await titleBySlides(world, tx, video);
    },
  };
};
