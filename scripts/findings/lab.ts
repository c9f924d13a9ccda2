import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type AdminSession, adminRoutes } from '@lectern/contract/admin';
import { createClient, type Call } from '@lectern/contract/client';
import { administer } from '../../server/test/databases.ts';
import { signUp, type TestMember } from '../../server/test/member.ts';
import { type Cluster, startCluster } from '../../server/test/postgres-cluster.ts';
import { type ServerProcess, type Settings, settingsOf, startServer } from '../../server/test/process.ts';

/** A server of the tree under test and where it keeps things. */
export type Server = ServerProcess & { dataDir: string; settings: Settings };

export type Administrator = { session: AdminSession; call: Call };

/** Where one finding is looked at: servers of one tree, with whatever they stand on. All ends with `close`. */
export type Lab = {
  tree: string;
  /** A server with an embedded database as after its first start. */
  serve(settings?: Record<string, string>): Promise<Server>;
  /** A server on a folder and a database of the caller's. */
  serveOn(settings: Settings): Promise<Server>;
  /** A folder as after the first start of a server in it. */
  folder(): Promise<string>;
  /** An empty folder. */
  emptyFolder(): Promise<string>;
  /** The address of an empty database. */
  database(): Promise<string>;
  cluster(): Promise<Cluster>;
  query(databaseUrl: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  member(server: ServerProcess): Promise<TestMember>;
  administrator(server: ServerProcess): Promise<Administrator>;
  /** What an administrator changes of an account. */
  change(
    server: ServerProcess,
    member: TestMember,
    changes: { plan?: 'professional'; is_active?: boolean },
  ): Promise<void>;
  /** Is done at the end. */
  after(work: () => unknown): void;
  close(): Promise<void>;
};

const operator = { email: 'operator@example.org', password: 'an operator of findings' };
const whose = { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password };

/** What all findings of a tree share: a folder after its first start, and a PostgreSQL. */
export function openTree(folder: string) {
  const tree = resolve(folder);
  const program = join(tree, 'server/src/main/start.ts');
  const node = join(tree, 'node_modules/node/bin/node');
  const made: string[] = [];
  let running: Promise<Cluster | undefined> | undefined;
  let template: Promise<string> | undefined;

  const begin = async (settings: Settings): Promise<Server> => {
    const server = await startServer({ ...whose, ...settings }, program, node);
    return { ...server, dataDir: settings.DATA_DIR, settings };
  };
  const temporary = async (): Promise<string> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-findings-'));
    made.push(dataDir);
    return dataDir;
  };
  async function firstStart(): Promise<string> {
    const dataDir = await temporary();
    const server = await begin({ DATA_DIR: dataDir });
    await server.stop();
    return dataDir;
  }
  async function cluster(): Promise<Cluster> {
    running ??= startCluster();
    const started = await running;
    if (!started) throw new Error('PostgreSQL is not installed here.');
    return started;
  }
  const query: Lab['query'] = (databaseUrl, text, values = []) =>
    administer(databaseUrl, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows);

  return {
    /** A lab for one finding. */
    lab(): Lab {
      const ends: (() => unknown)[] = [];
      const serveOn = async (settings: Settings): Promise<Server> => {
        const server = await begin(settings);
        // It does not outlive this process, whatever ends that.
        const leave = (): void => void process.kill(server.pid, 'SIGKILL');
        process.once('exit', leave);
        void server.gone.then(() => process.off('exit', leave));
        ends.push(() => server.kill());
        return server;
      };
      const folder = async (): Promise<string> => {
        template ??= firstStart();
        const dataDir = await temporary();
        // A server leaves the sockets of its commands behind.
        await cp(await template, dataDir, { recursive: true, filter: (name) => !name.endsWith('.sock') });
        return dataDir;
      };
      const administrator = async ({ origin }: ServerProcess): Promise<Administrator> => {
        const session = await createClient({ origin })(adminRoutes.login, operator);
        return { session, call: createClient({ origin, token: () => session.token }) };
      };
      return {
        tree,
        serveOn,
        administrator,
        folder,
        cluster,
        query,
        emptyFolder: temporary,
        async serve(settings = {}) {
          return serveOn({ ...(await settingsOf({ dataDir: await folder() })), ...settings });
        },
        async database() {
          const { url } = await cluster();
          const name = `finding_${randomUUID().replaceAll('-', '')}`;
          await query(url, `create database ${name}`);
          const address = new URL(url);
          address.pathname = `/${name}`;
          return String(address);
        },
        member: (server) => signUp(server.origin, server.letters),
        async change(server, { session: { id, firstname, lastname, plan } }, changes) {
          const { call } = await administrator(server);
          await call(adminRoutes.saveUser, { id, firstname, lastname, plan, is_active: true, ...changes });
        },
        after: (work) => void ends.push(work),
        async close() {
          for (const end of ends.toReversed()) await end();
        },
      };
    },
    async close(): Promise<void> {
      await (await running)?.stop();
      await Promise.all(made.map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}
