/// <reference lib="dom" />
import type { UserSession } from '@lectern/contract/accounts';
import { adminRoutes, type AdminSession } from '@lectern/contract/admin';
import { ensureAdministrator } from '@lectern/server/features/accounts/ensure-administrator';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { sample } from '@lectern/server/test/sample';
import { uploadFile, whenSettled } from '@lectern/server/test/upload';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { uploadLong } from './long-webinars.ts';

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

/** With `long` the member's webinar is a recording of three quarters of an hour, made now. */
export async function openStage({ long = false }: { long?: boolean } = {}): Promise<Stage> {
  const server = await openTestWorld();
  const person = (name: string) =>
    signUp(server.origin, server.letters, { email: `${name}@example.org`, plan: 'executive' });
  const people = { newcomer: await person('nora'), member: await person('grace'), expired: await person('elias') };
  const webinar = long
    ? (await uploadLong(people.member, [{ title: 'webinar', minutes: 48 }]))[0]!
    : await uploadFile(people.member, sample('webinar.mp4'), { captions: sample('webinar.vtt'), title: 'webinar' });
  await whenSettled(people.member, webinar);
  await server.world.database.kysely
    .updateTable('users')
    .set({ membership_end: new Date(Date.now() - 3_600_000) })
    .where('id', '=', people.expired.session.id)
    .execute();
  const credentials = { email: 'operator@example.org', password: 'an operator of pages' };
  await ensureAdministrator(server.world, credentials);
  const administrator = await server.call(adminRoutes.login, credentials);
  return { server, origin: server.origin, people, administrator, webinar, close: () => server.close() };
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
