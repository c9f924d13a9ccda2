import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Plan } from '@lectern/contract/accounts/accounts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { openPagesPlace } from '@lectern/server/test/databases';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Locator, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type NetworkControl, controlNetwork } from './slow-network.ts';
import { enter } from './stage.ts';

/** A recording of 2.4 MB takes a minute, so that what comes after it waits. Bytes a second. */
export const slow = 40_000;

type Queueing = {
  server: TestWorld;
  /** A professional who has just come, on the upload page, for each test. */
  member: TestMember;
  page: Page;
  line: NetworkControl;
  /** The paths of the files by their names. */
  at(...names: string[]): string[];
  has(plan: Plan): Promise<unknown>;
  choose(...names: string[]): Promise<void>;
  /** The entry of a recording in the list of those that are sent. */
  row(name: string): Locator;
  card(): Locator;
  titles(): Promise<string[]>;
  idOf(title: string): Promise<string>;
};

/** The upload page and several recordings for it, for all tests of a file. */
export function queueing(): Queueing {
  let folder: string;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const opened = {} as Pick<Queueing, 'server' | 'member' | 'page' | 'line'>;
  const at = (...names: string[]): string[] => names.map((name) => join(folder, name));
  const has = (plan: Plan) =>
    opened.server.world.database.kysely
      .updateTable('users')
      .set({ plan })
      .where('id', '=', opened.member.session.id)
      .execute();
  const videos = async () => (await opened.member.call(videoRoutes.list, { userId: opened.member.session.id })).data;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-queue-'));
    [opened.server, browser] = await Promise.all([openTestWorld({ open: openPagesPlace }), openBrowser()]);
    for (const name of ['First talk.mp4', 'Second talk.mp4', 'Third talk.mp4'])
      await copyFile(getSamplePath('short.mp4'), join(folder, name));
    for (const name of ['Second talk.vtt', 'First talk.en.vtt', 'Elsewhere.vtt'])
      await copyFile(getSamplePath('short.vtt'), join(folder, name));
    await copyFile(getSamplePath('webinar.mp4'), join(folder, 'Long talk.mp4'));
    await writeFile(join(folder, 'Broken talk.mp4'), 'Only a text.\n'.repeat(500));
    await writeFile(join(folder, 'Minutes.pdf'), 'A document.\n');
  });
  after(async () => {
    await browser?.close();
    await opened.server?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const { server } = opened;
    opened.member = await signUp(server.origin, server.letters);
    opened.page = await browser.context.newPage();
    await enter(opened.page, server.origin, { session: opened.member.session });
    await has('professional');
    await opened.page.goto(`${server.origin}/asset/upload`);
    await opened.page.getByText('Drop a video file here to upload').waitFor();
    opened.line = await controlNetwork(opened.page);
  });
  afterEach(async () => {
    await opened.page.close({ runBeforeUnload: false });
  });

  return {
    get server() {
      return opened.server;
    },
    get member() {
      return opened.member;
    },
    get page() {
      return opened.page;
    },
    get line() {
      return opened.line;
    },
    at,
    has,
    choose: (...names) => opened.page.getByLabel('Recording', { exact: true }).setInputFiles(at(...names)),
    row: (name) =>
      opened.page
        .getByRole('list', { name: /^Uploading | uploaded$|^Upload complete!$/ })
        .getByRole('listitem')
        .filter({ hasText: name }),
    card: () => opened.page.getByRole('region', { name: /recording|Upload complete!|Nothing was uploaded/ }),
    titles: async () => (await videos()).map(({ title }) => title).toSorted(),
    idOf: async (title) => (await videos()).find((each) => each.title === title)!.id,
  };
}
