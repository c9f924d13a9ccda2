/// <reference lib="dom" />
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserSession } from '@lectern/contract/accounts/accounts';
import type { AdminSession } from '@lectern/contract/operations/admin';
import { hour } from '@lectern/contract/rules/durations';
import { openPagesPlace } from '@lectern/server/test/databases';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { openTestWorld, signInAdministrator, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { uploadLong } from './long-webinars.ts';

/** Signs in to the back office of a stage. */
export const operator = { email: 'operator@example.org', password: 'an operator of pages' };

/** The running product with people on it, for tests and pictures of its pages. */
export type Stage = {
  server: TestWorld;
  origin: string;
  people: {
    /** Has just registered: an empty library. */
    newcomer: TestMember;
    /** Has the sample webinar, processed. */
    member: TestMember;
    /** The same as the newcomer, with a membership that has run out. */
    expired: TestMember;
  };
  administrator: AdminSession;
  /** The passthrough of the member's webinar. */
  webinar: string;
  close(): Promise<void>;
};

/** The parts of a stage besides its folder. */
type Cast = {
  people: Record<keyof Stage['people'], Omit<TestMember, 'call'>>;
  administrator: AdminSession;
  webinar: string;
};

/**
 * Copies the pipeline results made once per run. `long` uses a 45-minute recording, `slides` reads its slides, `env`
 * sets server settings.
 */
export async function openStage({
  long = false,
  slides = false,
  env = {},
  now,
}: {
  long?: boolean;
  slides?: boolean;
  env?: Record<string, string>;
  now?: () => Date;
} = {}): Promise<Stage> {
  const place = await openPagesPlace({
    name: [long && 'long', slides && 'slides', 'stage'].filter(Boolean).join('-'),
    async fill(filled) {
      const server = await openTestWorld({ ...filled, env: slides ? { SLIDES: 'read' } : {} });
      const cast = await prepare(server, long);
      await server.close();
      await writeFile(join(filled.dataDir, 'cast.json'), JSON.stringify(cast));
    },
  });
  const server = await openTestWorld({ ...place, env, ...(now && { now }) });
  const cast = JSON.parse(await readFile(join(place.dataDir, 'cast.json'), 'utf8')) as Cast;
  const member = (person: Omit<TestMember, 'call'>): TestMember => ({
    ...person,
    call: server.as(person.session.token),
  });
  const { newcomer, member: owner, expired } = cast.people;
  return {
    ...cast,
    server,
    origin: server.origin,
    people: { newcomer: member(newcomer), member: member(owner), expired: member(expired) },
    async close() {
      await server.close();
      await place.close();
    },
  };
}

async function prepare(server: TestWorld, long: boolean): Promise<Cast> {
  const person = (name: string) =>
    signUp(server.origin, server.letters, { email: `${name}@example.org`, plan: 'executive' });
  const people = { newcomer: await person('nora'), member: await person('grace'), expired: await person('elias') };
  const webinar = long
    ? (await uploadLong(people.member, [{ title: 'webinar', minutes: 48 }]))[0]!
    : await uploadFile(people.member, getSamplePath('webinar.mp4'), {
        captions: getSamplePath('webinar.vtt'),
        title: 'webinar',
      });
  await waitUntilProcessed(people.member, webinar);
  await changeMember(server, people.expired, { membership_end: new Date(Date.now() - hour) });
  const administrator = await signInAdministrator(server, operator);
  return { people, administrator, webinar };
}

/** Puts a session, or nobody, and a theme into the browser, as a visit before would have left them. */
export async function enter(
  page: Page,
  origin: string,
  {
    session,
    admin,
    theme = 'light',
  }: { session?: UserSession | undefined; admin?: AdminSession; theme?: 'light' | 'dark' },
): Promise<void> {
  // A file of the same origin that runs nothing.
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate(
    ([stored, admin, theme]) => {
      localStorage.clear();
      localStorage.setItem('lectern.theme', theme);
      if (stored) localStorage.setItem('lectern.session', stored);
      if (admin) localStorage.setItem('lectern.admin', admin);
    },
    [session && JSON.stringify(session), admin && JSON.stringify(admin), theme] as const,
  );
}

/** Changes what the database has of a member's plan. */
export const changeMember = (
  { world }: Pick<TestWorld, 'world'>,
  { session }: Pick<TestMember, 'session'>,
  changes: object,
) => world.database.kysely.updateTable('workspaces').set(changes).where('id', '=', session.id).execute();
