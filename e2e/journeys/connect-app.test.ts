/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOwnerRoutes } from '@lectern/contract/accounts/api-keys';
import { startLocalServer } from '@lectern/server/test/local-server';
import { signUp } from '@lectern/server/test/member';
import { AppInMemory, lines } from '@lectern/server/test/oauth-clients';
import { newAppRequest, startApp, type TestApp } from '@lectern/server/test/test-app';
import { assertAccessible } from '../axe.ts';
import { goToCompany, openWithCompany, signInAtCompany } from '../company.ts';
import { waitForTexts } from '../expect.ts';
import { openOnStage } from '../journey.ts';
import { fillFields } from '../places.ts';

const env = { OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' };

/** An app on the internet that listens on the person's machine, and the addresses at which it was answered. */
function openApp(host?: string) {
  const opened = {} as { app: TestApp; answers: string[] };
  let listener: Awaited<ReturnType<typeof startLocalServer>>;
  before(async () => {
    const answers: string[] = [];
    listener = await startLocalServer((request, response) => {
      if (request.url!.startsWith('/callback')) answers.push(`${listener.url}${request.url}`);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>App</title><h1>You may close this.</h1>');
    });
    Object.assign(opened, {
      app: { ...(await startApp(host ? { host } : {})), redirect: `${listener.url}/callback` },
      answers,
    });
  });
  after(async () => {
    await opened.app.close();
    await listener.close();
  });
  return opened;
}

describe('connecting an app, in the browser', () => {
  const opened = openApp();
  const { stage, page, visit, visitAs } = openOnStage({ env }, { asksOthers: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const addressOf = (more = {}): string => {
    const { request } = newAppRequest(opened.app, stage.origin, more);
    return `/oauth/authorize?${new URLSearchParams(request as unknown as Record<string, string>).toString()}`;
  };

  it('signs in, chooses what an assistant may do, and ends that, when a client of the SDK asks', async () => {
    const url = new URL(`${stage.origin}/mcp`);
    const assistant = new AppInMemory(opened.app);
    const connection = lines['of 2026']!(url, assistant);
    await assert.rejects(connection.connect(), /Unauthorized/i);
    const { pathname, search } = assistant.shown!;
    const { email, password } = stage.people.member;
    await page.setViewportSize({ width: 390, height: 844 });
    await visitAs({}, pathname + search);
    await fillFields(page, { Email: email, Password: password });
    await button('Sign In').click();
    await heading('Connect Test Assistant?');
    assert.equal(page.url(), assistant.shown!.href);
    await waitForTexts(page.getByRole('main'), `An app of ${new URL(opened.app.id).host}`, email, /The answer goes to/);
    await assertAccessible(page, 'an app that asks, in a narrow window');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    for (const name of [/^Ask/, /^Write/, /^Publish/]) await page.getByRole('checkbox', { name }).uncheck();
    await page.getByRole('checkbox', { name: /^Read/ }).uncheck();
    await button('Allow').click();
    await waitForTexts(page.getByRole('alert'), 'Please choose at least one thing that the app may do.');
    await page.getByRole('checkbox', { name: /^Read/ }).check();
    await button('Allow').click();
    await heading('You may close this.');
    await connection.finish(opened.answers.at(-1)!);
    const { tools } = await (await lines['of 2026']!(url, assistant).connect()).listTools();
    assert.ok(tools.some(({ name }) => name === 'search_library') && !tools.some(({ name }) => name === 'publish'));
    const token = assistant.kept!.access_token;
    assert.deepEqual((await stage.server.as(token)(keyOwnerRoutes.me, undefined)).scopes, ['read']);

    await visit('/asset/workspace?part=keys');
    const keys = page.getByRole('list', { name: 'API keys' });
    await waitForTexts(
      keys,
      'Test Assistant',
      /^App of/,
      'Read',
      'Connected by you',
      /^Ends after 30 days without use/,
    );
    await assertAccessible(page, 'a connected app');
    await button('Disconnect: Test Assistant').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No key yet.').waitFor();
    await assert.rejects(stage.server.as(token)(keyOwnerRoutes.me, undefined), { status: 401 });
  });

  it('tells the app so, when its person denies or its request is wrong', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitAs({ session: stage.people.member.session, theme: 'dark' }, addressOf());
    await heading('Connect Test Assistant?');
    await assertAccessible(page, 'an app that asks, in the dark');
    await page.getByRole('link', { name: 'Deny' }).click();
    await heading('You may close this.');
    const answer = (): URLSearchParams => new URL(opened.answers.at(-1)!).searchParams;
    assert.deepEqual([answer().get('error'), answer().get('state')], ['access_denied', 'of a test']);
    await visit(addressOf({ resource: 'https://elsewhere.example/mcp' }));
    await heading('Test Assistant cannot be connected');
    await assertAccessible(page, 'an app that asks for something else');
    assert.equal(await button('Allow').count(), 0);
    await page.getByRole('link', { name: /^Back to/ }).click();
    await heading('You may close this.');
    assert.equal(answer().get('error'), 'invalid_target');
  });

  it('shows what is wrong and leads nowhere, when the answer would go elsewhere', async () => {
    const count = opened.answers.length;
    await visit(addressOf({ redirect_uri: 'https://elsewhere.example/callback' }));
    await heading('This app cannot be connected');
    await waitForTexts(page.getByRole('main'), 'Nothing was sent there.');
    await assertAccessible(page, 'an app that cannot be answered');
    await visit(addressOf({ client_id: 'https://10.0.0.1/app.json' }));
    await waitForTexts(page.getByRole('main'), 'does not say who it is');
    assert.equal(await page.getByRole('link', { name: /Back to|elsewhere/ }).count(), 0);
    assert.equal(opened.answers.length, count);
  });

  it('offers what the role in the chosen workspace allows, when a person has several', async () => {
    const viewer = await signUp(stage.origin, stage.server.letters);
    const company = stage.people.member.session.id;
    await stage.server.world.database.kysely
      .insertInto('workspace_members')
      .values({ workspace_id: company, user_id: viewer.session.id, role: 'viewer' })
      .execute();
    await visitAs(viewer, addressOf());
    const names = async () =>
      (await page.getByRole('checkbox').evaluateAll((all) => all.map((box) => box.parentElement!.innerText))).map(
        (text) => text.trim().split(/\s/)[0],
      );
    await page.getByRole('checkbox', { name: /^Publish/ }).waitFor();
    await page.getByLabel('In the workspace').selectOption(company);
    await page.getByRole('checkbox', { name: /^Publish/ }).waitFor({ state: 'detached' });
    assert.deepEqual(await names(), ['Read', 'Ask']);
    await assertAccessible(page, 'an app in a chosen workspace');
    await button('Allow').click();
    await heading('You may close this.');
    const key = await stage.server.world.database.kysely
      .selectFrom('api_keys')
      .select(['workspace_id', 'scopes'])
      .where('user_id', '=', viewer.session.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(key, { workspace_id: company, scopes: ['read', 'ask'] });
  });

  it('stands in no frame of another site', async () => {
    const { headers } = await fetch(stage.origin + addressOf());
    assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
    assert.match(headers.get('x-frame-options')!, /^(?:DENY|SAMEORIGIN)$/);
  });
});

describe('connecting an app where the company signs in, in the browser', () => {
  // The product itself is at 127.0.0.1, by its PUBLIC_URL.
  const opened = openApp('localhost');
  const { server, company, page, visitAs } = openWithCompany('oidc', { env, now: () => new Date() });
  before(() => {
    const ada = { email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
    company().people.set('ada', ada);
  });

  it('comes back to the app that asked, when the company has signed the person in', async () => {
    const { request } = newAppRequest(opened.app, server.origin);
    const query = new URLSearchParams(request as unknown as Record<string, string>).toString();
    await visitAs({}, `/oauth/authorize?${query}`);
    await goToCompany(page);
    await signInAtCompany(page, 'ada');
    await page.getByRole('heading', { name: 'Connect Test Assistant?' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'You may close this.' }).waitFor();
    assert.ok(new URL(opened.answers.at(-1)!).searchParams.get('code'));
  });
});
