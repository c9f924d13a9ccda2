import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import type { ProblemCode } from '@lectern/contract/problem';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import type { ApiPortal, ApiShare } from '@lectern/contract/v1/publishing';
import type { ApiInvitation } from '@lectern/contract/v1/workspace';
import { apiClient, type ApiReply } from '../../../test/api-client.ts';
import { describeRecordings } from '../../../test/describe-server.ts';

type Page<T> = { data: T[]; next_cursor: string | null };
type Named = { id: string };

describeRecordings('a workspace that a program looks after', ['short'], {}, (suite) => {
  let call: ReturnType<typeof apiClient>;
  before(async () => {
    await suite.changeUser(suite.member, { plan: 'professional' });
    const scopes = ['read' as const, 'publish' as const, 'manage' as const];
    const wanted = { name: 'Manager', kind: 'workspace' as const, scopes, days: null };
    const { key } = await suite.member.call(apiKeyRoutes.create, wanted);
    call = apiClient(suite.server.origin, () => key);
  });

  const refusesWith = ({ status, body }: ApiReply<unknown>, expected: number, code: ProblemCode): void =>
    assert.deepEqual([status, (body as { code: string }).code], [expected, code]);

  it('changes the portal from the version that was read', async () => {
    refusesWith(await call('getPortal'), 404, 'not_found');
    await suite.member.call(portalOwnerRoutes.generate, {});
    const { headers, body: read } = await call<ApiPortal>('getPortal');
    assert.deepEqual(read.recording_ids, [suite.short.id]);
    const etag = { 'if-match': headers.get('etag')! };
    const changed = await call<ApiPortal>('changePortal', { body: { title: 'By a program' }, headers: etag });
    assert.deepEqual(
      [changed.status, changed.body.title, changed.body.recording_ids],
      [200, 'By a program', [suite.short.id]],
    );
    const late = await call<{ present: ApiPortal }>('changePortal', { body: { recording_ids: [] }, headers: etag });
    refusesWith(late, 412, 'changed_meanwhile');
    assert.deepEqual(late.body.present, changed.body);
  });

  it('makes the portal, gives it a logo and takes that away, and tells what visitors did', async () => {
    await suite.db.deleteFrom('portals').execute();
    const made = await call<ApiPortal>('generatePortal', { body: { title: 'Talks' } });
    assert.deepEqual([made.status, made.body.title, made.body.logo_url], [201, 'Talks', null]);
    const png = (await readFile(join(import.meta.dirname, '../../../../web/public/icon-192.png'))).toString('base64');
    const wish = { body: { png }, headers: { 'if-match': made.headers.get('etag')! } };
    const drawn = await call<ApiPortal>('setPortalLogo', wish);
    assert.equal((await fetch(drawn.body.logo_url!)).headers.get('content-type'), 'image/png');
    refusesWith(await call('setPortalLogo', wish), 412, 'changed_meanwhile');
    const headers = { 'if-match': drawn.headers.get('etag')! };
    assert.equal((await call<ApiPortal>('removePortalLogo', { headers })).body.logo_url, null);
    const { body } = await call<{ searches: number; recordings: object[] }>('getPortalStatistics');
    assert.deepEqual([body.searches, body.recordings], [0, []]);
  });

  it('renames the workspace from the version that was read', async () => {
    const { headers } = await call('getWorkspace');
    const wish = { body: { name: 'Acme', viewers_ask: false }, headers: { 'if-match': headers.get('etag')! } };
    const { body } = await call<{ name: string; viewers_ask: boolean }>('changeWorkspace', wish);
    assert.deepEqual([body.name, body.viewers_ask], ['Acme', false]);
    refusesWith(await call('changeWorkspace', wish), 412, 'changed_meanwhile');
  });

  it('makes share links, and revokes them', async () => {
    const wish = { recording_id: suite.short.id, start: 0.5, end: 1.25, title: 'A part' };
    const { status, body } = await call<ApiShare>('createShare', { body: wish });
    assert.deepEqual([status, body.kind, body.start, body.end], [201, 'clip', 0.5, 1.25]);
    assert.equal((await fetch(body.url)).status, 200);
    await call('changeShare', { params: { id: body.id }, body: { is_revoked: true } });
    const { body: listed } = await call<Page<ApiShare>>('listShares', { params: { id: suite.short.id } });
    assert.deepEqual(
      listed.data.map(({ id, state }) => [id, state]),
      [[body.id, 'revoked']],
    );
  });

  it('invites people, and revokes that', async () => {
    const wish = { email: 'ben@example.org', role: 'viewer' };
    const { status, body } = await call<ApiInvitation>('createInvitation', { body: wish });
    assert.deepEqual([status, body.email, body.role, body.has_expired], [201, wish.email, wish.role, false]);
    refusesWith(await call('createInvitation', { body: wish }), 409, 'invited_already');
    const again = await call<ApiInvitation>('resendInvitation', { params: { id: body.id } });
    assert.deepEqual([again.status, again.body.id, again.body.email], [200, body.id, wish.email]);
    await call('revokeInvitation', { params: { id: body.id } });
    assert.deepEqual((await call<Page<ApiInvitation>>('listInvitations')).body.data, []);
    const { body: people } = await call<Page<Named>>('listPeople');
    const [owner] = people.data;
    refusesWith(await call('removePerson', { params: { id: owner!.id } }), 409, 'last_owner');
  });

  it('sets up webhooks, and pauses them', async () => {
    const wish = { url: 'https://example.org/hook', kinds: ['recording.ready'] };
    const { body } = await call<Named & { secret: string }>('createWebhook', { body: wish });
    assert.match(body.secret, /^whsec_/);
    const params = { id: body.id };
    const paused = await call<{ state: string; url: string }>('changeWebhook', { params, body: { state: 'paused' } });
    assert.deepEqual([paused.body.state, paused.body.url], ['paused', wish.url]);
    assert.deepEqual((await call<Page<unknown>>('listDeliveries', { params })).body, { data: [], next_cursor: null });
    refusesWith(await call('testWebhook', { params }), 400, 'bad_request');
    await call('changeWebhook', { params, body: { state: 'active' } });
    const rotated = await call<{ secret: string }>('rotateWebhookSecret', { params });
    assert.match(rotated.body.secret, /^whsec_/);
    assert.notEqual(rotated.body.secret, body.secret);
    assert.equal((await call('testWebhook', { params })).status, 202);
    const { body: sent } = await call<Page<Named & { kind: string }>>('listDeliveries', { params });
    assert.deepEqual(
      sent.data.map(({ kind }) => kind),
      ['webhook.test'],
    );
    const delivery_id = sent.data[0]!.id;
    refusesWith(await call('resendDeliveries', { params, body: {} }), 400, 'bad_request');
    const resent = await call<{ count: number }>('resendDeliveries', { params, body: { delivery_id } });
    assert.deepEqual([resent.status, resent.body.count], [202, 1]);
    await call('removeWebhook', { params });
    assert.deepEqual((await call<Page<Named>>('listWebhooks')).body.data, []);
  });

  it('reads the log page by page, and tells that a key did what it did', async () => {
    const seen: { id: number; via: string; action: string }[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit: 3, ...(cursor ? { cursor } : {}) };
      const { body } = await call<Page<(typeof seen)[number]>>('listLog', { query });
      seen.push(...body.data);
      cursor = body.next_cursor;
    }
    const { body: whole } = await call<Page<(typeof seen)[number]>>('listLog', { query: { limit: 100 } });
    assert.deepEqual(seen, whole.data);
    assert.equal(seen.find(({ action }) => action === 'portal.changed')?.via, 'key');
  });

  it('exports everything, and tells what is used and watched', async () => {
    const { body } = await call<{ download_url: string }>('createExport', { body: { recordings: 'without' } });
    const archive = await fetch(body.download_url);
    assert.equal(archive.headers.get('content-type'), 'application/zip');
    await archive.arrayBuffer();
    assert.equal((await call<{ recordings: string }>('getExport')).body.recordings, 'without');
    refusesWith(await call('getImport'), 404, 'not_found');
    const usage = await call<{ plan: string; recordings: { used: number } }>('getUsage');
    assert.deepEqual([usage.body.plan, usage.body.recordings.used], ['professional', 1]);
    assert.deepEqual((await call<Page<unknown>>('getStatistics')).body.data, []);
  });

  it('lists the keys, and revokes one at once', async () => {
    const wanted = { name: 'Old', kind: 'person' as const, scopes: ['read' as const], days: null };
    const { id, key } = await suite.member.call(apiKeyRoutes.create, wanted);
    const old = apiClient(suite.server.origin, () => key);
    assert.equal((await old('getUsage')).status, 200);
    const { body } = await call<Page<Named>>('listKeys');
    assert.ok(body.data.some((each) => each.id === id));
    refusesWith(await old('revokeKey', { params: { id } }), 403, 'scope_missing');
    await call('revokeKey', { params: { id } });
    refusesWith(await old('getUsage'), 401, 'unauthorized');
  });
});
