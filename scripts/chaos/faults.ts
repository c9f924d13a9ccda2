import { setTimeout as delay } from 'node:timers/promises';
import type { Disk } from '../../server/test/disk.ts';
import type { Postgres } from './postgres.ts';
import type { Proxy } from './proxy.ts';
import type { RandomSource } from './random.ts';
import type { Server } from './server.ts';

/** The parts that faults can break. */
export type FaultTargets = {
  server: Server;
  /** Between the members and the server. */
  front: Proxy;
  disk: Disk;
  /** Absent with the embedded database. */
  postgres?: { cluster: Postgres; proxy: Proxy };
};

export type Fault = {
  name: string;
  /** The broken part; two simultaneous faults have different ones. */
  of: 'server' | 'members' | 'disk' | 'database' | 'web' | 'worker' | 'bucket';
  weight: number;
  /** It ends the server's process. */
  ends: boolean;
  run(random: RandomSource): Promise<void>;
};

/** Faults under way, by name: until what they ended is there again. */
export type ActiveFaults = Set<string>;

/** How often each fault came, and for how long, in milliseconds. */
export type FaultTotals = Map<string, { times: number; lasted: number }>;

export const waitRandomSeconds = (random: RandomSource, from: number, to: number): Promise<void> =>
  delay(random.between(from, to) * 1000);

/** Lets something last. */
async function during(random: RandomSource, end: () => void, from: number, to: number): Promise<void> {
  await waitRandomSeconds(random, from, to);
  end();
}

export function faultsOf({ server, front, disk, postgres }: FaultTargets): Fault[] {
  return [
    { name: 'SIGKILL of the server', of: 'server', weight: 4, ends: true, run: async () => void (await server.kill()) },
    {
      name: 'SIGTERM of the server',
      of: 'server',
      weight: 2,
      ends: true,
      run: async () => void (await server.terminate()),
    },
    {
      name: 'SIGKILL of the server, twice in a moment',
      of: 'server',
      weight: 1,
      ends: true,
      async run(random) {
        await server.kill();
        await server.up();
        await waitRandomSeconds(random, 0, 0.5);
        await server.kill();
      },
    },
    ...lineFaults(front),
    ...(disk.fill ? diskFaults(server, disk, disk.fill) : []),
    ...(postgres ? databaseFaults(postgres) : []),
  ];
}

/** Milliseconds for which something is still put down to a fault that is over. */
const aftermath = 2000;

/** Faults of the connections to members. */
export function lineFaults(front: Proxy): Fault[] {
  return [
    {
      name: 'connections of members reset',
      of: 'members',
      weight: 3,
      ends: false,
      run: async (random) => void front.reset(random.between(0.3, 1)),
    },
    {
      name: 'connections of members torn in the middle',
      of: 'members',
      weight: 2,
      ends: false,
      run: (random) => during(random, front.tear(0.05), 1, 5),
    },
    {
      name: 'connections of members frozen',
      of: 'members',
      weight: 1,
      ends: false,
      run: (random) => during(random, front.freeze(), 1, 8),
    },
  ];
}

function diskFaults(server: Server, disk: Disk, fill: NonNullable<Disk['fill']>): Fault[] {
  return [
    {
      name: 'disk full',
      of: 'disk',
      weight: 3,
      ends: false,
      async run(random) {
        await fill(4096 + random.below(400_000));
        await waitRandomSeconds(random, 3, 12);
        await disk.empty();
      },
    },
    {
      name: 'SIGKILL of the server on a full disk',
      of: 'disk',
      weight: 1,
      ends: true,
      async run(random) {
        await fill(4096 + random.below(400_000));
        await waitRandomSeconds(random, 1, 5);
        await server.kill();
        await waitRandomSeconds(random, 1, 3);
        await disk.empty();
      },
    },
  ];
}

export function databaseFaults({ cluster, proxy }: NonNullable<FaultTargets['postgres']>): Fault[] {
  const restart = (signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT') => async (random: RandomSource) => {
    await cluster.end(signal);
    await waitRandomSeconds(random, 0, 4);
    await cluster.start();
  };
  return [
    { name: 'SIGKILL of PostgreSQL', of: 'database', weight: 3, ends: false, run: restart('SIGKILL') },
    { name: 'immediate restart of PostgreSQL', of: 'database', weight: 2, ends: false, run: restart('SIGQUIT') },
    { name: 'fast restart of PostgreSQL', of: 'database', weight: 1, ends: false, run: restart('SIGINT') },
    {
      name: 'connections of the database reset',
      of: 'database',
      weight: 3,
      ends: false,
      run: async (random) => void proxy.reset(random.between(0.3, 1)),
    },
    {
      name: 'connections of the database torn in the middle',
      of: 'database',
      weight: 1,
      ends: false,
      run: (random) => during(random, proxy.tear(0.02), 1, 4),
    },
    {
      name: 'connections of the database frozen',
      of: 'database',
      weight: 2,
      ends: false,
      run: (random) => during(random, proxy.freeze(), 1, 8),
    },
  ];
}

/**
 * Breaks one or two things at a time until the signal aborts, then repairs all. After `gentle` (milliseconds), no
 * fault ends the server. `up` resolves after a restart.
 */
export async function injectFaults(
  faults: readonly Fault[],
  random: RandomSource,
  {
    signal,
    gentle,
    troubled,
    up,
    broken,
  }: { signal: AbortSignal; gentle: number; troubled: () => void; up: () => Promise<void>; broken: ActiveFaults },
): Promise<FaultTotals> {
  const suffered: FaultTotals = new Map();

  async function suffer(fault: Fault, own: RandomSource): Promise<void> {
    const begun = Date.now();
    troubled();
    await fault.run(own);
    troubled();
    const sum = suffered.get(fault.name) ?? { times: 0, lasted: 0 };
    suffered.set(fault.name, { times: sum.times + 1, lasted: sum.lasted + Date.now() - begun });
  }

  for (let n = 0; !signal.aborted; n += 1) {
    await delay(random.between(2, 10) * 1000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const possible = faults.filter(({ ends }) => !ends || Date.now() < gentle);
    const first = random.weighted(possible);
    const second = random.weighted(possible);
    const both = random.chance(0.2) && second.of !== first.of;
    const chosen = both ? [first, second] : [first];
    for (const { name } of chosen) broken.add(name);
    await Promise.all(chosen.map((fault, i) => suffer(fault, random.fork(`${n}/${i}`))));
    // Otherwise a busy machine would do nothing but start it.
    await up();
    // Their traces are not gone at once: connections are made again, work is taken up.
    setTimeout(() => chosen.forEach(({ name }) => broken.delete(name)), aftermath).unref();
  }
  return suffered;
}
