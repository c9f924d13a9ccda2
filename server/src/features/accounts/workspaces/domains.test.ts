import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { workspaceDomainRoutes } from '@lectern/contract/accounts/workspace-domains';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { day } from '@lectern/contract/rules/durations';
import { arrive, problemOf, signIn } from '../../../../test/company-sign-in.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { type CompanyProvider, openCompany } from '../../../../test/identity-provider.ts';
import { NameServer } from '../../../../test/name-server.ts';
import { refuses } from '../../../../test/refusals.ts';
import { type Colleague, workspaceTools } from '../../../../test/workspace-tools.ts';
import { sweepDomains } from './domains.ts';

let company: CompanyProvider;
let env: Record<string, string>;
const names = new NameServer();
before(async () => {
  await names.open();
  ({ company, env } = await openCompany('both'));
  company.idTokenSeconds = 30 * 24 * 3600;
  env = { ...env, DNS_SERVERS: names.address };
});
after(async () => {
  await company.close();
  await names.close();
});

describeServer('a domain of a workspace', { env: () => env, databases: 'both' }, (suite) => {
  const { found, join } = workspaceTools(suite);
  let owner: Colleague;
  before(async () => {
    owner = await found();
  });
  const list = async (by = owner) => (await by.call(workspaceDomainRoutes.domains, undefined)).data.domains;
  const rowOf = async (domain: string, by = owner) => (await list(by)).find((row) => row.domain === domain)!;
  const add = (domain: string, by = owner, role: 'editor' | 'viewer' = 'viewer') =>
    by.call(workspaceDomainRoutes.addDomain, { domain, role });
  const verify = (id: string, by = owner) => by.call(workspaceDomainRoutes.verifyDomain, { id });
  /** A proved domain. */
  const prove = async (domain: string, by = owner, role: 'editor' | 'viewer' = 'viewer'): Promise<string> => {
    const { id } = await add(domain, by, role);
    names.texts.set(domain, ['v=spf1 -all', (await rowOf(domain, by)).record]);
    await verify(id, by);
    return id;
  };
  const employ = (login: string, email: string): void =>
    void company.people.set(login, { email, email_verified: true });

  it('refuses a domain, when it is none, public, listed already, or one too many', async () => {
    for (const typed of [
      '',
      ' ',
      'acme',
      'a@acme.example',
      '127.0.0.1',
      'http://acme.example',
      'x'.repeat(300),
      '-.org',
    ])
      await refuses(add(typed), 'bad_domain');
    for (const typed of ['gmail.com', 'GMX.de', ' outlook.com ']) await refuses(add(typed), 'domain_public');
    await add('Büro.example');
    assert.ok(await rowOf('xn--bro-hoa.example'));
    await refuses(add('büro.example'), 'domain_listed');
    for (let count = 1; count < 20; count += 1) await add(`many-${count}.example`);
    await refuses(add('many-20.example'), 'domains_too_many');
    for (const { id } of await list()) await owner.call(workspaceDomainRoutes.removeDomain, { id });
  });

  it('takes no other proof, when the TXT record is missing', async () => {
    const { id } = await add('acme.example');
    await refuses(verify(id), 'domain_unproved');
    const { record, state } = await rowOf('acme.example');
    assert.equal(state, 'waiting');
    assert.match(record, /^lectern=[\w-]{43}$/);
    for (const text of ['v=spf1 -all', `${record}x`, record.toUpperCase()]) {
      names.texts.set('acme.example', [text]);
      await refuses(verify(id), 'domain_unproved');
    }
    names.isFailing = true;
    await refuses(verify(id), 'domain_unanswered');
    names.isFailing = false;
    employ('early', 'early@acme.example');
    assert.notEqual((await signIn(suite, 'early')).workspace.id, owner.id);
    // Others may stand beside it, of more than one part.
    names.texts.set('acme.example', ['x'.repeat(600), record]);
    await verify(id);
    assert.equal((await rowOf('acme.example')).state, 'verified');
  });

  it('takes people in, when they first sign in with a verified address of it', async () => {
    await prove('brings.example', owner, 'editor');
    employ('ada', 'Ada@Brings.example');
    const { workspace, token } = await signIn(suite, 'ada');
    assert.deepEqual([workspace.id, workspace.role], [owner.id, 'editor']);
    const { data } = await suite.server.as(token)(workspaceRoutes.list, undefined);
    assert.deepEqual(
      data.map(({ started }) => String(started)).toSorted((a, b) => a.localeCompare(b)),
      ['false', 'true'],
    );
    for (const email of ['ada@sub.brings.example', 'ada@brings.example.org', 'brings.example@other.example']) {
      employ(email, email);
      assert.notEqual((await signIn(suite, email)).workspace.id, owner.id);
    }
    await suite.restart({ env: { ...env, OIDC_TRUST_UNVERIFIED_EMAIL: 'true' } });
    company.people.set('liar', { email: 'liar@brings.example', email_verified: false });
    assert.notEqual((await signIn(suite, 'liar')).workspace.id, owner.id);
    await suite.restart();
  });

  it('takes a person in once, when they connect an account of it', async () => {
    const member = await suite.signUp({ email: 'grace@connects.example' });
    await prove('connects.example');
    employ('grace', member.email);
    const { brought, call } = await arrive(suite, 'grace');
    await call(singleSignOnRoutes.connect, { link: brought.get('link') ?? '', password: member.password });
    const { data } = await owner.call(workspaceRoutes.people, undefined);
    assert.ok(data.people.some(({ id, role }) => id === member.session.id && role === 'viewer'));
    await owner.call(workspaceRoutes.remove, { userId: member.session.id });
    await signIn(suite, 'grace');
    const { data: later } = await owner.call(workspaceRoutes.people, undefined);
    assert.ok(!later.people.some(({ id }) => id === member.session.id));
  });

  it('opens the service to its people, when accounts are for invited ones', async () => {
    await prove('closed.example');
    await suite.restart({ env: { ...env, SIGN_UPS: 'invited' } });
    employ('in', 'in@closed.example');
    assert.equal((await signIn(suite, 'in')).workspace.id, owner.id);
    employ('out', 'out@elsewhere.example');
    assert.equal(await problemOf(suite, 'out'), 'invitation_needed');
    await suite.restart();
  });

  it('serves one workspace, when another claims it too', async () => {
    const other = await found();
    const { id: claim } = await add('one.example', other);
    await refuses(verify(claim, other), 'domain_unproved');
    const { record: claimed } = await rowOf('one.example', other);
    const id = await prove('one.example');
    names.texts.set('one.example', [claimed, (await rowOf('one.example')).record]);
    await refuses(verify(claim, other), 'domain_taken');
    await owner.call(workspaceDomainRoutes.removeDomain, { id });
    await verify(claim, other);
    assert.equal((await rowOf('one.example', other)).state, 'verified');
    await refuses(owner.call(workspaceDomainRoutes.removeDomain, { id: claim }), 'not_found');
  });

  it('ends joining and keeps its people, when the proof is gone', async () => {
    const id = await prove('lost.example');
    employ('first', 'first@lost.example');
    const { id: first } = await signIn(suite, 'first');
    names.texts.delete('lost.example');
    await sweepDomains(suite.world);
    assert.equal((await rowOf('lost.example')).state, 'verified');
    suite.clock.aheadMs += day + 1000;
    await sweepDomains(suite.world);
    assert.equal((await rowOf('lost.example')).state, 'lost');
    employ('second', 'second@lost.example');
    assert.notEqual((await signIn(suite, 'second')).workspace.id, owner.id);
    const { data } = await owner.call(workspaceRoutes.people, undefined);
    assert.ok(data.people.some((each) => each.id === first));
    names.texts.set('lost.example', [(await rowOf('lost.example')).record]);
    await verify(id);
    const log = suite.db.selectFrom('workspace_log').select('action').where('object_id', '=', id).orderBy('id');
    assert.deepEqual(
      (await log.execute()).map(({ action }) => action),
      ['domain.added', 'domain.verified', 'domain.lost', 'domain.verified'],
    );
  });

  it('keeps a proof for three days, when its name servers are silent', async () => {
    await prove('silent.example');
    names.isFailing = true;
    for (const state of ['verified', 'verified', 'verified', 'lost']) {
      await sweepDomains(suite.world);
      assert.equal((await rowOf('silent.example')).state, state);
      suite.clock.aheadMs += day + 1000;
    }
    names.isFailing = false;
  });

  it('refuses domains, when the role manages no people', async () => {
    await suite.changeUser(owner, { membership_end: new Date(suite.now().getTime() + day) });
    const editor = await join(owner, 'editor');
    await refuses(
      editor.call(workspaceDomainRoutes.domains, undefined),
      'role_too_low',
      'Your role in Ada Lovelace’s workspace is editor. Ada can do this.',
    );
  });
});
