import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { hour } from '@lectern/contract/rules/durations';
import type { Content, OpenPlace, TestPlace } from './databases.ts';
import { signUp, type TestMember } from './member.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from './upload.ts';
import { openTestWorld, type TestWorld } from './world.ts';

/** The sample webinar and a recording of three seconds, each with its captions, and one that says nothing. */
const files = {
  webinar: { file: 'webinar.mp4', captions: getSamplePath('webinar.vtt') },
  short: { file: 'short.mp4', captions: getSamplePath('short.vtt') },
  silent: { file: 'short.mp4', captions: undefined },
};

export type Recording = keyof typeof files;

/** A server with members on it, one of whom has recordings that are settled: each by its name. */
export type RecordedWorld<Kind extends Recording> = {
  place: TestPlace;
  server: TestWorld;
  /** Has the recordings. */
  member: TestMember;
  /** Has none. */
  stranger: TestMember;
} & Record<Kind, VideoDetail>;

/** Data about a place that the place itself does not hold. */
type Cast = Record<'member' | 'stranger', Omit<TestMember, 'call'>> & { passthroughs: Record<string, string> };

const castFile = (dataDir: string): string => join(dataDir, 'cast.json');

/**
 * Opens a copy of recordings that the pipeline processed once per run, in this order, for tests that only use them.
 * `settings` apply to its server.
 */
export async function openRecordedWorld<Kind extends Recording>(
  open: OpenPlace,
  recordings: readonly Kind[],
  settings: Omit<NonNullable<Parameters<typeof openTestWorld>[0]>, 'databaseUrl' | 'dataDir' | 'open'> = {},
): Promise<RecordedWorld<Kind>> {
  const place = await open(contentOf(recordings));
  const server = await openTestWorld({ ...place, ...settings });
  const cast = await readCast(place.dataDir);
  const [member, stranger] = [signedIn(server, cast.member), signedIn(server, cast.stranger)];
  const videos = {} as Record<Kind, VideoDetail>;
  for (const kind of recordings) videos[kind] = await fetchAsset(member, cast.passthroughs[kind]!);
  return { place, server, member, stranger, ...videos };
}

/** The last recording, and before it what the others have made: no recording is processed for each row of them. */
function contentOf(recordings: readonly Recording[]): Content {
  const [before, last] = [recordings.slice(0, -1), recordings.at(-1)!];
  return {
    name: recordings.join('-'),
    from: before.length > 0 ? contentOf(before) : undefined,
    async fill(place) {
      // Whenever a test began to take a moment for now, it comes after all that is here.
      const server = await openTestWorld({ ...place, now: () => new Date(Date.now() - hour) });
      try {
        const cast = before.length > 0 ? await readCast(place.dataDir) : await makeCast(server);
        cast.passthroughs[last] = await addRecording(signedIn(server, cast.member), last);
        await writeFile(castFile(place.dataDir), JSON.stringify(cast));
        await server.world.jobs.settle();
      } finally {
        await server.close();
      }
    },
  };
}

async function makeCast(server: TestWorld): Promise<Cast> {
  const person = (name: string) => signUp(server.origin, server.letters, { email: `${name}@recorded.example.org` });
  return { member: await person('mary'), stranger: await person('sam'), passthroughs: {} };
}

const readCast = async (dataDir: string): Promise<Cast> =>
  JSON.parse(await readFile(castFile(dataDir), 'utf8')) as Cast;

const signedIn = (server: TestWorld, who: Omit<TestMember, 'call'>): TestMember => ({
  ...who,
  call: server.as(who.session.token),
});

async function addRecording(member: TestMember, recording: Recording): Promise<string> {
  const { file, captions } = files[recording];
  const id = await uploadFile(member, getSamplePath(file), { captions });
  await waitUntilProcessed(member, id);
  return id;
}
