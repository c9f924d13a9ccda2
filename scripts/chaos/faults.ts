import { setTimeout as delay } from 'node:timers/promises';
import type { Ceph } from '../../server/test/ceph.ts';
import type { Disk } from '../../server/test/disk.ts';
import type { Cluster } from '../../server/test/postgres-cluster.ts';
import type { RandomSource } from './random.ts';
import type { Process, Role, Server, Servers } from './servers.ts';
import type { Proxy } from './wire.ts';

export type Fault = {
  name: string;
  /** The broken part; two simultaneous faults have different ones. */
  of: Role | 'members' | 'disk' | 'database' | 'bucket';
  weight: number;
  run(random: RandomSource): Promise<void>;
  /** It ends the server's process. */
  ends?: true;
};

/** How often each fault came, and for how long, in milliseconds. */
export type FaultTotals = Map<string, { times: number; lasted: number }>;

const waitRandomSeconds = (random: RandomSource, from: number, to: number): Promise<void> =>
  delay(random.between(from, to) * 1000);

/** Lets something last. */
async function during(random: RandomSource, end: () => void, from: number, to: number): Promise<void> {
  await waitRandomSeconds(random, from, to);
  end();
}

/** Faults of a server that has a disk of its own. */
export const serverFaults = (server: Server, disk: Disk): Fault[] => [
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
  ...(disk.fill ? diskFaults(server, disk, disk.fill) : []),
];

const diskFaults = (server: Server, disk: Disk, fill: NonNullable<Disk['fill']>): Fault[] => [
  {
    name: 'disk full',
    of: 'disk',
    weight: 3,
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

/** Faults of the connections to members, or of those to the database. */
const connectionFaults = (
  of: 'members' | 'database',
  proxy: Proxy,
  [reset, tear, freeze]: readonly [number, number, number],
): Fault[] => {
  const name = of === 'members' ? 'connections of members' : 'connections of the database';
  return [
    { name: `${name} reset`, of, weight: reset, run: async (random) => void proxy.reset(random.between(0.3, 1)) },
    {
      name: `${name} torn in the middle`,
      of,
      weight: tear,
      run: (random) => during(random, proxy.tear(of === 'members' ? 0.05 : 0.02), 1, 5),
    },
    { name: `${name} frozen`, of, weight: freeze, run: (random) => during(random, proxy.freeze(), 1, 8) },
  ];
};

export const lineFaults = (front: Proxy): Fault[] => connectionFaults('members', front, [3, 2, 1]);

export function databaseFaults(cluster: Cluster, proxy: Proxy): Fault[] {
  const restart = (mode: Parameters<Cluster['shutDown']>[0]) => async (random: RandomSource) => {
    await cluster.shutDown(mode);
    await waitRandomSeconds(random, 0, 4);
    await cluster.startAgain();
  };
  return [
    { name: 'SIGKILL of PostgreSQL', of: 'database', weight: 3, run: restart('crash') },
    { name: 'immediate restart of PostgreSQL', of: 'database', weight: 2, run: restart('immediate') },
    { name: 'fast restart of PostgreSQL', of: 'database', weight: 1, run: restart('fast') },
    ...connectionFaults('database', proxy, [3, 1, 2]),
  ];
}

/** Faults of several processes on one bucket; `front` is between the members and the web processes. */
export const fleetFaults = (servers: Servers, front: Proxy, ceph: Ceph): Fault[] => [
  ...processFaults(servers, front, 'web'),
  ...processFaults(servers, front, 'worker'),
  {
    name: 'SIGKILL of the gateway',
    of: 'bucket',
    weight: 3,
    async run(random) {
      await ceph.killGateway();
      await waitRandomSeconds(random, 0, 6);
      await ceph.startGateway();
    },
  },
  {
    name: 'SIGSTOP of the gateway',
    of: 'bucket',
    weight: 3,
    async run(random) {
      await ceph.signal('SIGSTOP');
      await waitRandomSeconds(random, 1, 15);
      await ceph.signal('SIGCONT');
    },
  },
];

function processFaults({ processes }: Servers, front: Proxy, of: Role): Fault[] {
  const those = processes.filter(({ role }) => role === of);
  const killAll = () => Promise.all(those.map(({ server }) => server.kill()));
  return [
    {
      name: `SIGKILL of a ${of}`,
      of,
      weight: 4,
      ends: true,
      run: async (random) => void (await random.pick(those).server.kill()),
    },
    {
      name: `SIGTERM of a ${of}`,
      of,
      weight: 1,
      ends: true,
      run: async (random) => void (await random.pick(those).server.terminate()),
    },
    { name: `SIGKILL of every ${of}`, of, weight: 1, ends: true, run: async () => void (await killAll()) },
    { name: `SIGSTOP of a ${of}`, of, weight: 4, run: (random) => freeze(random.pick(those), front, random) },
  ];
}

/** Stops a process in whatever it is doing, and lets it go on when others have taken over from it. */
async function freeze(one: Process, front: Proxy, random: RandomSource): Promise<void> {
  const pid = one.server.pid();
  if (pid === undefined) return;
  process.kill(pid, 'SIGSTOP');
  one.frozen = true;
  try {
    await waitRandomSeconds(random, 0.5, 4);
    // A proxy gives up on who does not answer, and the sender goes on elsewhere.
    front.cutTo(one.port);
    // Longer than a claim of an upload or the heartbeat of a job lives without a sign.
    await waitRandomSeconds(random, 1, 25);
  } finally {
    process.kill(pid, 'SIGCONT');
    one.frozen = false;
  }
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
  }: { signal: AbortSignal; gentle: number; troubled: () => void; up: () => Promise<void> },
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
    await Promise.all(chosen.map((fault, i) => suffer(fault, random.fork(`${n}/${i}`))));
    // Otherwise a busy machine would do nothing but start it.
    await up();
  }
  return suffered;
}
