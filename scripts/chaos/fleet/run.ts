import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { day, hour, minute } from '../../../contract/src/rules/durations.ts';
import { sweepFiles } from '../../../server/src/features/storage/sweep.ts';
import { createTestBucket, listBucketContent, hasCeph, startCeph } from '../../../server/test/ceph.ts';
import { openTestWorld } from '../../../server/test/world.ts';
import { createMembers, members } from '../crew.ts';
import { type ActiveFaults, injectFaults } from '../faults.ts';
import { createFindings } from '../findings.ts';
import { createOracle } from '../oracle.ts';
import { openPostgres } from '../postgres.ts';
import { proveBucket } from '../proof/bucket.ts';
import { proveFolders } from '../proof/folders.ts';
import { proveFootprint } from '../proof/footprint.ts';
import { proveKept } from '../proof/prove-recordings-and-edits.ts';
import { metricsToken } from '../proof/jobs.ts';
import { proveMoney } from '../proof/money.ts';
import { startProxy } from '../proxy.ts';
import { createSeededRandom } from '../random.ts';
import { logLine } from '../say.ts';
import type { ChaosRun } from '../report.ts';
import type { ChaosOptions } from '../run.ts';
import { createWire } from '../wire.ts';
import { fleetFaults } from './faults.ts';
import { superviseFleet } from './fleet.ts';

const counts = { web: 3, worker: 3 };

/**
 * Milliseconds after which what was sent without an answer is stored or never will be: a sender's patience, the longest
 * time a process is frozen, and what it does then.
 */
const undecided = 150_000;

/** Milliseconds after which nothing is young enough to be somebody's work, not even what was begun in parts. */
const longAfter = 8 * day;

/** As `runChaos`, with web and worker processes on one PostgreSQL and one bucket, none of which share a folder. */
export async function runFleet({ minutes, seed, log }: Omit<ChaosOptions, 'database'>): Promise<ChaosRun> {
  const random = createSeededRandom(seed);
  const findings = createFindings();
  const oracle = createOracle(findings, { now: Date.now, decided: () => Date.now() - undecided });
  const cluster = hasCeph() ? await openPostgres() : undefined;
  if (!cluster)
    throw new Error(
      'PostgreSQL or Ceph is not installed here (Debian: apt-get install --no-install-recommends postgresql radosgw ceph-mon ceph-osd).',
    );
  const ceph = await startCeph();
  const bucket = await createTestBucket(ceph, 'chaos');
  const back = await startProxy({ path: cluster.socket }, random.fork('database'));
  const databaseUrl = `postgresql://lectern@127.0.0.1:${back.port}/postgres`;
  let trouble = Date.now();
  const fleet = await superviseFleet(counts, {
    settings: { ...bucket, METRICS_TOKEN: metricsToken, ADMIN_PASSWORD: 'administrator-of-chaos' },
    databaseUrl,
    findings,
    troubled: () => trouble,
    async said(lines) {
      if (log) await appendFile(log, `${lines.join('\n')}\n`);
    },
  });
  const front = await startProxy(() => fleet.next(), random.fork('members'));
  const broken: ActiveFaults = new Set();
  const wire = createWire(`http://127.0.0.1:${front.port}`, findings, {
    whyCut: (request) => front.whyCut(request),
    broken: () => [...broken],
  });
  const { subscribers, work } = await createMembers({ oracle, wire, random, letters: () => fleet.letters() });

  const end = Date.now() + minutes * minute;
  const signal = AbortSignal.timeout(minutes * minute);
  logLine(`${members} members are at work for ${minutes} minutes at ${counts.web} web and ${counts.worker} workers.`);
  const [suffered] = await Promise.all([
    injectFaults(fleetFaults({ fleet, front, postgres: { cluster, proxy: back }, ceph }), random.fork('faults'), {
      signal,
      gentle: end,
      troubled: () => (trouble = Date.now()),
      broken,
      up: () => fleet.served(),
    }),
    work(signal),
  ]);
  await fleet.up();

  const left = await proveKept(oracle, subscribers, wire);
  await fleet.stop();
  proveFootprint(findings, fleet.footprints());
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-chaos-proof-'));
  let ahead = longAfter;
  const opened = await openTestWorld({
    dataDir,
    databaseUrl,
    env: bucket,
    jobs: false,
    now: () => new Date(Date.now() + ahead),
  });
  const { world } = opened;
  await sweepFiles(world);
  await proveBucket(findings, world.database, await listBucketContent(ceph, bucket.S3_BUCKET!), bucket.S3_PREFIX!);
  // A longer jump would make more money due than reservations from a killed process.
  ahead = 3 * hour;
  await proveMoney(oracle, world, left);
  const names = await world.storage.names('videos/');
  await proveFolders(
    oracle,
    world.database,
    names.map((name) => name.replace(/\/$/, '')),
  );
  await opened.close();
  await front.close();
  await back.close();
  await cluster.close();
  await ceph.stop();
  await fleet.close();
  await rm(dataDir, { recursive: true, force: true });
  return {
    tally: wire.tally,
    unanswered: wire.unanswered,
    suffered,
    findings,
    oracle,
    footprints: fleet.footprints(),
    starts: fleet.starts(),
  };
}
