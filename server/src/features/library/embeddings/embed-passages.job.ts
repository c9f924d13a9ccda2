import { minute } from '@lectern/contract/rules/durations';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { z } from 'zod';
import type { EventReader } from '../../../platform/events/events.ts';
import type { World } from '../../../platform/http/context.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Embeddings } from '../../../ports/embeddings/port.ts';
import { cuesOf } from '../../transcripts/cues.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { beginEmbedding, recordingsToEmbed, saveEmbeddings } from './passage-embeddings.ts';

/** Seconds and words of a passage at most: so much is quoted whole. */
const most = { seconds: 20, words: 50 };
/** Cues of a passage at least, which bounds the passages of a recording, and its characters at most. */
const leastCues = 2;
const longestPassage = 2_000;
/** Passages of one call, and its milliseconds at most. */
const batch = 64;
const patience = 2 * minute;
const mostPassages = 2_000;

/** Divides cues into passages: the first cue of each, and its words. */
function dividePassages(cues: readonly Cue[]): { starts: number[]; texts: string[] } {
  const starts: number[] = [];
  let words = 0;
  for (const [n, { end, text }] of cues.entries()) {
    const first = starts.at(-1);
    words += text.split(/\s+/).length;
    const isLong = words > most.words || end - (cues[first ?? n]?.start ?? 0) > most.seconds;
    const isFull = isLong && n - (first ?? n) >= leastCues && starts.length < mostPassages;
    if (first !== undefined && !isFull) continue;
    starts.push(n);
    words = text.split(/\s+/).length;
  }
  const texts = starts.map((from, n) =>
    cues
      .slice(from, starts[n + 1])
      .map(({ text }) => text)
      .join(' ')
      .slice(0, longestPassage),
  );
  return { starts, texts };
}

const embedAll = async (
  embeddings: Embeddings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += batch)
    vectors.push(
      ...(await embeddings.embed(
        texts.slice(from, from + batch),
        AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      )),
    );
  return vectors;
};

/** Embeds the passages of a recording, again where its words changed meanwhile. */
export const embedPassagesJob: JobDefinition<World, { videoId: string }> = {
  name: 'embed-passages',
  payload: z.object({ videoId: z.uuid() }),
  slots: 2,
  fairByMember: true,
  maxPerMember: 1,
  retries: 5,
  backoff: 30,
  async run({ database, embeddings }, { videoId }, { signal }) {
    if (!embeddings) return undefined;
    const isThere = await database.transaction(async (tx) => {
      const isLocked = await lockVideoIfThere(tx, videoId);
      if (isLocked) await beginEmbedding(tx, videoId);
      return isLocked;
    });
    if (!isThere) return undefined;
    const { starts, texts } = dividePassages(await cuesOf(database.kysely, videoId));
    const vectors = await embedAll(embeddings, texts, signal);
    const passages = { model: embeddings.identity, starts, vectors };
    return (await saveEmbeddings(database.kysely, videoId, passages)) ? undefined : 'more';
  },
};

const enqueue = (
  { jobs }: Pick<World, 'jobs'>,
  { id: videoId, workspaceId }: { id: string; workspaceId: string },
  tx?: Queryable,
) =>
  jobs.enqueue(
    'embed-passages',
    { videoId },
    { key: `embed-passages/${videoId}`, member: workspaceId, ...(tx && { tx }) },
  );

/**
 * Has recordings embedded whose words are there or others. It reads without a server too: events may wait for it from when
 * there was one.
 */
export const readChangedWords = (hasServer: boolean): EventReader<World> => ({
  name: 'embeddings',
  kinds: ['recording.ready', 'transcript.changed'],
  isWanted: () => Promise.resolve(hasServer),
  async handle(world, tx, { subjectId: id, workspaceId }) {
    if (world.embeddings) await enqueue(world, { id, workspaceId }, tx);
  },
});

/** Recordings that are looked up at a time. */
const listed = 200;

/** Has recordings embedded that no event told of: those of before, of another model, and changed ones that failed. */
export async function sweepEmbeddings(world: World): Promise<void> {
  const { embeddings, database } = world;
  if (!embeddings) return;
  for (let after: string | undefined; ;) {
    const ids = await recordingsToEmbed(database.kysely, embeddings.identity, listed, after);
    for (const { id, workspace_id: workspaceId } of ids) await enqueue(world, { id, workspaceId });
    after = ids.at(-1)?.id;
    if (after === undefined) return;
  }
}
