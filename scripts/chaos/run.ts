import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minute } from '../../contract/src/rules/durations.ts';
import { readOutboxEmails } from '../../server/test/letters.ts';
import { type ServerSettings, createServerSettings, startServer } from '../../server/test/process.ts';
import { openTestWorld } from '../../server/test/world.ts';
import { openDisk } from '../../server/test/disk.ts';
import { type ActiveFaults, faultsOf, type FaultTargets, injectFaults } from './faults.ts';
import { createMembers, members } from './crew.ts';
import { createFindings } from './findings.ts';
import { createOracle } from './oracle.ts';
import { openPostgres } from './postgres.ts';
import { ageFolders, foldersIn, proveFolders } from './proof/folders.ts';
import { proveFootprint } from './proof/footprint.ts';
import { proveKept } from './proof/prove-recordings-and-edits.ts';
import { proveMoney } from './proof/money.ts';
import { metricsToken, waitForAllJobs } from './proof/jobs.ts';
import { startProxy } from './proxy.ts';
import { createSeededRandom } from './random.ts';
import { logLine } from './say.ts';
import type { ChaosRun } from './report.ts';
import { superviseServer } from './server.ts';
import { createWire } from './wire.ts';

export type ChaosOptions = {
  minutes: number;
  seed: string;
  database: 'embedded' | 'postgresql';
  /** A file that what the server says is added to. */
  log: string | undefined;
};

/** The part of the run at whose end no process is ended any more, so that one of them grows old. */
const gentlePart = 1 / 3;

/** Bytes: all the recordings that members of a run have at a time, many times over. */
const diskSize = 1024 ** 3;

/** Loads a server of its own under faults, and then holds it against everything it has promised. */
export async function runChaos({ minutes, seed, database, log }: ChaosOptions): Promise<ChaosRun> {
  const random = createSeededRandom(seed);
  const findings = createFindings();
  const oracle = createOracle(findings);
  const cluster = database === 'postgresql' ? await openPostgres() : undefined;
  if (database === 'postgresql' && !cluster)
    throw new Error('PostgreSQL is not installed here (Debian: apt-get install postgresql).');
  const disk = await openDisk(diskSize);
  const back = cluster && (await startProxy({ path: cluster.socket }, random.fork('database')));
  const url = back && `postgresql://lectern@127.0.0.1:${back.port}/postgres`;
  const env: ServerSettings = {
    ...(await createServerSettings({ dataDir: disk.folder, ...(url ? { databaseUrl: url } : {}) })),
    METRICS_TOKEN: metricsToken,
    ADMIN_PASSWORD: 'administrator-of-chaos',
  };
  const front = await startProxy({ host: '127.0.0.1', port: Number(env.PORT) }, random.fork('members'));
  let trouble = Date.now();
  const server = await superviseServer(env, findings, {
    begun: oracle.incarnation,
    troubled: () => trouble,
    async said(lines) {
      if (log) await appendFile(log, `${lines.join('\n')}\n`);
    },
  });
  const broken: ActiveFaults = new Set();
  const wire = createWire(`http://127.0.0.1:${front.port}`, findings, {
    whyCut: (request) => front.whyCut(request),
    broken: () => [...broken],
  });
  const letters = () => readOutboxEmails(join(disk.folder, 'outbox'));
  const { subscribers, work } = await createMembers({ oracle, wire, random, letters });

  const stage: FaultTargets = {
    server,
    front,
    disk,
    ...(cluster && back ? { postgres: { cluster, proxy: back } } : {}),
  };
  const signal = AbortSignal.timeout(minutes * minute);
  const gentle = Date.now() + minutes * minute * (1 - gentlePart);
  logLine(`${members} members are at work for ${minutes} minutes.`);
  const suffering = injectFaults(faultsOf(stage), random.fork('faults'), {
    signal,
    gentle,
    up: () => server.up(),
    troubled: () => (trouble = Date.now()),
    broken,
  });
  await Promise.all([suffering, work(signal)]);
  const suffered = await suffering;
  await server.up();

  const left = await proveKept(oracle, subscribers, wire);
  await server.stop();
  await ageFolders(disk.folder);
  // Every start sweeps.
  const last = await startServer(env);
  await waitForAllJobs(findings, wire);
  await last.stop();
  proveFootprint(findings, server.footprints);
  const opened = await openTestWorld({ dataDir: disk.folder, ...(url ? { databaseUrl: url } : {}) });
  await proveMoney(oracle, opened.world, left);
  await proveFolders(oracle, opened.world.database, await foldersIn(disk.folder));
  await opened.close();
  await front.close();
  await back?.close();
  await cluster?.close();
  await disk.close();
  return {
    tally: wire.tally,
    unanswered: wire.unanswered,
    suffered,
    findings,
    oracle,
    footprints: server.footprints,
    starts: server.starts(),
  };
}
