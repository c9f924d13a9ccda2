/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { UserSession } from '@lectern/contract/accounts/accounts';
import { invitationRoutes, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { createClient } from '@lectern/contract/client';
import { day } from '@lectern/contract/rules/durations';
import { signUp, type TestMember } from '@lectern/server/test/member';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { answers } from '../held-answers.ts';
import { openOnStage } from '../journey.ts';
import { peopleOn } from '../people-on-stage.ts';
import { fillFields } from '../places.ts';
import { changeMember } from '../stage.ts';

const password = 'a right password';

describe('people of a workspace, in the browser', () => {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const { stage, context, page, visit, visitAs } = openOnStage({ env: { PROFESSIONAL_PEOPLE: '3' }, now });
  let grace: TestMember;
  before(async () => {
    grace = stage.people.member;
    await changeMember(stage.server, grace, {
      plan: 'professional',
      subscription_status: 'active',
      membership_end: new Date(Date.now() + 60 * day),
    });
  });

  const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name });
  const heading = (name: string | RegExp, on: Page = page) => on.getByRole('heading', { name }).waitFor();
  const toast = (text: string | RegExp, on: Page = page) =>
    on.getByRole('list', { name: 'Notifications' }).getByText(text).first().waitFor();
  const about = (session: UserSession, workspace: string) =>
    createClient({ origin: stage.origin, token: () => session.token, workspace: () => workspace });

  const { invite, join, removeAll, otherBrowser } = peopleOn({ stage, context }, () => grace);

  it('opens an invitation by one card or one command, when a person works alone', async () => {
    await visitAs(grace, '/asset/account');
    await waitForTexts(page, 'You work alone here. Invite a colleague to share this library.');
    assert.equal(await page.getByRole('link', { name: 'Workspace' }).count(), 0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('invite');
    await page.getByRole('option', { name: /Invite people/ }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Invite people');
    await assertAccessible(page, 'invite people');
    await fillFields(page, { Email: 'nobody' });
    await button('Send invitation').click();
    await waitForTexts(page.getByRole('dialog'), 'Please enter a valid email address.');
    await fillFields(page, { Email: 'ana@example.org' });
    await page.keyboard.press('Escape');
    await button('Keep writing').click();
    await button('Send invitation').click();
    await toast(/We have sent an invitation to ana@example.org/);
    await page.getByRole('list', { name: 'Open invitations' }).getByText('ana@example.org').waitFor();
    await page.getByRole('link', { name: 'Workspace' }).waitFor();
    await waitForTexts(page, '2 of 3 people · 0 of 30 viewers');
    await assertAccessible(page, 'people with an open invitation');
    await button('Send again to ana@example.org').click();
    await toast(/another invitation to ana@example.org/);
    await button('Revoke the invitation of ana@example.org').click();
    await toast(/has been revoked/);
    await expect(page.getByRole('link', { name: 'Workspace' })).toHaveCount(0);
  });

  it('makes an account and joins, when the invited address has none', async () => {
    const { token } = await invite('ben@example.org', 'viewer');
    await visitAs({}, `/invitation?token=${token}`);
    await heading('Create your account');
    assert.equal(new URL(page.url()).search, '');
    await waitForTexts(page, 'grace@example.org', /as a viewer/);
    await assertAccessible(page, 'invitation of a new account');
    await button('Create account and join').click();
    await waitForTexts(page, 'Please fill in all fields.');
    await page.reload();
    await fillFields(page, { 'First name': 'Ben', 'Last name': 'Brook', Password: password });
    await button('Create account and join').click();
    await page.getByRole('article').first().waitFor();
  });

  it('shows a viewer what viewers may, and says who can change it elsewhere', async () => {
    assert.equal(await page.getByRole('link', { name: 'Video Upload' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Plan Selection' }).count(), 0);
    assert.equal(await button(/switch workspace/).count(), 0);
    await waitForTexts(page, /by Ada/);
    await visit('/asset/upload');
    await heading('Viewers cannot upload.');
    await waitForTexts(page, 'Ada can change your role.');
    await assertAccessible(page, 'a page beyond the role');
    await visit('/asset/workspace?part=general');
    await page.getByRole('list', { name: 'People' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'General' }).count(), 0);
    assert.equal(await button('Invite people').count(), 0);
    assert.equal(await page.getByText('grace@example.org').count(), 0);
    await page.getByLabel(/^My voice may be saved/).focus();
    await page.keyboard.press('Space');
    await toast(/voice/);
    await expect(page.getByLabel(/^My voice may be saved/)).toBeFocused();
    await expect(page.getByLabel(/^My voice may be saved/)).toBeChecked();
    await assertAccessible(page, 'people for a viewer');
    await visit(`/asset/${stage.webinar}`);
    await waitForTexts(page, /were written by AI/);
    await expect(button('Mark as reviewed')).toHaveCount(0);
  });

  it('says that it is used, when an invitation is opened again', async () => {
    const { token, id } = await invite('cleo@example.org', 'viewer');
    await createClient({ origin: stage.origin })(invitationRoutes.accept, {
      token,
      firstname: 'Cleo',
      lastname: 'Brook',
      password,
    });
    await visitAs({}, `/invitation?token=${token}`);
    await heading('Already used');
    await waitForTexts(page, 'If it was by you, sign in.');
    await assertAccessible(page, 'a used invitation');
    assert.ok(id);
    // Nobody signs out for what is over.
    await visitAs(stage.people.newcomer, `/invitation?token=${token}`);
    await heading('Already used');
    await expect(page.getByText('If it was by you, sign in.')).toHaveCount(0);
  });

  it('says that it is revoked, expired or unknown, each in its words', async () => {
    const revoked = await invite('dora@example.org', 'viewer');
    await grace.call(workspaceRoutes.revokeInvitation, { id: revoked.id });
    await visitAs({}, `/invitation?token=${revoked.token}`);
    await heading('Revoked');
    await visit('/invitation?token=of-nothing');
    await heading('That did not work');
    const { token } = await invite('dora@example.org', 'viewer');
    ahead = 8 * day;
    await visit(`/invitation?token=${token}`);
    await heading('Expired');
    await assertAccessible(page, 'an expired invitation');
    await button('Ask for a new one').click();
    await page.getByRole('status').getByText(/asked/i).waitFor();
    ahead = 0;
  });

  it('joins by one press, when the address has an account that signs in', async () => {
    const eve = await signUp(stage.origin, stage.server.letters, { email: 'eve@example.org' });
    const { token } = await invite(eve.email, 'editor');
    await visitAs({}, `/invitation?token=${token}`);
    await heading('Sign in to join');
    await assertAccessible(page, 'an invitation to sign in');
    await fillFields(page, { Email: eve.email, Password: eve.password });
    await button('Sign In').click();
    await button(/^Join .* as editor$/).click();
    await toast(/^Now in /);
    await page.getByRole('article').first().waitFor();
    await visit(`/invitation?token=${token}`);
    await heading('Already used');
  });

  it('says that the account is in already, or deactivated, when it is', async () => {
    const { kysely } = stage.server.world.database;
    const lea = await signUp(stage.origin, stage.server.letters, { email: 'lea@example.org' });
    const { token } = await invite(lea.email, 'viewer');
    const seat = { workspace_id: grace.session.id, user_id: lea.session.id, role: 'viewer' as const };
    await kysely.insertInto('workspace_members').values(seat).execute();
    await visitAs(lea, `/invitation?token=${token}`);
    await heading('You are already in');
    await kysely.updateTable('users').set({ is_active: false }).where('id', '=', lea.session.id).execute();
    await visitAs({}, `/invitation?token=${token}`);
    await heading('This account is deactivated');
    await assertAccessible(page, 'an invitation of a deactivated account');
  });

  it('leads to the company, when passwords are off', async () => {
    const data = {
      state: 'open',
      role: 'editor',
      email: 'a…@acme.example.org',
      invited_by: 'grace@example.org',
      has_account: false,
      passwords: false,
    };
    await answers(page, '/invitations/open', { status: 200, body: { data } });
    await visitAs({}, '/invitation?token=any');
    await heading('Sign in with your company');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('signs out and continues, when another person is signed in', async () => {
    const { token } = await invite('fay@example.org', 'viewer');
    await visitAs(stage.people.newcomer, `/invitation?token=${token}`);
    await heading('For another address');
    await waitForTexts(page, 'nora@example.org');
    await assertAccessible(page, 'an invitation for another address');
    await button('Sign out and continue').click();
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused();
  });

  it('says that no place is left, and lets viewers come, when the plan is full', async () => {
    const { token } = await invite('gil@example.org', 'editor');
    await changeMember(stage.server, grace, { plan: 'executive' });
    await visitAs({}, `/invitation?token=${token}`);
    await heading('No place is left');
    await changeMember(stage.server, grace, { plan: 'professional' });
    await visitAs(grace, '/asset/workspace');
    await waitForTexts(page, '3 of 3 people', 'See the plans');
    await button('Invite people').click();
    await fillFields(page, { Email: 'hal@example.org' });
    await page.getByRole('dialog').getByLabel('Role').selectOption('editor');
    await button('Send invitation').click();
    await waitForTexts(page.getByRole('dialog'), /^All places of your plan are taken/, /Your plan includes 3 people/);
    await page.keyboard.press('Escape');
    await button('Discard').click();
    await visit('/asset/plan');
    await page.getByRole('heading', { name: 'People' }).waitFor();
    await waitForTexts(page, /removes\s+nobody/);
    await assertAccessible(page, 'the plan of several people');
  });

  it('changes a role and removes a person with their links, after asking', async () => {
    await visit('/asset/workspace');
    await button('Viewer, role of Ben Brook').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Admin' }).waitFor();
    await assertAccessible(page, 'the menu of a role');
    await page.keyboard.press('Escape');
    await button('Revoke the invitation of gil@example.org').click();
    await toast(/has been revoked/);
    await button('Viewer, role of Ben Brook').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio').first()).toBeFocused();
    await page.keyboard.type('ed');
    await expect(page.getByRole('menuitemradio', { name: 'Editor' })).toBeFocused();
    await page.keyboard.press('Enter');
    await button('Editor, role of Ben Brook').waitFor();
    await button('Remove Cleo Brook').click();
    await waitForTexts(page.getByRole('alertdialog'), 'Cleo loses access at once. Recordings and links of Cleo stay.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(button('Remove Cleo Brook')).toHaveCount(0);
  });

  it('switches by keyboard, keeps each tab where it is, and follows a recording', async () => {
    await removeAll();
    const ida = await signUp(stage.origin, stage.server.letters, { email: 'ida@example.org' });
    const { token } = await invite(ida.email, 'editor');
    const { workspace } = await ida.call(invitationRoutes.join, { token });
    await grace.call(workspaceRoutes.change, { name: 'Acme' });
    await visitAs(ida, '/asset/view');
    await button(/switch workspace/).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: /Acme/ }).waitFor();
    await assertAccessible(page, 'the switcher');
    await page.keyboard.type('acm');
    await expect(page.getByRole('menuitemradio', { name: /Acme/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await toast('Now in Acme.');
    await page.getByRole('article').first().waitFor();
    await button(/^Acme · Editor\s?, switch workspace$/).waitFor();

    const tab = await context.newPage();
    await tab.goto(`${stage.origin}/asset/view`);
    await button(/^Acme · Editor\s?, switch workspace$/, tab).waitFor();
    await page.bringToFront();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('switch to');
    await page
      .getByRole('option', { name: /Switch to/ })
      .first()
      .waitFor();
    await page.getByRole('option', { name: /^Switch to Ada .*’s workspace/ }).click();
    await heading('Your first webinar belongs here');
    await tab.reload();
    await button(/^Acme · Editor\s?, switch workspace$/, tab).waitFor();
    await tab.close();

    await visit(`/asset/${stage.webinar}`);
    await toast(/This recording is in Acme/);
    await page.getByRole('slider').first().waitFor();
    await button(/^Acme · Editor\s?, switch workspace$/).waitFor();
    assert.equal(workspace, grace.session.id);
  });

  it('puts the switcher first in the panel and overflows nowhere, when the window is narrow', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/asset/workspace');
    await page.getByRole('list', { name: 'People' }).waitFor();
    await button('Open sidebar').click();
    const first = page.getByRole('navigation', { name: 'Main' }).getByRole('button').first();
    await expect(first).toHaveAccessibleName(/^Acme · Editor\s?, switch workspace$/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await assertAccessible(page, 'a workspace on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('makes a further workspace, and leads back when it is deleted', async () => {
    await visit('/asset/view');
    await button(/switch workspace/).click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    await fillFields(page, { Name: 'Side project' });
    await button('Create workspace').click();
    await heading('Side project has no plan yet');
    await button('Not now').click();
    await visit('/asset/workspace?part=general');
    await button('Not now').click();
    await button('Delete …').click();
    await fillFields(page, { 'Type Side project': 'Side', 'Your password': password });
    await button('Delete workspace').click();
    await waitForTexts(page.getByRole('dialog'), /That is not the name of this workspace/);
    await assertAccessible(page, 'deleting a workspace');
    await fillFields(page, { 'Type Side project': 'Side project' });
    await button('Delete workspace').click();
    await toast(/Side project is being deleted/);
  });

  it('tells who is removed while the page is open, and goes on elsewhere', async () => {
    const jan = await join('jan@example.org', 'editor', 'Jan');
    const { there, other } = await otherBrowser(jan);
    await there.goto(`${stage.origin}/asset/glossary`);
    await heading('Glossary', there);
    await grace.call(workspaceRoutes.remove, { userId: jan.id, links: 'keep' });
    await there.getByRole('link', { name: 'Highlights' }).click();
    await toast(/You are not in Acme any more/, there);
    await heading('Start your own library', there);
    await there.goto(`${stage.origin}/asset/plan`);
    await waitForTexts(there, 'No plan yet', 'Choose a plan below to begin.');
    await there.goto(`${stage.origin}/asset/upload`);
    await heading('Start your own library', there);
    await assertAccessible(there, 'nobody else’s workspace');
    await button('Start your own', there).click();
    await heading('Your first webinar belongs here', there);
    await other.close();
  });

  it('leads on from an upload, when who sends it is removed', async () => {
    await removeAll();
    const lou = await join('lou@example.org', 'editor', 'Lou');
    const { there, other } = await otherBrowser(lou);
    const { promise: removed, resolve: letGo } = Promise.withResolvers<void>();
    await there.route('**/upload/*', async (route) => {
      await removed;
      await route.continue();
    });
    await there.goto(`${stage.origin}/asset/upload`);
    const sent = there.waitForRequest('**/upload/*');
    const file = { name: 'talk.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1000, 1) };
    await there.locator('input[type=file]').first().setInputFiles(file);
    await sent;
    await grace.call(workspaceRoutes.remove, { userId: lou.id, links: 'keep' });
    letGo();
    await toast(/You are not in Acme any more/, there);
    await heading('Start your own library', there);
    await there.getByRole('link', { name: /talk\.mp4/ }).click();
    await heading('Start your own library', there);
    await other.close();
  });

  it('hands the workspace over, when two people say yes in two browsers', async () => {
    await removeAll();
    const kay = await join('kay@example.org', 'admin', 'Kay');
    await visitAs(grace, '/asset/workspace');
    await button('Leave this workspace').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await waitForTexts(page, 'Hand the workspace over before you leave.');
    await page.getByRole('link', { name: 'Hand over' }).click();
    await button('Hand over …').click();
    await assertAccessible(page, 'handing over');
    await fillFields(page, { 'Your password': 'not the password' });
    await button('Offer it').click();
    await waitForTexts(page.getByRole('dialog'), 'That is not your current password. Please try again.');
    await fillFields(page, { 'Your password': password });
    await button('Offer it').click();
    await waitForTexts(page, /Offered to Kay Brook/);

    const { there, other } = await otherBrowser(kay);
    await there.goto(`${stage.origin}/asset/view`);
    await waitForTexts(there, /offers you this workspace/);
    await assertAccessible(there, 'a library that is offered');
    await button('Accept', there).click();
    await button('Take over', there).click();
    await toast('You are now an owner of this workspace.', there);
    await expect(there.getByText(/offers you this workspace/)).toHaveCount(0);
    await visit('/asset/workspace');
    await page.getByRole('listitem').filter({ hasText: 'Kay Brook' }).getByText('Owner').waitFor();
    assert.equal(await button('Remove Kay Brook').count(), 0);
    await other.close();
    assert.deepEqual(
      (await about(kay, grace.session.id)(workspaceRoutes.people, undefined)).data.people.map(({ role }) => role),
      ['admin', 'owner'],
    );
  });
});
