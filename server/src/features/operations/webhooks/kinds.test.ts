import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import type { Call } from '@lectern/contract/client';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { WebhookKind, webhookRoutes } from '@lectern/contract/operations/webhooks';
import { problems } from '@lectern/contract/problem';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { eventually } from '../../../../test/member.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { uploadFile } from '../../../../test/upload.ts';
import { workspaceTools } from '../../../../test/workspace-tools.ts';
import { clipKey } from '../../playback/clips/clip.job.ts';

const env = { OUTBOUND_ALLOW: '127.0.0.0/8' };

describeRecordings('events that endpoints are told of', ['short'], { env }, (suite) => {
  let endpoint: string;
  const call: Call = (route, input, options) => suite.server.as(suite.member.session.token)(route, input, options);
  const told = async (kind: WebhookKind): Promise<unknown[]> =>
    (await call(webhookRoutes.deliveries, { id: endpoint })).data
      .filter((each) => each.kind === kind)
      .map(({ body }) => (JSON.parse(body) as { data: unknown }).data);
  /** Data of the next event of this kind. */
  const next = async (kind: WebhookKind, work: () => Promise<unknown>): Promise<unknown> => {
    const count = (await told(kind)).length;
    await work();
    return eventually(async () => {
      const all = await told(kind);
      return all.length > count ? all[0] : undefined;
    }, kind);
  };
  const mark = () => {
    const line = webvttCues(suite.short.vtt)[0]!;
    return { passthrough: suite.short.id, first: 0, last: 0, start: line.start, words: line.text };
  };
  const recording = () => ({ id: suite.short.id, title: suite.short.title, duration: suite.short.duration });
  const created = async (): Promise<{ waits_for: string[] }[]> =>
    suite.db.selectFrom('events').select('waits_for').where('kind', '=', 'highlight.created').execute();

  before(() => suite.changeUser(suite.member, { plan: 'professional' }));

  it('wake no job, when there is no endpoint', async () => {
    const { data } = await call(highlightRoutes.highlight, mark());
    assert.deepEqual(await created(), [{ waits_for: [] }]);
    await call(highlightRoutes.remove, { id: data.id, removed: true });
    ({ id: endpoint } = await call(webhookRoutes.create, {
      url: 'http://127.0.0.1:1/',
      kinds: [...WebhookKind.options],
    }));
  });

  it('name a highlight, a link, a corrected transcript and what is published, when a person makes them', async () => {
    const { id } = suite.short;
    const shares = () => call(shareOwnerRoutes.create, { passthrough: id });
    let highlight = '';
    let share = '';
    const marks = async () => void (highlight = (await call(highlightRoutes.highlight, mark())).data.id);
    assert.deepEqual(await next('highlight.created', marks), { id: highlight, recording: recording() });
    const links = async () => void (share = (await shares()).data.id);
    assert.deepEqual(await next('share.created', links), { id: share, recording: recording() });
    const revokes = () => call(shareOwnerRoutes.revoke, { id: share, revoked: true });
    assert.deepEqual(await next('share.revoked', revokes), { id: share, recording: recording() });
    const { start, text: line } = webvttCues(suite.short.vtt)[0]!;
    const corrects = () =>
      call(transcriptRoutes.editCue, { passthrough: id, n: 0, start, before: line, text: `${line} indeed` });
    assert.deepEqual(await next('transcript.changed', corrects), { recording: recording(), by: 'member' });
    const publishes = () => call(portalOwnerRoutes.generate, {});
    assert.deepEqual(await next('portal.published', publishes), { count: 1, recordings: [id] });
  });

  it('name a recording, when it has come and when its transcript is written', async () => {
    let id = '';
    const sends = async () =>
      void (id = await uploadFile(suite.member, getSamplePath('short.mp4'), {
        captions: getSamplePath('short.vtt'),
        title: 'Another',
      }));
    const transcripts = next('transcript.changed', async () => undefined);
    const received = (await next('recording.received', sends)) as { id: string; title: string };
    assert.deepEqual([received.id, received.title], [id, 'Another']);
    const written = (await transcripts) as { recording: { id: string }; by: string };
    assert.deepEqual([written.recording.id, written.by], [id, 'engine']);
  });

  it('name a person and their role, when they join, get another and go', async () => {
    const { found, join } = workspaceTools(suite);
    const owner = await found(suite.member);
    let id = '';
    const joins = async () => void ({ id } = await join(owner, 'viewer'));
    assert.deepEqual(await next('member.joined', joins), { id, role: 'viewer' });
    const raises = () => call(workspaceRoutes.changeRole, { userId: id, role: 'editor' });
    assert.deepEqual(await next('member.role_changed', raises), { id, role: 'editor' });
    const removes = () => call(workspaceRoutes.remove, { userId: id });
    assert.deepEqual(await next('member.left', removes), { id });
  });

  it('name an API key, without its secret, when it is made and revoked', async () => {
    const wanted = { name: 'Nightly', kind: 'person' as const, scopes: ['read' as const], days: null };
    let made = { id: '', key: '' };
    const makes = async () => void (made = await call(apiKeyRoutes.create, wanted));
    const facts = (await next('key.created', makes)) as { prefix: string };
    assert.ok(made.key.startsWith(facts.prefix) && facts.prefix.length < made.key.length / 2);
    assert.deepEqual(facts, { id: made.id, name: 'Nightly', prefix: facts.prefix, kind: 'person' });
    assert.deepEqual(await next('key.revoked', () => call(apiKeyRoutes.revoke, { id: made.id })), facts);
  });

  it('name a clip and its problem, when it cannot be cut', async () => {
    await suite.restart({ jobs: false });
    const wish = { passthrough: suite.short.id, timeIn: '00:00:00', timeOut: '00:00:02' };
    await call(clipRoutes.cut, wish);
    const clip = await suite.db.selectFrom('clips').select('id').executeTakeFirstOrThrow();
    const key = clipKey(clip.id);
    const job = await suite.db.selectFrom('jobs').select('id').where('key', '=', key).executeTakeFirstOrThrow();
    const stops = async () => {
      const admin = await suite.signInAdministrator();
      await admin(adminRoutes.cancelJob, { id: job.id });
      await suite.settle();
    };
    const problem = problems.stopped.text;
    assert.deepEqual(await next('clip.failed', stops), { id: clip.id, recording: recording(), problem });
  });
});
