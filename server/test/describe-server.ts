import { after, before, describe } from 'node:test';
import type { Call } from '@lectern/contract/client';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { Kysely, Updateable } from 'kysely';
import type { Tables } from '../src/platform/database/tables.ts';
import type { World } from '../src/platform/http/context.ts';
import { bothDatabases, type OpenPlace, oneDatabase, type TestPlace } from './databases.ts';
import { signUp, type TestMember } from './member.ts';
import { openRecordedWorld, type Recording } from './recorded.ts';
import { openTestWorld, signInAdministrator, type TestWorld } from './world.ts';

type ServerSettings = Omit<
  NonNullable<Parameters<typeof openTestWorld>[0]>,
  'databaseUrl' | 'dataDir' | 'open' | 'now'
>;

type Options = Omit<ServerSettings, 'env'> & {
  /** A function, where a value comes from what runs before the suite. */
  env?: Record<string, string> | (() => Record<string, string>);
  /** `both` for what differs between databases; else one of them, and both in a full run. */
  databases?: 'one' | 'both';
  /** The moment the server's clock starts at and stays at. */
  now?: Date;
};

/** A suite's server, which opens before its tests and closes after them. */
export class ServerSuite {
  place!: TestPlace;
  server!: TestWorld;
  /** The moment the server takes for now; `aheadMs` counts where there is none. */
  clock: { at: Date | undefined; aheadMs: number };
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    this.clock = { at: options.now, aheadMs: 0 };
  }

  get settings(): ServerSettings & { now: () => Date } {
    const { databases: _, env = {}, ...settings } = this.#options;
    return { ...settings, env: typeof env === 'function' ? env() : env, now: this.now };
  }

  readonly now = (): Date => this.clock.at ?? new Date(Date.now() + this.clock.aheadMs);

  get world(): World {
    return this.server.world;
  }

  get db(): Kysely<Tables> {
    return this.world.database.kysely;
  }

  signUp(person: Parameters<typeof signUp>[2] = {}): Promise<TestMember> {
    return signUp(this.server.origin, this.server.letters, person);
  }

  async signInAdministrator(): Promise<Call> {
    return this.server.as((await signInAdministrator(this.server)).token);
  }

  /** Changes columns of an account, as its plan or an administrator would. */
  async changeUser(
    { session: { id } }: Pick<TestMember, 'session'>,
    { is_active, ...plan }: Updateable<Tables['workspaces']> & { is_active?: boolean },
  ): Promise<void> {
    if (is_active !== undefined) await this.db.updateTable('users').set({ is_active }).where('id', '=', id).execute();
    if (Object.keys(plan).length > 0) await this.db.updateTable('workspaces').set(plan).where('id', '=', id).execute();
  }

  /** Waits until no job is left that can run now. */
  settle(): Promise<void> {
    return this.world.jobs.settle();
  }

  /** Stops the server and starts it on the same data. */
  async restart(settings: ServerSettings = {}): Promise<void> {
    await this.server.close();
    this.server = await openTestWorld({ ...this.place, ...this.settings, ...settings });
  }

  async close(): Promise<void> {
    await this.server?.close();
    await this.place?.close();
  }
}

/** Declares a suite on the whole server, which listens on a database of its own. */
export function describeServer(title: string, options: Options, body: (suite: ServerSuite) => void): void {
  declare(title, options, (open) => {
    const suite = new ServerSuite(options);
    before(async () => {
      suite.place = await open();
      suite.server = await openTestWorld({ ...suite.place, ...suite.settings });
    });
    after(() => suite.close());
    body(suite);
  });
}

/** A suite with members: `member` has the recordings, each by its name, and `stranger` has none. */
export type RecordedSuite<Kind extends Recording> = ServerSuite &
  Record<'member' | 'stranger', TestMember> &
  Record<Kind, VideoDetail>;

/** Declares a suite on a server with recordings that the pipeline has processed before. */
export function describeRecordings<Kind extends Recording>(
  title: string,
  recordings: readonly Kind[],
  options: Options,
  body: (suite: RecordedSuite<Kind>) => void,
): void {
  declare(title, options, (open) => {
    const suite = new ServerSuite(options) as RecordedSuite<Kind>;
    before(async () => {
      Object.assign(suite, await openRecordedWorld(open, recordings, suite.settings));
    });
    after(() => suite.close());
    body(suite);
  });
}

const declare = (title: string, { databases = 'one' }: Options, body: (open: OpenPlace) => void): void =>
  (databases === 'both' ? bothDatabases : oneDatabase)((database, open) => {
    describe(`${title}, on ${database}`, () => body(open));
  });
