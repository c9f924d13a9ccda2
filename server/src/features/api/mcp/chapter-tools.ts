import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import { mostChapters, textLimits } from '@lectern/contract/rules/longest';
import { boundedText, sentText, shownText } from '@lectern/contract/text';
import { apiRecordingRoutes } from '@lectern/contract/v1/recordings';
import type { Chapter } from '@lectern/contract/videos/videos';
import type { Route } from '@lectern/contract/route';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import { videos } from '../../library/videos.ts';
import { pageUrl, roundSeconds, timecodeOf } from '../recordings.ts';
import type { Caller } from './read-tools.ts';
import { dropProposalsBefore, findProposal, insertProposal, type ProposedChapter } from './store.ts';
import { defineTool, Second, takeFitting, type KeyTool } from './tool.ts';

const Id = z.uuid();
const tool = defineTool<Caller, { asks: Route }>();

/** Milliseconds for which a proposal can be written. */
const lifetime = day;

const Proposed = z.strictObject({
  id: Id.optional(),
  title: shownText(textLimits.chapter_title),
  start: Second,
  summary: boundedText(textLimits.chapter_summary).optional(),
});

const Shown = z.object({ title: sentText, start: z.number(), summary: sentText });
const Change = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  before: Shown.partial().nullable(),
  after: Shown.partial().nullable(),
});
type Change = z.infer<typeof Change>;

/** The parts of a chapter that become others. */
function differences({ title, summary, start_seconds: at }: Chapter, wanted: ProposedChapter): Change | undefined {
  const [before, after]: [Partial<z.infer<typeof Shown>>, Partial<z.infer<typeof Shown>>] = [{}, {}];
  if (wanted.title !== title) [before.title, after.title] = [title, wanted.title];
  if (roundSeconds(wanted.start) !== roundSeconds(at)) [before.start, after.start] = [roundSeconds(at), wanted.start];
  if (wanted.summary !== undefined && wanted.summary !== summary)
    [before.summary, after.summary] = [summary, wanted.summary];
  return Object.keys(after).length === 0 ? undefined : { kind: 'changed', before, after };
}

/** Lists what would change, in the order of time, without the chapters that stay. */
function changesBetween(present: readonly Chapter[], wanted: readonly ProposedChapter[]): Change[] {
  const known = new Map(present.map((chapter) => [chapter.id, chapter]));
  const kept = new Set(wanted.map(({ id }) => id));
  const removed = present
    .filter(({ id }) => !kept.has(id))
    .map(({ title, summary, start_seconds: start }): Change => ({
      kind: 'removed',
      before: { title, start: roundSeconds(start), summary },
      after: null,
    }));
  const others = wanted.map(({ id, title, start, summary = '' }): Change | undefined => {
    const before = id === undefined ? undefined : known.get(id);
    if (!before) return { kind: 'added', before: null, after: { title, start, summary } };
    return differences(
      before,
      wanted.find((each) => each.id === id)!,
    );
  });
  return [...removed, ...others.filter((change) => change !== undefined)];
}

/** Throws `bad_request` where chapters are no list of this recording. */
function checkProposed(wanted: readonly ProposedChapter[], present: readonly Chapter[], duration: number): void {
  const refuse = (detail: string): never => {
    throw new Problem('bad_request', { detail });
  };
  const known = new Set(present.map(({ id }) => id));
  const ids = wanted.flatMap(({ id }) => id ?? []);
  if (ids.some((id) => !known.has(id))) refuse('A chapter has an id that is not one of this recording.');
  if (new Set(ids).size < ids.length) refuse('Two chapters have the same id.');
  if (wanted.some(({ start }, n) => start >= duration || start <= (wanted[n - 1]?.start ?? -1)))
    refuse('Chapters must begin one after the other, within the recording.');
}

export const chapterTools: readonly KeyTool<Caller>[] = [
  tool({
    name: 'propose_chapters',
    title: 'Propose chapters',
    description:
      'Shows what would change if the chapters of a recording became these. Writes nothing. Give the id of a chapter that stays; chapters left out are removed. Show the changes to the person, then pass the token to update_chapters.',
    asks: apiRecordingRoutes.getChapters,
    input: z.strictObject({ recording_id: Id, chapters: z.array(Proposed).min(1).max(mostChapters) }),
    output: z.object({
      token: Id,
      expires_at: sentText,
      changes: z.array(Change),
      /** Changes in all; the first are shown. */
      count: z.int(),
    }),
    async run(call, { recording_id: uploadId, chapters }) {
      const { data } = await videos.verbs.asset(call, { uploadId });
      checkProposed(chapters, data.chapters, data.duration);
      const all = changesBetween(data.chapters, chapters);
      if (all.length === 0) throw new Problem('nothing_to_change');
      const now = call.now();
      const proposal = { videoId: uploadId, createdBy: call.member.id, version: data.chapters_version, chapters };
      const token = await insertProposal(call.database.kysely, proposal, now);
      const expires_at = new Date(now.getTime() + lifetime).toISOString();
      return { token, expires_at, changes: takeFitting(all), count: all.length };
    },
  }),
  tool({
    name: 'update_chapters',
    title: 'Update chapters',
    description:
      'Writes chapters that propose_chapters has shown, by its token, unless somebody has changed them meanwhile.',
    asks: apiRecordingRoutes.replaceChapters,
    changes: 'replaces',
    input: z.strictObject({ token: Id }),
    output: z.object({ recording_id: Id, chapters: z.int(), url: sentText }),
    async run(call, { token }) {
      const since = new Date(call.now().getTime() - lifetime);
      const proposal = await findProposal(call.database.kysely, token, { createdBy: call.member.id, since });
      if (!proposal) throw new Problem('not_found', { detail: 'This proposal is over. Please propose again.' });
      const { video_id: id, version, chapters } = proposal;
      const { data } = await videos.verbs.asset(call, { uploadId: id });
      const known = new Map(data.chapters.map((chapter) => [chapter.id, chapter]));
      const wanted = chapters.map(({ start, ...chapter }) => ({
        ...chapter,
        start: timecodeOf(start, chapter.id === undefined ? undefined : known.get(chapter.id)),
      }));
      await videos.verbs.save(call, { passthrough: id, chapters_version: version, chapters: wanted });
      return { recording_id: id, chapters: chapters.length, url: pageUrl(call, id) };
    },
  }),
];

/** Removes proposals that are over. */
export const sweepProposals = ({ database, now }: World) =>
  dropProposalsBefore(database.kysely, new Date(now().getTime() - lifetime));
