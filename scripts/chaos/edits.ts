import { setTimeout as delay } from 'node:timers/promises';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { ChapterPart, type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import type { Register, ExpectedVideo } from './oracle.ts';
import type { RequestOutcome } from './wire.ts';
import { type LoadActor, aVideo, aWrittenVideo, type Action } from './actor.ts';

let count = 0;
/** A text that is nowhere else. */
const aText = (what: string): string => `${what} ${(count += 1)}`;

/** Writes a field of which nobody else is writing, and notes what came of it. */
async function write(
  { oracle }: LoadActor,
  fields: readonly [Register, string][],
  send: () => Promise<RequestOutcome<unknown>>,
): Promise<void> {
  if (fields.some(([field]) => field.busy)) return;
  for (const [field] of fields) field.busy = true;
  const sent = oracle.clock.now();
  const answer = await send();
  for (const [field, value] of fields) {
    field.busy = false;
    if (answer.is === 'done') field.acknowledged(value, oracle.clock.decided());
    else if (answer.is === 'unknown') field.unknown(value, sent);
  }
}

async function assetOf({ member }: LoadActor, video: ExpectedVideo): Promise<VideoDetail | undefined> {
  const answer = await member.call('a video', videoRoutes.asset, { uploadId: video.id });
  if (answer.is !== 'done') return undefined;
  if (answer.value.data.chapters.length > 0) video.written = true;
  return answer.value.data;
}

async function editTexts(actor: LoadActor): Promise<void> {
  const { member, random, oracle } = actor;
  const video = aWrittenVideo(actor);
  if (!video) return;
  const [first, second] = [random.pick(['title', 'description', 'summary'] as const), random.chance(0.3)];
  const edits = {
    [first]: aText(first),
    ...(second && first !== 'description' ? { description: aText('description') } : {}),
  };
  const fields = Object.entries(edits).map(([name, text]): [Register, string] => [oracle.fieldOf(video, name), text]);
  await write(actor, fields, () => member.call('edit texts', videoRoutes.save, { passthrough: video.id, ...edits }));
}

/** The first chapter gets a text of the person's own; the others are sent back as they were. */
async function editChapter(actor: LoadActor): Promise<void> {
  const { member, random, oracle } = actor;
  const video = aWrittenVideo(actor);
  const asset = video && (await assetOf(actor, video));
  const first = asset?.chapters[0];
  if (!video || !asset || !first) return;
  const part = random.pick(ChapterPart.options);
  const text = aText(`chapter ${part}`);
  const chapters = asset.chapters.map(({ id, title, start, summary, quote }) => ({ id, title, start, summary, quote }));
  const edited = { ...first, [part]: part === 'quote' ? [text] : text };
  await write(actor, [[oracle.fieldOf(video, `chapter ${part}`), text]], () =>
    member.call('edit a chapter', videoRoutes.save, {
      passthrough: video.id,
      chapters: [{ ...chapters[0]!, [part]: edited[part] }, ...chapters.slice(1)],
      chapters_version: asset.chapters_version,
    }),
  );
}

async function editCue(actor: LoadActor): Promise<void> {
  const { member, random, oracle } = actor;
  const video = aWrittenVideo(actor);
  const asset = video && (await assetOf(actor, video));
  const cues = webvttCues(asset?.vtt ?? '');
  if (!video || cues.length === 0) return;
  const n = random.below(cues.length);
  const text = aText('line');
  await write(actor, [[oracle.fieldOf(video, `line ${n}`), text]], () =>
    member.call('edit a line', transcriptRoutes.editCue, {
      passthrough: video.id,
      n,
      start: cues[n]!.start,
      before: cues[n]!.text,
      text,
    }),
  );
}

/** Edits one recording as soon as its chapters are there, while nothing is at fault. */
export async function editOne(actor: LoadActor): Promise<void> {
  const video = aVideo(actor)!;
  while (!video.written) {
    await assetOf(actor, video);
    await delay(250);
  }
  await editTexts(actor);
}

async function again(actor: LoadActor): Promise<void> {
  const { member, random } = actor;
  const video = aWrittenVideo(actor);
  if (!video) return;
  const passthrough = video.id;
  const route = random.pick([
    'regenerateChapters',
    'regenerateChapters',
    'generateSummary',
    'uploadOmnisearch',
  ] as const);
  const send = () => member.call(`write again: ${route}`, videoRoutes[route], { passthrough });
  // Several at once are what an impatient person does, and they want the same rows.
  await Promise.all(Array.from({ length: random.chance(0.2) ? 6 : 1 }, send));
}

async function retry(actor: LoadActor): Promise<void> {
  const video = aVideo(actor);
  if (video) await actor.member.call('try again', videoRoutes.retry, { passthrough: video.id });
}

async function look(actor: LoadActor): Promise<void> {
  const { member, random, oracle } = actor;
  const video = aVideo(actor);
  if (video) await assetOf(actor, video);
  const listed = await member.call('the library', videoRoutes.list, { userId: member.id });
  if (listed.is === 'done') {
    const there = new Set(listed.value.data.map(({ id }) => id));
    // A video being deleted meanwhile may be there or not.
    for (const one of oracle.videos.values())
      if (one.member === member && one.state === 'deleted' && there.has(one.id))
        oracle.findings.check('what is deleted stays deleted', false, one.id);
  }
  await member.call('search', videoRoutes.search, {
    userId: member.id,
    keyword: random.pick(['narrow segment', 'messaging', 'line 1', 'nowhere']),
  });
}

async function remove(actor: LoadActor): Promise<void> {
  const { member, oracle } = actor;
  const own = [...oracle.videos.values()].filter((video) => video.member === member && video.state !== 'deleted');
  // The library stays half full, so that there is always something to do.
  if (own.length < 5) return;
  const video = actor.random.pick(own);
  video.state = 'vanishing';
  const answer = await member.call('delete a video', videoRoutes.delete, { id: video.id });
  if (answer.is === 'done') video.state = 'deleted';
}

export const editDeeds: readonly Action[] = [
  { name: 'edit texts', weight: 6, run: editTexts },
  { name: 'edit a chapter', weight: 4, run: editChapter },
  { name: 'edit a line', weight: 4, run: editCue },
  { name: 'write again', weight: 2, run: again },
  { name: 'try again', weight: 1, run: retry },
  { name: 'look', weight: 4, run: look },
  { name: 'delete', weight: 0.3, run: remove },
];
