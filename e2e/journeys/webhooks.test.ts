import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { openOnStage } from '../journey.ts';
import { enter } from '../stage.ts';

describe('webhooks of a workspace', () => {
  const { stage, page, visit } = openOnStage({ env: { OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const received: { headers: Record<string, string>; body: string }[] = [];
  let isBroken = false;
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      if (isBroken) response.writeHead(503, { 'retry-after': '7200' });
      response.end('thanks');
    });
  });
  let url: string;
  before(async () => {
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await enter(page, stage.origin, stage.people.member);
  });
  after(() => receiver.close());

  it('adds an endpoint, shows its secret once, and tells what it answered', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/asset/workspace?part=webhooks');
    await page.getByText('No endpoint yet.').waitFor();
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('http://10.0.0.1/inner');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForTexts(dialog, 'This address cannot be used.');
    await dialog.getByLabel('Address').fill('https://user:pw@example.com/hook');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForTexts(dialog, 'An address may not hold a name and a password.');
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByLabel('Chapters changed').check();
    await assertAccessible(page, 'the dialog of an endpoint');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await waitForTexts(dialog, 'it is not shown again');
    const secret = await dialog.getByRole('region', { name: 'Secret' }).innerText();
    await dialog.getByRole('button', { name: 'Copy secret' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const row = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem');
    await waitForTexts(row, url, 'A recording is ready, Chapters changed', 'Nothing was sent yet.');
    await row.getByRole('button', { name: /^Send test/ }).click();
    await page.getByText('A test event is on its way.').first().waitFor();
    await row.getByRole('button', { name: /^Log/ }).click();
    await waitForTexts(dialog, 'Test', /Delivered, answered 200 in \d+ ms/);
    await dialog.getByText('Payload and answer').click();
    await waitForTexts(dialog, '"type":"webhook.test"', 'thanks');
    await assertAccessible(page, 'the log of an endpoint');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    const [told] = received;
    assert.ok(new Webhook(secret.trim()).verify(told!.body, told!.headers));
    await page.keyboard.press('Escape');
  });

  it('sends an event again before its next try is due, when the receiver is mended', async () => {
    const dialog = page.getByRole('dialog');
    const row = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem');
    isBroken = true;
    await row.getByRole('button', { name: /^Send test/ }).click();
    await row.getByRole('button', { name: /^Log/ }).click();
    const newest = dialog.getByRole('list', { name: 'Events' }).getByRole('listitem').first();
    await waitForTexts(newest, 'Not delivered yet, answered 503. Next try: ');
    isBroken = false;
    await newest.getByRole('button', { name: 'Send again' }).click();
    await waitForTexts(newest, 'Delivered, answered 200');
    await page.keyboard.press('Escape');
    await waitForTexts(row, 'Active', /Last sent .*: answered 200/);
  });

  it('pauses and removes an endpoint, after a question', async () => {
    const row = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem');
    await row.getByRole('button', { name: /^Pause/ }).click();
    await waitForTexts(row, 'Paused: nothing is sent');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No endpoint yet.').waitFor();
    await expect(row).toHaveCount(0);
  });
});
