import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { day } from '@lectern/contract/rules/durations';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, type TestMember } from '../../../test/member.ts';
import { refuses } from '../../../test/refusals.ts';
import { readMetrics } from '../../features/operations/metrics.ts';
import { queueEmail } from '../../features/mail/queue-email.ts';
import type { World } from '../http/context.ts';
import { deliverEventsJob } from './deliver-events.ts';
import { type EventReader, recordEvent, sweepEvents } from './events.ts';
import { describeRecordings } from '../../../test/describe-server.ts';

describeRecordings('events', ['short'], { databases: 'both' }, (suite) => {
  const eventsOf = async ({ session }: TestMember) =>
    suite.db
      .selectFrom('events')
      .select(['id', 'kind', 'subject_id', 'payload', 'waits_for'])
      .where('workspace_id', '=', session.id)
      .orderBy('id')
      .execute();
  const kindsOf = async (member: TestMember): Promise<string[]> => (await eventsOf(member)).map(({ kind }) => kind);
  /** The kinds that came to a member's events by this. */
  const kindsBy = async (member: TestMember, work: () => Promise<unknown>): Promise<string[]> => {
    const before = (await kindsOf(member)).length;
    await work();
    await suite.settle();
    return (await kindsOf(member)).slice(before);
  };

  describe('of what members do', () => {
    it('tells once of new chapters and of a ready recording, when the pipeline has ended', async () => {
      const of = await eventsOf(suite.member);
      const told = of.map(({ kind, subject_id, waits_for }) => ({
        kind,
        isOfIt: subject_id === suite.short.id,
        waits_for,
      }));
      const about = { isOfIt: true, waits_for: [] };
      assert.deepEqual(told, [
        { kind: 'recording.received', ...about },
        { kind: 'transcript.changed', ...about },
        { kind: 'chapters.changed', ...about },
        { kind: 'recording.ready', ...about },
      ]);
      const mails = await suite.db
        .selectFrom('emails')
        .select('recipient')
        .where('kind', '=', 'recording-ready')
        .execute();
      assert.deepEqual(mails, [{ recipient: suite.member.email }]);
      assert.match((await readMetrics(suite.world)).text, /^lectern_events\{kind="recording\.ready"\} 1$/m);
    });

    it('tells of chapters that a save changes, not of one that changes nothing or is refused', async () => {
      const { member, short } = suite;
      const { chapters, chapters_version } = (await member.call(videoRoutes.asset, { uploadId: short.id })).data;
      const save = (title: string, version = chapters_version) =>
        member.call(videoRoutes.save, {
          passthrough: short.id,
          chapters: chapters.map((chapter, n) => (n === 0 ? { ...chapter, title } : chapter)),
          chapters_version: version,
        });
      assert.deepEqual(await kindsBy(member, () => save(chapters[0]!.title)), []);
      assert.deepEqual(await kindsBy(member, () => refuses(save('Other', 'outdated'), 'chapters_changed')), []);
      assert.deepEqual(await kindsBy(member, () => save('A title of mine')), ['chapters.changed']);
    });

    it('tells of chapters with a quote from a corrected line, when the line changes', async () => {
      const { member, short } = suite;
      const { chapters, vtt } = (await member.call(videoRoutes.asset, { uploadId: short.id })).data;
      const cues = webvttCues(vtt);
      const n = cues.findIndex(({ text }) =>
        chapters.some(({ quote }) => quote.some((each) => text.includes(each.quote))),
      );
      const { start, text } = cues[n]!;
      const other = text.replace(/\w+$|\w+(?=\W+$)/, 'otherwise');
      const correct = (before: string, after: string) =>
        member.call(transcriptRoutes.editCue, { passthrough: short.id, n, start, before, text: after });
      const both = ['chapters.changed', 'transcript.changed'];
      assert.deepEqual(await kindsBy(member, () => correct(text, other)), both);
      assert.deepEqual(await kindsBy(member, () => correct(other, text)), both);
    });

    it('tells of a clip once, when it is wanted twice', async () => {
      const { member, short } = suite;
      const cut = () => member.call(clipRoutes.cut, { passthrough: short.id, timeIn: '00:00:00', timeOut: '00:00:02' });
      assert.deepEqual(await kindsBy(member, cut), ['clip.ready']);
      assert.deepEqual(await kindsBy(member, cut), []);
    });

    it('tells of a limit, although what is refused leaves nothing else', async () => {
      const { stranger } = suite;
      const fill = { workspace_id: stranger.session.id, title: 'A talk' };
      const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
      const rows = ids.map((id) => ({ ...fill, id, asset_id: id, playback_id: id }));
      await suite.db.insertInto('videos').values(rows).execute();
      const upload = () => refuses(stranger.call(uploadRoutes.create, {}), 'plan_maximum');
      assert.deepEqual(await kindsBy(stranger, upload), ['limit.reached']);
      assert.deepEqual((await stranger.call(uploadRoutes.open, {})).data, []);
    });

    it('tells of a deletion once, when it is asked for twice', async () => {
      const { member, short } = suite;
      const remove = () => member.call(videoRoutes.delete, { id: short.id });
      const twice = () => Promise.allSettled([remove(), remove()]);
      assert.deepEqual(await kindsBy(member, twice), ['video.deleted']);
    });
  });

  describe('and their readers', () => {
    let member: TestMember;
    let heard: string[];
    beforeEach(async () => {
      member = await suite.signUp();
      heard = [];
    });
    const reader = (name: string, handle?: EventReader<World>['handle']): EventReader<World> => ({
      name,
      kinds: ['clip.ready', 'plan.changed'],
      async handle(ctx, tx, event) {
        await handle?.(ctx, tx, event);
        heard.push(`${name} ${event.kind}`);
      },
    });
    const readBy = (...eventReaders: EventReader<World>[]): World => ({ ...suite.world, eventReaders });
    const record = (by: World, kind: 'clip' | 'plan', then?: () => never) =>
      by.database.transaction(async (tx) => {
        const { id } = member.session;
        await tx.updateTable('users').set({ firstname: kind }).where('id', '=', id).execute();
        await recordEvent(by, tx, {
          workspaceId: id,
          subjectId: id,
          ...(kind === 'clip'
            ? { kind: 'clip.ready', payload: { videoId: id } }
            : { kind: 'plan.changed', payload: { from: 'free', to: 'executive' } }),
        });
        then?.();
      });
    const deliver = async (by: World): Promise<void> => {
      const job = { id: '', attempt: 1, lastAttempt: false, signal: new AbortController().signal };
      await deliverEventsJob.run(by, { eventId: (await eventsOf(member))[0]!.id }, job);
    };
    const waiting = async () => (await eventsOf(member)).map(({ waits_for }) => waits_for);

    it('stays away with its change, when the transaction rolls back', async () => {
      const by = readBy(reader('a'));
      const fails = (): never => {
        throw new Error('rolled back');
      };
      await assert.rejects(record(by, 'clip', fails), /rolled back/);
      const users = suite.db.selectFrom('users').select('firstname').where('id', '=', member.session.id);
      assert.deepEqual([await users.execute(), await eventsOf(member)], [[{ firstname: 'Ada' }], []]);
    });

    it('hears all events of a member in their order, when one delivery meets several', async () => {
      const by = readBy(reader('a'), reader('b'));
      for (const kind of ['clip', 'plan', 'clip'] as const) await record(by, kind);
      await deliver(by);
      const each = ['clip.ready', 'plan.changed', 'clip.ready'];
      assert.deepEqual(heard, [...each.map((kind) => `a ${kind}`), ...each.map((kind) => `b ${kind}`)]);
      await deliver(by);
      assert.equal(heard.length, 6);
      assert.deepEqual(await waiting(), [[], [], []]);
    });

    it('handles each event once, when two processes deliver at once', async () => {
      const by = readBy(reader('a'));
      for (let n = 0; n < 5; n += 1) await record(by, 'clip');
      await Promise.all([deliver(by), deliver(by), deliver(by)]);
      assert.equal(heard.length, 5);
    });

    it('holds up no other reader and handles each event whole, when a reader fails half way', async () => {
      let isBroken = true;
      const note = { subject: 'S', preview: 'P', greeting: 'G', paragraphs: [], footnote: 'F' };
      const failing = reader('a', async (ctx, tx) => {
        await queueEmail(ctx, tx, member.email, 'halves', note);
        if (isBroken) throw Object.assign(new Error('half way'), { retryable: false });
      });
      const by = readBy(failing, reader('b'));
      await record(by, 'clip');
      await record(by, 'plan');
      // An error that forbids another attempt must not leave the events undelivered.
      await assert.rejects(deliver(by), (error: Error & { retryable?: boolean }) => error.retryable === undefined);
      assert.deepEqual(heard, ['b clip.ready', 'b plan.changed']);
      assert.deepEqual(await waiting(), [['a'], ['a']]);
      isBroken = false;
      await deliver(by);
      assert.deepEqual(heard.slice(2), ['a clip.ready', 'a plan.changed']);
      const mails = await suite.db.selectFrom('emails').select('id').where('kind', '=', 'halves').execute();
      assert.equal(mails.length, 2);
      await suite.db.deleteFrom('emails').where('kind', '=', 'halves').execute();
    });

    it('keeps an event for a week after its day, and longer while a reader is behind', async () => {
      const by = readBy(reader('a'));
      await record(by, 'clip');
      await record(readBy(), 'plan');
      const later = (days: number) => sweepEvents({ ...by, now: () => new Date(Date.now() + days * day) });
      await later(6);
      assert.deepEqual(await waiting(), [['a'], []]);
      await later(8);
      assert.deepEqual(await waiting(), [['a']]);
    });

    it('leaves nothing of a deleted account, but not before the other readers have heard of it', async () => {
      const admin = await suite.signInAdministrator();
      await record(readBy(reader('a')), 'clip');
      await admin(adminRoutes.deleteUser, { id: member.session.id });
      const gone = async () => (await kindsOf(member)).includes('account.deleted') || undefined;
      await eventually(gone, 'the event of the deletion');
      await refuses(suite.server.call(accountRoutes.login, member), 'bad_credentials');
      await assert.rejects(deliver(suite.world), /1 events of a deleted account wait/);
      await deliver(readBy(reader('a'), ...suite.world.eventReaders));
      assert.deepEqual([heard, await eventsOf(member)], [['a clip.ready'], []]);
      const { rows } = await suite.world.database.pool.query<{ name: string }>(
        `select name from jobs where position($1 in payload::text || key) > 0`,
        [member.session.id],
      );
      assert.deepEqual(rows, []);
    });
  });
});
