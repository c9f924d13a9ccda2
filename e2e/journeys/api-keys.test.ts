/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { signUp } from '@lectern/server/test/member';
import { assertAccessible } from '../axe.ts';
import { waitForTexts } from '../expect.ts';
import { openOnStage } from '../journey.ts';

describe('API keys, in the browser', () => {
  const { stage, page, visitAs } = openOnStage();
  const dialog = () => page.getByRole('dialog');
  const keys = () => page.getByRole('list', { name: 'API keys' });
  const button = (name: string) => page.getByRole('button', { name });

  it('creates a key that works, shows it once, and ends it after a question, when one works alone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visitAs(stage.people.member, '/asset/account');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('No key yet.').waitFor();
    await assertAccessible(page, 'no keys');
    await button('Create a key').click();
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await waitForTexts(dialog(), 'Please give the key a name');
    await dialog().getByLabel('Name').fill('Newsletter');
    await dialog().getByRole('checkbox', { name: /^Read/ }).uncheck();
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await waitForTexts(dialog(), 'Please choose at least one thing that the key may do.');
    await dialog()
      .getByRole('radio', { name: /^Key of the workspace/ })
      .check();
    for (const name of [/^Read/, /^Manage/]) await dialog().getByRole('checkbox', { name }).check();
    await assertAccessible(page, 'the dialog of a key');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await waitForTexts(dialog(), 'Copy it now; it is not shown again.');
    await dialog().getByRole('button', { name: 'Copy key' }).waitFor();
    const key = (await dialog().getByRole('region', { name: 'API key' }).innerText()).trim();
    await assertAccessible(page, 'a new key');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await waitForTexts(
      keys(),
      'Newsletter',
      `${key.slice(0, 12)}…`,
      'Read, Manage',
      'Created by you',
      'Never used',
      /Ends on/,
    );
    await assertAccessible(page, 'keys');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    const call = stage.server.as(key);
    assert.deepEqual((await call(keyOwnerRoutes.me, undefined)).scopes, ['read', 'manage']);
    await page.reload();
    await waitForTexts(keys(), /Last used/);
    assert.equal(await page.getByText(key.slice(13)).count(), 0);
    await button('Revoke: Newsletter').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await call(keyOwnerRoutes.me, undefined);
    await button('Revoke: Newsletter').click();
    await assertAccessible(page, 'the question before a key ends');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No key yet.').waitFor();
    await assert.rejects(call(keyOwnerRoutes.me, undefined), { status: 401 });
  });

  it('offers a viewer what viewers may, when they create a key of their own', async () => {
    const viewer = await signUp(stage.origin, stage.server.letters);
    const company = stage.people.member.session.id;
    await stage.server.world.database.kysely
      .insertInto('workspace_members')
      .values({ workspace_id: company, user_id: viewer.session.id, role: 'viewer', last_used_at: new Date() })
      .execute();
    await page.setViewportSize({ width: 1440, height: 900 });
    const { email, password } = viewer;
    const session = await stage.server.call(accountRoutes.login, { email, password });
    await visitAs({ session, theme: 'dark' }, '/asset/workspace?part=keys');
    await button('Create a key').click();
    const offered = await dialog().getByRole('checkbox').all();
    const names = await Promise.all(offered.map((each) => each.evaluate((box) => box.parentElement!.innerText)));
    assert.deepEqual(
      names.map((name) => name.split('\n')[0]!.trim()),
      ['Read', 'Ask'],
    );
    await assertAccessible(page, 'the dialog of a key for a viewer');
    assert.equal(await dialog().getByRole('radio').count(), 0);
  });
});
