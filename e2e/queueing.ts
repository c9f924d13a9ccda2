import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Plan } from '@lectern/contract/accounts/accounts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import type { Page } from 'playwright-core';
import { lazily, openOnServer } from './journey.ts';
import { type NetworkControl, controlNetwork } from './slow-network.ts';
import { enter, changeMember } from './stage.ts';

/** A recording of 2.4 MB takes a minute, so that what comes after it waits. Bytes a second. */
export const slow = 40_000;

/** The upload page and several recordings for it, for all tests of a file; each begins with a new professional. */
export function queueing() {
  let folder: string;
  const { server, context } = openOnServer();
  const opened: { member?: TestMember; page?: Page; line?: NetworkControl } = {};
  const [member, page] = [lazily(() => opened.member!), lazily(() => opened.page!)];
  /** The paths of the files by their names. */
  const at = (...names: string[]): string[] => names.map((name) => join(folder, name));
  const has = (plan: Plan) => changeMember(server, member, { plan });
  const videos = async () => (await member.call(videoRoutes.list, { userId: member.session.id })).data;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-queue-'));
    for (const name of ['First talk.mp4', 'Second talk.mp4', 'Third talk.mp4'])
      await copyFile(getSamplePath('short.mp4'), join(folder, name));
    for (const name of ['Second talk.vtt', 'First talk.en.vtt', 'Elsewhere.vtt'])
      await copyFile(getSamplePath('short.vtt'), join(folder, name));
    await copyFile(getSamplePath('webinar.mp4'), join(folder, 'Long talk.mp4'));
    await writeFile(join(folder, 'Broken talk.mp4'), 'Only a text.\n'.repeat(500));
    await writeFile(join(folder, 'Minutes.pdf'), 'A document.\n');
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    opened.member = await signUp(server.origin, server.letters);
    opened.page = await context.newPage();
    await enter(opened.page, server.origin, opened.member);
    await has('professional');
    await page.goto(`${server.origin}/asset/upload`);
    await page.getByText('Drop a video file here to upload').waitFor();
    opened.line = await controlNetwork(opened.page);
  });
  afterEach(async () => {
    await page.close({ runBeforeUnload: false });
  });

  return {
    server,
    member,
    page,
    line: lazily(() => opened.line!),
    at,
    has,
    choose: (...names: string[]) => page.getByLabel('Recording', { exact: true }).setInputFiles(at(...names)),
    /** The entry of a recording in the list of those that are sent. */
    row: (name: string) =>
      page
        .getByRole('list', { name: /^Uploading | uploaded$|^Upload complete!$/ })
        .getByRole('listitem')
        .filter({ hasText: name }),
    card: () => page.getByRole('region', { name: /recording|Upload complete!|Nothing was uploaded/ }),
    titles: async () => (await videos()).map(({ title }) => title).toSorted(),
    idOf: async (title: string) => (await videos()).find((each) => each.title === title)!.id,
  };
}
