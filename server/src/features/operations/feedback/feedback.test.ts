import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Call } from '@lectern/contract/client';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { hour } from '@lectern/contract/rules/durations';
import { contactTypes, feedbackTypes } from '@lectern/contract/rules/feedback-types';
import { describeServer } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';

const visitor = { type: contactTypes[0], subject: 'Hello', message: 'Two\nlines', email: 'Visitor@Example.org' };

describeServer('feedback', {}, (suite) => {
  let member: TestMember;
  let admin: Call;
  before(async () => {
    member = await suite.signUp();
    admin = await suite.signInAdministrator();
  });

  const newest = () =>
    suite.db.selectFrom('reports').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
  const write = (report: object, call = suite.server.call) => call(feedbackRoutes.contact, { ...visitor, ...report });
  const reports = async (query: object) => (await admin(adminRoutes.reports, query)).data;

  it('keeps what a visitor writes, with the address of the form', async () => {
    assert.deepEqual(await write({}), { msg: 'Feedback sent successfully!' });
    const { id, created_at, ...report } = await newest();
    assert.ok(id && created_at instanceof Date);
    const { type: report_type, subject, message } = visitor;
    const email = 'visitor@example.org';
    assert.deepEqual(report, { user_id: null, report_type, subject, message, email, response: '' });
  });

  it('stores feedback with the email of the account, when a member enters another in the form', async () => {
    suite.clock.aheadMs += 1000;
    await write({ type: feedbackTypes[0], message: '' }, member.call);
    const { user_id, email, report_type, message } = await newest();
    const stored = [member.session.id, member.email, 'Downgrade Request', ''];
    assert.deepEqual([user_id, email, report_type, message], stored);
  });

  it('counts a dead session as none', async () => {
    const call = suite.server.as('not-a-session');
    await write({}, call);
    await refuses(write({ email: '' }, call), 'missing_fields');
  });

  it('wants a subject, a known type, an address, and texts of a bearable length', async () => {
    await refuses(write({ subject: ' \u0000 ' }), 'missing_fields');
    await refuses(write({ email: 'nobody' }), 'bad_email');
    for (const wrong of [{ type: 'Praise' }, { subject: 'x'.repeat(201) }, { message: 'x'.repeat(5001) }])
      assert.equal((await expectRefusal(write(wrong))).status, 400);
  });

  it('answers a report by mail, once for an answer', async () => {
    await write({ subject: 'The wheel squeaks', email: 'w@example.org' });
    const id = (await reports({ q: 'squeaks' }))[0]!._id;
    const answer = (response: string) => admin(adminRoutes.answerReport, { id, response });
    await refuses(answer('  '), 'missing_fields');
    await Promise.all([answer('Oil it.'), answer('Oil it.')]);
    await suite.settle();
    const [letter, ...more] = (await suite.server.letters()).filter(({ to }) => to === 'w@example.org');
    assert.deepEqual([letter!.subject, more], ['Re: The wheel squeaks', []]);
    assert.match(letter!.text, /Oil it\./);
    assert.equal((await reports({ q: 'squeaks' }))[0]!.response, 'Oil it.');
    await admin(adminRoutes.deleteReport, { id });
    await refuses(admin(adminRoutes.deleteReport, { id }), 'not_found');
  });

  it('limits the tries of a member, and gives them back later', async () => {
    let sent = 0;
    const writeAll = async () => {
      for (; sent < 30; sent += 1) await write({}, member.call);
    };
    await refuses(writeAll(), 'too_many_tries');
    assert.ok(sent > 10);
    suite.clock.aheadMs += hour;
    await write({}, member.call);
  });

  it('outlives the account of its writer', async () => {
    await suite.db.deleteFrom('users').where('id', '=', member.session.id).execute();
    const { email, user_id } = await newest();
    assert.deepEqual({ email, user_id }, { email: member.email, user_id: null });
  });
});
