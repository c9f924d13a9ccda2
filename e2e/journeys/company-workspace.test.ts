/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { UserSession } from '@lectern/contract/accounts/accounts';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { createClient } from '@lectern/contract/client';
import { problems } from '@lectern/contract/problem';
import { minute } from '@lectern/contract/rules/durations';
import { openPostgresPlace } from '@lectern/server/test/databases';
import { freePort } from '@lectern/server/test/free-port';
import { openCompany } from '@lectern/server/test/identity-provider';
import { NameServer } from '@lectern/server/test/name-server';
import { findPostgres } from '@lectern/server/test/postgres-cluster';
import { handOn } from '@lectern/server/test/proxy-server';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import { assertAccessible } from '../axe.ts';
import { foundWorkspace, goToCompany, openWithCompany, signInAtCompany, withoutFonts } from '../company.ts';
import { expect } from '../expect.ts';
import { journey } from '../journey.ts';

const workspace = '0193a3f1-7c00-7000-8000-00000000ac3e';

describe('the workspace of a company, in the browser', () => {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const env = { OIDC_WORKSPACE: workspace, OIDC_ROLES: 'staff:editor,guests:viewer' };
  const { server, company, context, page, visitAs, visit, isIn } = openWithCompany('both', { env, now });
  before(() => foundWorkspace(server, workspace));
  const employ = (groups: string[]): void =>
    void company().people.set('ada', { email: 'ada@example.org', email_verified: true, groups });
  const comeAs = async (login: string): Promise<void> => {
    await context.clearCookies();
    await visitAs({}, '/login');
    await goToCompany(page);
    await signInAtCompany(page, login);
    await isIn();
  };
  const upload = () => page.getByRole('link', { name: 'Video Upload' });
  const workspaceNow = (): Promise<{ id: string; role: string }> =>
    page.evaluate(
      () =>
        (JSON.parse(localStorage['lectern.session'] as string) as { workspace: { id: string; role: string } })
          .workspace,
    );

  it('takes the role away at the next sign-in, when the group is another one', async () => {
    employ(['staff']);
    await comeAs('ada');
    await upload().waitFor();
    assert.deepEqual((await workspaceNow()).role, 'editor');
    employ(['guests']);
    await comeAs('ada');
    await page.getByRole('link', { name: 'Library' }).first().waitFor();
    assert.equal((await workspaceNow()).role, 'viewer');
    assert.equal(await upload().count(), 0);
  });

  it('takes it away within an hour in the open page, when the group is gone', async () => {
    employ(['staff']);
    await comeAs('ada');
    await upload().waitFor();
    employ([]);
    ahead += 49 * minute;
    await visit('/asset/glossary');
    await page.getByRole('heading', { name: 'Glossary' }).first().waitFor();
    assert.equal((await workspaceNow()).id, workspace);
    ahead += 11 * minute;
    await visit('/asset/glossary');
    await expect.poll(async () => (await workspaceNow()).id).not.toBe(workspace);
    ahead = 0;
  });
});

describe('people whom somebody expects, in the browser', () => {
  const names = new NameServer();
  const now = (): Date => new Date();
  const env: Record<string, string> = { SIGN_UPS: 'invited' };
  before(async () => {
    await names.open();
    env.DNS_SERVERS = names.address;
  });
  after(() => names.close());
  const { server, company, context, page, visitAs, says, isIn } = openWithCompany('both', { env, now });
  let session: UserSession;
  let owner: ReturnType<typeof createClient>;
  before(async () => {
    session = await foundWorkspace(server, workspace);
    owner = createClient({ origin: server.origin, token: () => session.token, workspace: () => workspace });
  });
  const comeAs = async (login: string, email: string): Promise<void> => {
    company().people.set(login, { email, email_verified: true, given_name: 'Ivy', family_name: 'Invited' });
    await context.clearCookies();
    await visitAs({}, '/login');
    await goToCompany(page);
    await signInAtCompany(page, login);
  };
  const isInWorkspace = async (role: string): Promise<void> => {
    await isIn();
    const { data } = await owner(workspaceRoutes.people, undefined);
    assert.equal(data.people.at(-1)?.role, role);
  };

  it('sends a stranger away with what to do next', async () => {
    await comeAs('stranger', 'stranger@example.org');
    await says(problems.invitation_needed.text);
    await assertAccessible(page, 'a sign-in without an invitation');
  });

  it('takes an invited person in at the first sign-in', async () => {
    await owner(workspaceRoutes.invite, { email: 'ivy@example.org', role: 'editor' });
    await comeAs('ivy', 'ivy@example.org');
    await isInWorkspace('editor');
    await page.getByRole('link', { name: 'Video Upload' }).waitFor();
  });

  it('takes people of a proved domain in, when its owner has shown the record', async () => {
    const inWorkspace = { ...session, workspace: { ...session.workspace, id: workspace } };
    await visitAs({ session: inWorkspace }, '/asset/workspace?part=sign-on');
    const add = async (domain: string): Promise<void> => {
      await page.getByLabel('Domain', { exact: true }).fill(domain);
      await page.getByRole('button', { name: 'Add domain' }).click();
    };
    await add('gmail.com');
    await says(problems.domain_public.text);
    await add('acme.example');
    await says('Not proved yet. Nobody joins before.');
    await assertAccessible(page, 'a domain to be proved');
    await page.getByRole('button', { name: 'Check acme.example' }).click();
    await says(problems.domain_unproved.text);
    const record = await page.getByRole('region', { name: 'TXT record of acme.example' }).textContent();
    names.texts.set('acme.example', ['v=spf1 -all', record!]);
    await page.getByRole('button', { name: 'Check acme.example' }).click();
    await says('Proved. People with an address of it join when they first sign in.');
    await comeAs('vic', 'vic@acme.example');
    await isInWorkspace('viewer');
  });
});

/** As a proxy stands before two processes: what follows a sign-in's beginning comes to the other one. */
async function openProxy(port: number, origins: readonly string[]): Promise<Server> {
  const proxy = createServer((incoming, reply) =>
    handOn(origins[incoming.url!.startsWith('/auth/oidc/callback') ? 1 : 0]!, incoming, reply),
  );
  proxy.listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

// The embedded database has one process.
if (findPostgres())
  describe('two processes behind one address, in the browser', () => {
    const { page, visit } = journey(
      async () => {
        const place = await openPostgresPlace();
        const { company, env } = await openCompany('oidc');
        company.people.set('ada', { email: 'ada@example.org', email_verified: true });
        const servers: TestWorld[] = [];
        for (const port of [await freePort(), await freePort()])
          servers.push(await openTestWorld({ ...place, env: { ...env, PORT: String(port) } }));
        const proxy = await openProxy(
          Number(env.PORT),
          servers.map(({ origin }) => origin),
        );
        const close = async (): Promise<void> => {
          proxy.closeAllConnections();
          proxy.close();
          for (const each of [...servers, company, place]) await each.close();
        };
        return { origin: env.PUBLIC_URL!, close };
      },
      { asksOthers: true },
    );
    before(() => withoutFonts(page.context()));

    it('sign a person in together', async () => {
      await visit('/login');
      await goToCompany(page);
      await signInAtCompany(page, 'ada');
      await page.getByRole('button', { name: 'Account' }).waitFor();
    });
  });

describe('a page that is open for longer than the word of the company', () => {
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const { company, context, page, visit, visitAs, says, isIn } = openWithCompany('both', { now, hasRefresh: false });
  const typeName = async (name: string): Promise<void> => {
    await visit('/asset/account');
    await page.getByLabel('First name').fill(name);
  };
  const save = () => page.getByRole('button', { name: 'Save name' }).click();
  const isKept = async (name: string): Promise<void> => {
    await says('Your name has been saved.');
    assert.equal(await page.getByLabel('First name').inputValue(), name);
  };
  before(() => {
    const ada = { email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
    company().people.set('ada', ada);
  });

  it('asks the company unseen and keeps what is being typed, after an hour', async () => {
    await visitAs({}, '/login');
    await goToCompany(page);
    await signInAtCompany(page, 'ada');
    await isIn();
    await typeName('Augusta');
    ahead += 61 * minute;
    await save();
    await isKept('Augusta');
    assert.equal(await page.locator('iframe').count(), 0);
    assert.equal(context.pages().length, 1);
  });

  it('asks the person in another tab, when the company does not know them any more', async () => {
    await typeName('Byron');
    ahead += 61 * minute;
    await context.clearCookies();
    await save();
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.waitFor();
    await assertAccessible(page, 'being asked to sign in again');
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Continue with Acme' }).click();
    const tab = await opened;
    await signInAtCompany(tab, 'ada');
    await isIn(tab);
    await tab.close();
    await dialog.waitFor({ state: 'detached' });
    await isKept('Byron');
  });

  it('refuses what was being saved and keeps it, when the person gives up', async () => {
    await typeName('Ada');
    ahead += 61 * minute;
    await context.clearCookies();
    await save();
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await says(problems.sign_in_due.text);
    assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
  });
});
