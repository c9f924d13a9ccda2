import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { day, hour, minute } from '../../contract/src/rules/durations.ts';
import { sweepFiles } from '../../server/src/features/storage/sweep.ts';
import { type Ceph, createTestBucket, hasCeph, listBucketContent, startCeph } from '../../server/test/ceph.ts';
import { openDisk } from '../../server/test/disk.ts';
import { startCluster } from '../../server/test/postgres-cluster.ts';
import { startServer } from '../../server/test/process.ts';
import { openTestWorld } from '../../server/test/world.ts';
import { databaseFaults, fleetFaults, injectFaults, lineFaults, serverFaults } from './faults.ts';
import { createMembers, members } from './load.ts';
import { createFindings } from './findings.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { metricsToken, proveKept, waitForAllJobs } from './prove-promises.ts';
import { ageFolders, foldersIn, proveBucket, proveFolders, proveFootprint, proveMoney } from './prove-stores.ts';
import { createSeededRandom } from './random.ts';
import { type ChaosRun, logLine } from './report.ts';
import { type Role, type Servers, superviseServers } from './servers.ts';
import { createWire, startProxy, type Wire } from './wire.ts';

type ChaosOptions = {
  minutes: number;
  seed: string;
  /** `fleet`: web and worker processes on one PostgreSQL and one bucket, none of which share a folder. */
  on: 'embedded' | 'postgresql' | 'fleet';
};

const fleet: readonly Role[] = ['web', 'web', 'web', 'worker', 'worker', 'worker'];

/** The part of a run on one process at whose end it is not ended any more, so that it grows old. */
const gentlePart = 1 / 3;

/** Bytes: all the recordings that members of a run have at a time, many times over. */
const diskSize = 1024 ** 3;

/**
 * Milliseconds after which what was sent to a fleet without an answer is stored or never will be: a sender's patience,
 * the longest freeze, and what follows it.
 */
const undecided = 150_000;

/** Milliseconds after which nothing is young enough to be somebody's work, not even what was begun in parts. */
const longAfter = 8 * day;

/** Loads servers of its own under faults, and then holds them against everything they have promised. */
export async function runChaos({ minutes, seed, on }: ChaosOptions): Promise<ChaosRun> {
  const isFleet = on === 'fleet';
  const random = createSeededRandom(seed);
  const findings = createFindings();
  const clock = { now: Date.now, decided: () => Date.now() - undecided };
  const oracle = createOracle(findings, isFleet ? clock : undefined);
  if (isFleet && !hasCeph())
    throw new Error(
      'Ceph is not installed here (Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd).',
    );
  const cluster = on === 'embedded' ? undefined : await startCluster(100);
  if (on !== 'embedded' && !cluster)
    throw new Error('PostgreSQL is not installed here (Debian: apt-get install postgresql).');
  const ceph = isFleet ? await startCeph() : undefined;
  const bucket = ceph ? await createTestBucket(ceph, 'chaos') : {};
  const disk = await openDisk(diskSize);
  const back = cluster && (await startProxy({ path: cluster.socket }, random.fork('database')));
  const databaseUrl = back && `postgresql://lectern@127.0.0.1:${back.port}/postgres`;
  let trouble = Date.now();
  const servers = await superviseServers(
    isFleet ? fleet : ['server'],
    { ...bucket, METRICS_TOKEN: metricsToken, ADMIN_PASSWORD: 'administrator-of-chaos' },
    { dataDir: isFleet ? undefined : disk.folder, databaseUrl },
    findings,
    { begun: oracle.incarnation, troubled: () => trouble },
  );
  const front = await startProxy(() => servers.next(), random.fork('members'));
  const wire = createWire(`http://127.0.0.1:${front.port}`, findings, front);
  const { subscribers, work } = await createMembers({ oracle, wire, random, letters: () => servers.letters() });

  const faults = [
    ...(ceph ? fleetFaults(servers, front, ceph) : serverFaults(servers.processes[0]!.server, disk)),
    ...lineFaults(front),
    ...(cluster && back ? databaseFaults(cluster, back) : []),
  ];
  const signal = AbortSignal.timeout(minutes * minute);
  logLine(`${members} members are at work for ${minutes} minutes at ${servers.processes.length} processes.`);
  const [suffered] = await Promise.all([
    injectFaults(faults, random.fork('faults'), {
      signal,
      gentle: Date.now() + minutes * minute * (isFleet ? 1 : 1 - gentlePart),
      troubled: () => (trouble = Date.now()),
      up: () => servers.served(),
    }),
    work(signal),
  ]);
  await servers.up();

  const left = await proveKept(oracle, subscribers, wire);
  await servers.stop();
  const proof = { servers, oracle, wire, left, databaseUrl };
  await (ceph ? proveOnBucket(proof, ceph, bucket) : proveOnDisk(proof, disk.folder));
  await front.close();
  await back?.close();
  await cluster?.stop();
  await ceph?.stop();
  await servers.removeFolders();
  await disk.close();
  return {
    tally: wire.tally,
    suffered,
    findings,
    oracle,
    footprints: servers.footprints(),
    starts: servers.starts(),
  };
}

type Proof = {
  servers: Servers;
  oracle: Oracle;
  wire: Wire;
  left: Map<string, number>;
  databaseUrl: string | undefined;
};

/** Proves of a server that has ended what lies in its folder. */
async function proveOnDisk({ servers, oracle, wire, left, databaseUrl }: Proof, dataDir: string): Promise<void> {
  await ageFolders(dataDir);
  // Every start sweeps.
  const last = await startServer(servers.processes[0]!.settings);
  await waitForAllJobs(oracle.findings, wire);
  await last.stop();
  proveFootprint(oracle.findings, servers.footprints());
  const { world, close } = await openTestWorld({ dataDir, databaseUrl });
  await proveMoney(oracle, world, left);
  await proveFolders(oracle, world.database, await foldersIn(dataDir));
  await close();
}

/** Proves of a fleet that has ended what lies in its bucket. */
async function proveOnBucket(
  { servers, oracle, left, databaseUrl }: Proof,
  ceph: Ceph,
  bucket: Record<string, string>,
): Promise<void> {
  proveFootprint(oracle.findings, servers.footprints());
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-chaos-proof-'));
  let ahead = longAfter;
  const now = () => new Date(Date.now() + ahead);
  const { world, close } = await openTestWorld({ dataDir, databaseUrl, env: bucket, jobs: false, now });
  await sweepFiles(world);
  const content = await listBucketContent(ceph, bucket.S3_BUCKET!);
  await proveBucket(oracle.findings, world.database, content, bucket.S3_PREFIX!);
  // A longer jump would make more money due than reservations from a killed process.
  ahead = 3 * hour;
  await proveMoney(oracle, world, left);
  const names = (await world.storage.names('videos/')).map((name) => name.replace(/\/$/, ''));
  await proveFolders(oracle, world.database, names);
  await close();
  await rm(dataDir, { recursive: true, force: true });
}
