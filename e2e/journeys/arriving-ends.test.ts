import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import '@lectern/server/test/system-ffmpeg';
import { problems } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { putUploadChunk } from '@lectern/server/test/upload';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { openOnServer } from '../journey.ts';
import { enter } from '../stage.ts';
import { canPlay } from '../watching.ts';

const webinar = getSamplePath('webinar.mp4');
const megabyte = 1024 ** 2;

/** The sample as nobody can read it without its key. */
async function protect(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-arriving-ends-'));
  try {
    const { program } = await findFfmpeg(undefined);
    const [key, id] = ['00112233445566778899aabbccddeeff', '0123456789abcdef'.repeat(2)];
    const words = `-v error -i ${webinar} -c copy -encryption_scheme cenc-aes-ctr -encryption_key ${key}`;
    const path = join(folder, 'protected.mp4');
    execFileSync(program!, [...words.split(' '), '-encryption_kid', id, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the page of a recording that is uploaded elsewhere', () => {
  const { server, context } = openOnServer();
  let member: TestMember;
  let page: Page;

  beforeEach(async () => {
    member = await signUp(server.origin, server.letters);
    page = await context.newPage();
    await enter(page, server.origin, { session: member.session });
  });
  afterEach(() => page.close());

  /** Sends the first megabyte, and opens its page. */
  async function begin(bytes: Buffer) {
    const { url, id } = await member.call(uploadRoutes.create, { name: 'Talk.mp4' });
    const send = (first: number, end: number) =>
      putUploadChunk(url, bytes.subarray(first, end), `bytes ${first}-${end - 1}/${bytes.length}`);
    await send(0, megabyte);
    await page.goto(`${server.origin}/asset/${id}`);
    return { id, send };
  }

  it('says why there is none and where to upload, when it is refused after its last byte', async () => {
    const bytes = await protect();
    const { send } = await begin(bytes);
    await page.getByText('This recording is being uploaded').waitFor();
    await send(megabyte, bytes.length);
    const title = page.getByRole('heading', { name: 'This recording did not arrive' });
    await title.waitFor();
    await page.reload();
    await title.waitFor();
    await page.getByText(problems.protected_media.text).waitFor();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await assertAccessible(page, 'a recording that did not arrive');
    await page.getByRole('link', { name: 'Go to Video Upload' }).click();
    await page.getByRole('heading', { name: 'Video Upload' }).waitFor();
  });

  it('says where it ends and since when it stands still, when nothing more has come', async () => {
    const { id, send } = await begin(await readFile(webinar));
    await canPlay(page);
    const late = page.getByRole('slider', { name: 'Time line' });
    const { width } = (await late.boundingBox())!;
    await late.hover({ position: { x: width * 0.95, y: 16 } });
    await page.getByText(/^[\d:]+ · not there yet$/).waitFor();
    await late.click({ position: { x: width * 0.95, y: 16 } });
    const ends = page.getByText(/^What has arrived ends here\./);
    await ends.filter({ hasText: 'It goes on by itself when more has arrived.' }).waitFor();
    await server.world.database.kysely
      .updateTable('uploads')
      .set({ last_activity_at: new Date(Date.now() - minute) })
      .where('id', '=', id)
      .execute();
    const still = page.getByText(
      /^The upload stands still: nothing has arrived since .+ It goes on where it was begun/,
    );
    await still.waitFor();
    await expect(ends).toHaveText('What has arrived ends here.');
    await page.getByRole('link', { name: 'Go to Video Upload' }).waitFor();
    await assertAccessible(page, 'an upload that stands still');
    await send(megabyte, 2 * megabyte);
    await still.waitFor({ state: 'detached' });
    await ends.waitFor({ state: 'detached' });
  });
});
