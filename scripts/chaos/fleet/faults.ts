import type { Ceph } from '../../../server/test/ceph.ts';
import { databaseFaults, type Fault, lineFaults, waitRandomSeconds, type FaultTargets } from '../faults.ts';
import type { Proxy } from '../proxy.ts';
import type { RandomSource } from '../random.ts';
import type { Fleet, Process } from './fleet.ts';

/** The parts of a fleet that faults can break. */
export type FleetStage = {
  fleet: Fleet;
  /** Between the members and the web processes. */
  front: Proxy;
  postgres: NonNullable<FaultTargets['postgres']>;
  ceph: Ceph;
};

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

function processFaults({ fleet, front }: FleetStage, role: Process['role']): Fault[] {
  const those = fleet.processes.filter((each) => each.role === role);
  const fault = (name: string, weight: number, ends: boolean, run: Fault['run']): Fault => ({
    name: `${name} ${role}`,
    of: role,
    weight,
    ends,
    run,
  });
  return [
    fault('SIGKILL of a', 4, true, async (random) => void (await random.pick(those).server.kill())),
    fault('SIGTERM of a', 1, true, async (random) => void (await random.pick(those).server.terminate())),
    fault('SIGKILL of every', 1, true, async () => void (await Promise.all(those.map(({ server }) => server.kill())))),
    fault('SIGSTOP of a', 4, false, (random) => freeze(random.pick(those), front, random)),
  ];
}

function bucketFaults(ceph: Ceph): Fault[] {
  return [
    {
      name: 'SIGKILL of the gateway',
      of: 'bucket',
      weight: 3,
      ends: false,
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
      ends: false,
      async run(random) {
        await ceph.signal('SIGSTOP');
        await waitRandomSeconds(random, 1, 15);
        await ceph.signal('SIGCONT');
      },
    },
  ];
}

export const fleetFaults = (stage: FleetStage): Fault[] => [
  ...processFaults(stage, 'web'),
  ...processFaults(stage, 'worker'),
  ...bucketFaults(stage.ceph),
  ...databaseFaults(stage.postgres),
  ...lineFaults(stage.front),
];
