import { setImmediate as pause } from 'node:timers/promises';
import { textLimits } from '@lectern/contract/rules/longest';
import type { Queryable } from '../../../platform/database/database.ts';
import { uneditedTexts } from '../../outline/outline-history.ts';
import type { Rewriter } from '../../transcripts/glossary/rewriter.ts';
import { videoById } from '../../videos/find-video.ts';
import type { Patterns } from './like-patterns.ts';
import { cuesMatching, type NewPlace } from './store.ts';

/** Texts after which others get their turn. */
const atOnce = 500;

/**
 * Finds all occurrences in a video's engine texts, earlier outline and transcript. Skips deleted videos and rewrites
 * that would exceed the limit of their text.
 */
export async function findPlaces(
  db: Queryable,
  videoId: string,
  rewrite: Rewriter,
  patterns: Patterns | undefined,
): Promise<NewPlace[]> {
  if (!(await videoById(db, videoId))) return [];
  const texts = (await uneditedTexts(db, videoId)).map(({ field, chapterId, start, text, earlier }) => ({
    field,
    n: null,
    chapter_id: chapterId ?? null,
    start_s: start,
    before: text,
    earlier,
  }));
  const lines = (await cuesMatching(db, videoId, patterns)).map(({ position, start_s, text }) => ({
    field: 'line' as const,
    n: position,
    chapter_id: null,
    start_s,
    before: text,
    earlier: false,
  }));
  const places: NewPlace[] = [];
  for (const [at, place] of [...texts, ...lines].entries()) {
    if (at > 0 && at % atOnce === 0) await pause();
    const after = rewrite(place.before);
    const fits = after.length <= Math.max(textLimits[place.field], place.before.length);
    if (after !== place.before && fits) places.push({ video_id: videoId, ...place, after });
  }
  return places;
}
