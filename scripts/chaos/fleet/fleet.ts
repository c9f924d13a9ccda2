import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetConnectOpts } from 'node:net';
import { type OutboxEmail, readOutboxEmails } from '../../../server/test/letters.ts';
import { type ServerSettings, createServerSettings } from '../../../server/test/process.ts';
import type { Findings } from '../findings.ts';
import { superviseServer, type Footprint, type Server } from '../server.ts';

/** One process of the fleet. */
export type Process = {
  role: 'web' | 'worker';
  port: number;
  server: Server;
  /** It was stopped by SIGSTOP. */
  frozen: boolean;
};

export type Fleet = {
  processes: readonly Process[];
  /** Where the next connection goes: the web processes in turn, but for those that are away or frozen. */
  next(): NetConnectOpts;
  /** Resolves when every process answers. */
  up(): Promise<void>;
  /** Resolves when one of each role does. */
  served(): Promise<void>;
  /** Everything in the outboxes: whichever worker takes a mail writes it. */
  letters(): Promise<OutboxEmail[]>;
  footprints(): Footprint[];
  starts(): number;
  stop(): Promise<void>;
  close(): Promise<void>;
};

type Surroundings = {
  settings: Record<string, string>;
  databaseUrl: string;
  findings: Findings;
  troubled(): number;
  said(lines: readonly string[]): Promise<void>;
};

/** More than any process is started times. */
const incarnations = 1_000_000;

/** Keeps so many processes of each role up, each with a folder of its own. */
export async function superviseFleet(
  counts: Record<Process['role'], number>,
  { settings, databaseUrl, findings, troubled, said }: Surroundings,
): Promise<Fleet> {
  const folders: string[] = [];
  async function begin(role: Process['role']): Promise<Process> {
    const dataDir = await mkdtemp(join(tmpdir(), `lectern-chaos-${role}-`));
    folders.push(dataDir);
    const env: ServerSettings = { ...(await createServerSettings({ dataDir, databaseUrl })), ...settings, ROLE: role };
    const server = await superviseServer(env, findings, { begun: () => undefined, troubled, said });
    return { role, port: Number(env.PORT), server, frozen: false };
  }
  const roles = (['web', 'worker'] as const).flatMap((role) => Array.from({ length: counts[role] }, () => role));
  // All of them start for the first time at the same moment.
  const processes = await Promise.all(roles.map(begin));
  let turn = 0;
  return {
    processes,
    next() {
      const web = processes.filter(({ role }) => role === 'web');
      const living = web.filter(({ server, frozen }) => !frozen && server.pid() !== undefined);
      turn += 1;
      const chosen = living.length > 0 ? living[turn % living.length]! : web[turn % web.length]!;
      return { host: '127.0.0.1', port: chosen.port };
    },
    async up() {
      for (const { server } of processes) await server.up();
    },
    async served() {
      for (const role of ['web', 'worker'])
        await Promise.any(processes.filter((each) => each.role === role).map(({ server }) => server.up()));
    },
    async letters() {
      const outboxes = await Promise.all(folders.map((folder) => readOutboxEmails(join(folder, 'outbox'))));
      return outboxes.flat();
    },
    footprints: () =>
      processes.flatMap(({ server }, n) =>
        server.footprints.map((each) => ({ ...each, incarnation: n * incarnations + each.incarnation })),
      ),
    starts: () => processes.reduce((sum, { server }) => sum + server.starts(), 0),
    async stop() {
      await Promise.all(processes.map(({ server }) => server.stop()));
    },
    async close() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
