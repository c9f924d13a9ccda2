import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { createClient, type Call } from '@lectern/contract/client';
import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import type { TestMember } from '@lectern/server/test/member';
import { wordForRank } from '../search/library.ts';

/** Somebody with an account, as a thread can be told of it. */
type Visitor = Pick<TestMember, 'session' | 'email' | 'password'>;

/** The servers, members and recording that a load run uses. */
export type LoadSetup = {
  /** One per web process. */
  origins: readonly string[];
  members: readonly Visitor[];
  /** A recording that everybody watches. */
  playbackId: SignedPlaybackId;
  segments: number;
  /** Baseline server that only streams segments from files; shows what this machine can deliver to the same people. */
  bare: string;
};

/** Milliseconds by the kind of what was asked, and what went wrong. */
export type LoadResult = { ms: Map<string, number[]>; errors: Map<string, number> };

/** Pictures of the recording that people ask for: one of each of its first seconds. */
export const thumbnails = 60;

/** Milliseconds between two things that a person does, on average. */
const pause = 1000;

/** The beginning of a recording whose upload is then given up. */
const chunk = Buffer.from(
  (await readFile(join(import.meta.dirname, '../../../sample/webinar.mp4'))).subarray(0, 1024 ** 2),
);

type Person = {
  call: Call;
  origin: string;
  member: Visitor;
  /** Downloads a segment or picture and discards the bytes, because keeping them would add load beside the server's. */
  watch(address: string): Promise<void>;
  fetch(address: string, init?: RequestInit): Promise<Response>;
  house: LoadSetup;
};

async function taken(answer: Response, status: number): Promise<void> {
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.url}`);
}

/** How often each comes among the others, and how it is done. */
const mix: readonly { kind: string; weight: number; run(person: Person): Promise<unknown> }[] = [
  { kind: 'library', weight: 4, run: ({ call, member }) => call(videoRoutes.list, { userId: member.session.id }) },
  {
    kind: 'video page',
    weight: 3,
    async run({ call, member }) {
      const { data } = await call(videoRoutes.list, { userId: member.session.id, limit: 1 });
      await call(videoRoutes.asset, { uploadId: data[0]!.id });
    },
  },
  {
    kind: 'search',
    weight: 2,
    run: ({ call, member }) =>
      call(videoRoutes.search, { userId: member.session.id, keyword: wordForRank(Math.floor(Math.random() * 5000)) }),
  },
  {
    kind: 'segment',
    weight: 7,
    run: ({ watch, origin, house }) =>
      watch(`${origin}/media/${house.playbackId}/segment-${Math.floor(Math.random() * house.segments)}.m4s`),
  },
  {
    kind: 'segment, bare',
    weight: 3,
    run: ({ watch, house }) => watch(`${house.bare}/${Math.floor(Math.random() * house.segments)}`),
  },
  {
    kind: 'thumbnail',
    weight: 4,
    run: ({ watch, origin, house }) =>
      watch(origin + mediaPaths.thumbnail(house.playbackId, Math.floor(Math.random() * thumbnails))),
  },
  {
    kind: 'sign-in',
    weight: 0.2,
    run: ({ call, member: { email, password } }) => call(accountRoutes.login, { email, password }),
  },
  {
    kind: 'upload of 1 MiB',
    weight: 0.5,
    async run({ call, fetch: send }) {
      const { url, id } = await call(uploadRoutes.create, {});
      const { pathname } = new URL(url);
      const headers = { 'content-range': `bytes 0-${chunk.length - 1}/${8 * chunk.length}` };
      await taken(await send(pathname, { method: 'PUT', headers, body: chunk, redirect: 'manual' }), 308);
      await call(uploadRoutes.cancel, { id });
    },
  },
];

const weights = mix.reduce((sum, { weight }) => sum + weight, 0);

function chosen(): (typeof mix)[number] {
  let left = Math.random() * weights;
  return mix.find(({ weight }) => (left -= weight) < 0) ?? mix[0]!;
}

/** Somebody at home in the network of this number. */
const from = (n: number) => ({ 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` });

/**
 * Asks as somebody at home in the network of this number, where the server trusts its proxy: limits of strangers' requests
 * are by network.
 */
export function fetchFrom(n: number): typeof fetch {
  return (address, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(from(n))) headers.set(name, value);
    return fetch(address, { ...init, headers });
  };
}

const agent = new Agent({ keepAlive: true });

const watchFrom =
  (n: number) =>
  (address: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = get(address, { agent, headers: from(n) }, (answer) => {
        answer.on('error', reject).resume();
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} ${address}`)),
        );
      });
      request.on('error', reject);
    });

const add = (ms: LoadResult['ms'], kind: string, more: readonly number[]): void => {
  const known = ms.get(kind);
  if (known) known.push(...more);
  else ms.set(kind, [...more]);
};

/** Threads the people are in: one alone would be late to hear its answers, and count that against the server. */
const threads = 4;

/** Lets so many people live for some seconds, and tells how long each thing that they did took. */
export async function simulateCrowd(house: LoadSetup, people: number, seconds: number): Promise<LoadResult> {
  const members = house.members.map(({ session, email, password }) => ({ session, email, password }));
  const apart = Array.from({ length: threads }, async (_, thread) => {
    const numbers = Array.from({ length: people }, (_, n) => n).filter((n) => n % threads === thread);
    const worker = new Worker(new URL('./people.thread.ts', import.meta.url), {
      workerData: { house: { ...house, members }, people: numbers, seconds },
    });
    const [times] = (await once(worker, 'message')) as [LoadResult];
    return times;
  });
  const times: LoadResult = { ms: new Map(), errors: new Map() };
  for (const { ms, errors } of await Promise.all(apart)) {
    for (const [kind, values] of ms) add(times.ms, kind, values);
    for (const [what, count] of errors) times.errors.set(what, (times.errors.get(what) ?? 0) + count);
  }
  return times;
}

/** Lets these people do one thing after the other until the signal aborts, and tells how long each thing took. */
export async function simulatePeople(
  house: LoadSetup,
  people: readonly number[],
  signal: AbortSignal,
): Promise<LoadResult> {
  const times: LoadResult = { ms: new Map(), errors: new Map() };
  async function person(n: number): Promise<void> {
    const origin = house.origins[n % house.origins.length]!;
    const member = house.members[n % house.members.length]!;
    const send = fetchFrom(n);
    const get: Person['fetch'] = (address, init) => send(new URL(address, origin), init);
    const call = createClient({ origin, token: () => member.session.token, fetch: send });
    while (!signal.aborted) {
      const { kind, run } = chosen();
      const begun = performance.now();
      try {
        await run({ call, origin, member, watch: watchFrom(n), fetch: get, house });
        add(times.ms, kind, [performance.now() - begun]);
      } catch (error) {
        const what = `${kind}: ${(error as Error).message}`;
        times.errors.set(what, (times.errors.get(what) ?? 0) + 1);
      }
      await delay(-Math.log(1 - Math.random()) * pause);
    }
  }
  await Promise.all(people.map(person));
  return times;
}
