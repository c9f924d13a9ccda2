import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { oneDatabase, openEmbeddedPlace, type TestPlace } from './databases.ts';
import { signUp, type TestMember } from './member.ts';
import { createServerSettings, type ServerProcess, type ServerSettings, startServer } from './process.ts';

type Options = {
  /** `embedded`, or as `oneDatabase`. */
  databases?: 'one' | 'embedded';
  /** Told before the first start, when the place is there. */
  env?: (place: TestPlace) => Promise<Record<string, string>> | Record<string, string>;
  /** The server kills itself where `dieAt` says (`killed-at.ts`). */
  isMortal?: boolean;
};

const killedAt = join(import.meta.dirname, 'killed-at.ts');

/** A suite's server in a process of its own, which its tests kill and start again on the same data. */
export class ProcessSuite {
  place!: TestPlace;
  /** May be changed for later starts. */
  settings!: ServerSettings;
  server!: ServerProcess;
  member!: TestMember;
  isUp = false;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async open(place: TestPlace): Promise<void> {
    const { env, isMortal } = this.#options;
    this.place = place;
    this.settings = {
      ...(await createServerSettings(place)),
      ...(isMortal ? { LECTERN_TEST_KILL_AT: join(place.dataDir, 'kill-at') } : {}),
      ...(await env?.(place)),
    };
    await this.live();
    this.member = await signUp(this.server.origin, this.server.letters);
  }

  async start(more: Record<string, string> = {}): Promise<void> {
    const server = await startServer({ ...this.settings, ...more }, this.#options.isMortal ? killedAt : undefined);
    this.server = server;
    this.isUp = true;
    void server.gone.then(() => (this.isUp = this.isUp && this.server !== server));
  }

  /** Ends the server, if it has not ended yet, and starts it again. */
  async restart(how: 'stop' | 'kill' = 'stop'): Promise<void> {
    await this.server[how]();
    await this.start();
  }

  /** The server goes on, or is started, and does not die by itself. */
  async live(): Promise<void> {
    if (this.#options.isMortal) await writeFile(this.settings.LECTERN_TEST_KILL_AT!, '');
    if (!this.isUp) await this.start();
  }

  /** Lets the server live until it kills itself at this moment of a job; `begin` is done while it lives. */
  async dieAt(moment: string, begin: () => Promise<unknown> = async () => undefined): Promise<void> {
    await writeFile(this.settings.LECTERN_TEST_KILL_AT!, moment);
    const failure = this.isUp ? undefined : await this.start().catch(String);
    // The job may be waiting already: then the server dies before it is ready.
    if (failure !== undefined) return assert.match(failure, /ended with code null/);
    // The answer may be lost with the server.
    await Promise.all([begin().catch(() => undefined), this.server.gone]);
  }

  async close(): Promise<void> {
    await this.server?.stop();
    await this.place?.close();
  }
}

/** Declares a suite on the product as people run it, on which its member has signed up. */
export function describeProcess(title: string, options: Options, body: (suite: ProcessSuite) => void): void {
  const declare = (name: string, open: () => Promise<TestPlace>): void =>
    void describe(name, () => {
      const suite = new ProcessSuite(options);
      before(async () => suite.open(await open()));
      after(() => suite.close());
      body(suite);
    });
  if (options.databases === 'embedded') declare(title, openEmbeddedPlace);
  else oneDatabase((database, open) => declare(`${title}, on ${database}`, open));
}
