import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { media } from '@lectern/contract/playback';
import { bucketOf, hasCeph, startCeph } from '@lectern/server/test/ceph';
import { openPostgresPlace } from '@lectern/server/test/databases';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { peakOf, type ServerProcess, settingsOf, startServer } from '@lectern/server/test/process';
import { uploadFile, whenSettled } from '@lectern/server/test/upload';
import { openTestWorld } from '@lectern/server/test/world';
import { fillLibrary } from '../search/library.ts';
import { crowd, type House } from './people.ts';

const webinar = (ending: string): string => join(import.meta.dirname, `../../../sample/webinar.${ending}`);

type Measured = {
  storage: string;
  webs: number;
  /** Requests a second. */
  rate: number;
  kinds: { kind: string; count: number; p50: number; p99: number }[];
  errors: Record<string, number>;
  /** Megabytes that the largest web process held at most. */
  peak: number;
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

type Size = { people: number; seconds: number; members: number; videos: number };

/** The same people at one, two and more web processes beside one worker, on a storage. */
async function measure(
  storage: string,
  env: Record<string, string>,
  webs: readonly number[],
  { people, seconds, members, videos }: Size,
): Promise<Measured[]> {
  const place = await openPostgresPlace();
  const settings = async () => ({ ...(await settingsOf(place)), ...env, TRUST_PROXY: '1' });
  const started: ServerProcess[] = [];
  try {
    const worker = await startServer({ ...(await settings()), ROLE: 'worker' });
    started.push(worker);
    const first = await startServer({ ...(await settings()), ROLE: 'web' });
    started.push(first);
    const all: TestMember[] = [];
    for (let n = 0; n < members; n += 1) all.push(await signUp(first.origin, worker.letters));
    const watched = await uploadFile(all[0]!, webinar('mp4'), { captions: webinar('vtt'), chunk: 8 * 1024 ** 2 });
    const { playback_id: playbackId } = await whenSettled(all[0]!, watched);
    const playlist = await fetch(first.origin + media.stream(playbackId).replace('master', 'video'));
    const segments = (await playlist.text()).match(/segment-\d+/g)?.length ?? 0;
    const world = await openTestWorld({ ...place, env, jobs: false });
    await world.world.database.kysely.updateTable('users').set({ plan: 'professional' }).execute();
    for (const { session } of all) await fillLibrary(world.world, session.id, videos - 1);
    await world.close();
    const results: Measured[] = [];
    for (const count of webs) {
      while (started.length - 1 < count) started.push(await startServer({ ...(await settings()), ROLE: 'web' }));
      const serving = started.slice(1, count + 1);
      const house: House = { origins: serving.map(({ origin }) => origin), members: all, playbackId, segments };
      // What is made at the first request only is not what is measured.
      await crowd(house, people, AbortSignal.timeout(5000));
      const { ms, errors } = await crowd(house, people, AbortSignal.timeout(seconds * 1000));
      const peaks = await Promise.all(serving.map(({ pid }) => peakOf(pid)));
      const kinds = [...ms]
        .map(([kind, values]) => ({ kind, sorted: values.toSorted((a, b) => a - b) }))
        .map(({ kind, sorted }) => ({ kind, count: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99) }))
        .toSorted((a, b) => a.kind.localeCompare(b.kind));
      const rate = kinds.reduce((sum, each) => sum + each.count, 0) / seconds;
      results.push({ storage, webs: count, rate, kinds, errors: Object.fromEntries(errors), peak: Math.max(...peaks) });
    }
    return results;
  } finally {
    for (const each of started) await each.stop();
    await place.close();
  }
}

function print({ storage, webs, rate, kinds, errors, peak }: Measured, before: Measured | undefined): void {
  const ratio = before ? `, ${(rate / before.rate).toFixed(2)} of one` : '';
  console.log(
    `\n${storage}, web processes: ${webs}; ${rate.toFixed(1)} a second${ratio}; at most ${peak.toFixed(0)} MB`,
  );
  for (const { kind, count, p50, p99 } of kinds)
    console.log(
      `${kind.padEnd(18)} ${String(count).padStart(6)}   p50 ${p50.toFixed(0).padStart(5)} ms   p99 ${p99.toFixed(0).padStart(5)} ms`,
    );
  for (const [what, count] of Object.entries(errors)) console.log(`failed ${count} times: ${what}`);
}

/**
 * `npm run bench -- load [--people 50] [--seconds 60] [--members 10] [--videos 20] [--webs 1,2,4] [--json]`: people who
 * look through libraries of three-hour recordings, search, watch, sign in and upload, at some web processes and a worker
 * on PostgreSQL, with a disk and, where Ceph is installed, with a bucket.
 */
export async function loadBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '60' },
      members: { type: 'string', default: '10' },
      videos: { type: 'string', default: '20' },
      webs: { type: 'string', default: '1,2,4' },
      json: { type: 'boolean', default: false },
    },
  });
  const [people, seconds, members, videos] = [values.people, values.seconds, values.members, values.videos].map(Number);
  const size: Size = { people: people!, seconds: seconds!, members: members!, videos: videos! };
  const webs = values.webs.split(',').map(Number);
  const results: Measured[] = [];
  const ceph = hasCeph() ? await startCeph() : undefined;
  try {
    const storages: Record<string, Record<string, string>> = { disk: {} };
    if (ceph) storages["a bucket of Ceph's gateway"] = await bucketOf(ceph, 'load');
    for (const [storage, env] of Object.entries(storages)) {
      const measured = await measure(storage, env, webs, size);
      if (!values.json) for (const each of measured) print(each, each === measured[0] ? undefined : measured[0]);
      results.push(...measured);
    }
  } finally {
    await ceph?.stop();
  }
  if (values.json) console.log(JSON.stringify({ ...size, results }, undefined, 2));
}
