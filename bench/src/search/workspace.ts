import { parseArgs } from 'node:util';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { createClient } from '@lectern/contract/client';
import { signUp, type TestMember } from '@lectern/server/test/member';
import type { TestWorld } from '@lectern/server/test/world';
import { measureTime, quantile } from '../media/measure.ts';
import { fillLibrary, phrase, unheard, unspokenQuote, wordForRank } from './library.ts';
import { onEachDatabase } from '../each-database.ts';

/** Recordings of a library of one person. */
const few = 100;
const people = 50;
const rounds = 5;

/** Hours of the n-th recording: two are long, for what is said once stands in their last hour. */
export const hoursOf =
  (minutes: number) =>
  (n: number): number =>
    n === 61 || n === 77 ? 3 : minutes / 60;

const keywords = {
  'the commonest word': wordForRank(0),
  'an ordinary word': wordForRank(400),
  'a rare word': wordForRank(11_000),
  'a phrase over two cues': phrase,
  'a quote with signs': unspokenQuote.slice(5, 25),
  'nothing at all': unheard,
} as const;

type Calls = Readonly<Record<string, (member: TestMember) => Promise<unknown>>>;

/** Calls of a person at work, by name. */
const calls: Calls = {
  'first page': ({ call, session: { id: userId } }) => call(videoRoutes.list, { userId }),
  'second page': async ({ call, session: { id: userId } }) => {
    const { next } = await call(videoRoutes.list, { userId, limit: 1 });
    return call(videoRoutes.list, { userId, ...(next ? { after: next } : {}) });
  },
  ...Object.fromEntries(
    Object.entries(keywords).flatMap(([what, keyword]) => [
      [`search: ${what}`, ({ call, session }: TestMember) => call(videoRoutes.search, { userId: session.id, keyword })],
      [
        `moments: ${what}`,
        ({ call, session }: TestMember) => call(videoRoutes.moments, { userId: session.id, keyword }),
      ],
    ]),
  ),
};

const at = (times: readonly number[], share: number): number =>
  quantile(
    times.toSorted((a, b) => a - b),
    share,
  );

/** Milliseconds of each call by one person, some times. */
async function measureAlone(member: TestMember): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (let round = -1; round < rounds; round += 1)
    for (const [what, ask] of Object.entries(calls)) {
      const { ms } = await measureTime(() => ask(member));
      // The first round warms up.
      if (round >= 0) found.set(what, [...(found.get(what) ?? []), ms]);
    }
  return found;
}

/** The same by everybody of a workspace at once, each beginning with another call. */
async function measureTogether(members: readonly TestMember[]): Promise<number[]> {
  const all = Object.values(calls);
  const times = await Promise.all(
    members.map(async (member, n) => {
      const own: number[] = [];
      for (const turn of all.keys()) own.push((await measureTime(() => all[(turn + n) % all.length]!(member))).ms);
      return own;
    }),
  );
  return times.flat();
}

/** Signs people up who are editors of a workspace, and work in it. */
async function joinPeople(server: TestWorld, workspaceId: string): Promise<TestMember[]> {
  const members: TestMember[] = [];
  for (let n = 0; n < people; n += 1) {
    const member = await signUp(server.origin, server.letters);
    const membership = { workspace_id: workspaceId, user_id: member.session.id, role: 'editor' as const };
    await server.world.database.kysely.insertInto('workspace_members').values(membership).execute();
    const { token } = member.session;
    members.push({
      ...member,
      call: createClient({ origin: server.origin, token: () => token, workspace: () => workspaceId }),
    });
  }
  return members;
}

/**
 * `npm run bench -- workspace [--recordings 2000] [--minutes 12]`: lists and searches a workspace of 50 people over HTTP
 * on both databases, beside a library of a hundred recordings.
 */
export async function workspaceBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      recordings: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '12' },
    },
  });
  const [many, length] = [Number(values.recordings), hoursOf(Number(values.minutes))];
  await onEachDatabase(async (name, server) => {
    const owners: TestMember[] = [];
    for (const size of [few, many]) {
      const owner = await signUp(server.origin, server.letters);
      await fillLibrary(server.world, owner.session.id, size, length);
      owners.push(owner);
    }
    const members = await joinPeople(server, owners[1]!.session.id);
    const [small, large] = [await measureAlone(owners[0]!), await measureAlone(owners[1]!)];
    console.log(`\n${name}: p50 of one person with ${few} recordings, with ${many}`);
    for (const what of Object.keys(calls)) {
      const [before, now] = [at(small.get(what)!, 0.5), at(large.get(what)!, 0.5)];
      console.log(`${what.padEnd(34)} ${before.toFixed(0).padStart(5)} ms ${now.toFixed(0).padStart(5)} ms`);
    }
    const together = await measureTogether(members);
    const figures = [0.5, 0.95].map((share) => `p${share * 100} ${at(together, share).toFixed(0)} ms`);
    console.log(`${people} people at once, ${together.length} calls: ${figures.join(', ')}`);
  });
}
