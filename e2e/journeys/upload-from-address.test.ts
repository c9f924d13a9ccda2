/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { problems } from '@lectern/contract/problem';
import { startLocalServer } from '@lectern/server/test/local-server';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { openOnServer } from '../journey.ts';

const recording = await readFile(getSamplePath('short.mp4'));
const half = recording.length / 2;

describe('a recording from an address', () => {
  const { server, page, visitAs } = openOnServer({ env: { OUTBOUND_ALLOW: '127.0.0.2/32' } });
  let source: Awaited<ReturnType<typeof startLocalServer>>;
  const sendRest = Promise.withResolvers<void>();
  let member: TestMember;
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/All%20hands.mp4': async (response) => {
      response.writeHead(200, { 'content-length': recording.length }).write(recording.subarray(0, half));
      await sendRest.promise;
      response.end(recording.subarray(half));
    },
    '/page.mp4': (response) => response.setHeader('content-type', 'text/html').end('<p>Hello'),
    '/none.mp4': (response) => response.writeHead(404).end(),
  };
  before(async () => {
    source = await startLocalServer(({ url = '' }, response) => void answers[url]!(response), '127.0.0.2');
    member = await signUp(server.origin, server.letters);
  });
  after(() => source.close());

  const field = () => page.getByRole('textbox', { name: 'From an address' });
  const fetchFrom = async (address: string): Promise<void> => {
    await field().fill(address);
    await field().press('Enter');
  };

  it('shows how much has come, and the video in the end, when its address is given with the keyboard', async () => {
    await visitAs(member, '/asset/upload');
    await fetchFrom(`${source.url}/All%20hands.mp4`);
    await waitForTexts(page, '“All hands.mp4” is being fetched. It goes on when you leave this page.');
    await expect(field()).toBeFocused();
    await expect(field()).toHaveValue('');
    const progress = page.getByRole('progressbar', { name: 'Received of All hands.mp4' });
    await progress.waitFor();
    await assertAccessible(page, 'a recording that is fetched');
    await visitAs(member, '/asset/view');
    await visitAs(member, '/asset/upload');
    await progress.waitFor();
    sendRest.resolve();
    await page
      .getByRole('region', { name: 'Fetched from an address' })
      .getByRole('link', { name: 'Open All hands' })
      .click();
    await page.getByRole('heading', { name: 'All hands' }).first().waitFor();
  });

  it('says in plain words what is wrong, when there is no recording, in the dark on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visitAs({ ...member, theme: 'dark' }, '/asset/upload');
    for (const [address, text] of [
      ['', 'Please give the whole address of the file, which begins with https://.'],
      ['example.org/talk.mp4', 'Please give the whole address of the file, which begins with https://.'],
      ['https://10.0.0.1/talk.mp4', problems.address_refused.text],
    ] as const) {
      await fetchFrom(address);
      await page.getByRole('alert').filter({ hasText: text }).waitFor();
    }
    await assertAccessible(page, 'an address that is refused, in the dark');
    for (const [name, text] of [
      ['page.mp4', problems.source_is_page.text],
      ['none.mp4', problems.source_missing.text],
    ] as const) {
      await fetchFrom(`${source.url}/${name}`);
      const row = page.getByRole('listitem').filter({ hasText: name });
      await row.getByRole('alert').filter({ hasText: text }).waitFor();
    }
    await assertAccessible(page, 'recordings that could not be fetched, in the dark');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.getByRole('button', { name: 'Remove page.mp4' }).press('Enter');
    await expect(page.getByText(problems.source_is_page.text)).toHaveCount(0);
  });
});
