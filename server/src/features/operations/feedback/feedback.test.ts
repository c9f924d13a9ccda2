import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { contactTypes, feedbackTypes } from '@lectern/contract/rules/feedback-types';
import { hour } from '@lectern/contract/rules/durations';
import type { TestMember } from '../../../../test/member.ts';
import { expectRefusal, refuses } from '../../../../test/refusals.ts';
import { describeServer } from '../../../../test/describe-server.ts';

describeServer('feedback', {}, (suite) => {
  let member: TestMember;
  before(async () => {
    member = await suite.signUp();
  });

  const newest = () =>
    suite.db.selectFrom('reports').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
  const visitor = { type: contactTypes[0], subject: 'Hello', message: 'Two\nlines', email: 'Visitor@Example.org' };

  it('keeps what a visitor writes, with the address of the form', async () => {
    assert.deepEqual(await suite.server.call(feedbackRoutes.contact, visitor), { msg: 'Feedback sent successfully!' });
    const { id, created_at, ...report } = await newest();
    assert.ok(id && created_at instanceof Date);
    assert.deepEqual(report, {
      user_id: null,
      report_type: 'Bug Report',
      subject: 'Hello',
      message: 'Two\nlines',
      email: 'visitor@example.org',
      response: '',
    });
  });

  it('stores feedback with the email of the account, when a member enters another in the form', async () => {
    suite.clock.aheadMs += 1000;
    await member.call(feedbackRoutes.contact, { ...visitor, type: feedbackTypes[0], message: '' });
    const { user_id, email, report_type, message } = await newest();
    assert.deepEqual(
      { user_id, email, report_type, message },
      { user_id: member.session.id, email: member.email, report_type: 'Downgrade Request', message: '' },
    );
  });

  it('counts a dead session as none', async () => {
    await suite.server.as('not-a-session')(feedbackRoutes.contact, visitor);
    await refuses(
      suite.server.as('not-a-session')(feedbackRoutes.contact, { ...visitor, email: '' }),
      'missing_fields',
    );
  });

  it('wants a subject, a known type, an address, and texts of a bearable length', async () => {
    await refuses(suite.server.call(feedbackRoutes.contact, { ...visitor, subject: ' \u0000 ' }), 'missing_fields');
    await refuses(suite.server.call(feedbackRoutes.contact, { ...visitor, email: 'nobody' }), 'bad_email');
    for (const wrong of [
      { ...visitor, type: 'Praise' as 'Bug Report' },
      { ...visitor, subject: 'x'.repeat(201) },
      { ...visitor, message: 'x'.repeat(5001) },
    ])
      assert.equal((await expectRefusal(suite.server.call(feedbackRoutes.contact, wrong))).status, 400);
  });

  it('limits the tries of a member, and gives them back later', async () => {
    for (let sent = 0; sent < 30; sent += 1)
      if (
        await member.call(feedbackRoutes.contact, visitor).then(
          () => false,
          () => true,
        )
      )
        break;
    await refuses(member.call(feedbackRoutes.contact, visitor), 'too_many_tries');
    suite.clock.aheadMs += hour;
    await member.call(feedbackRoutes.contact, visitor);
  });

  it('outlives the account of its writer', async () => {
    await suite.db.deleteFrom('users').where('id', '=', member.session.id).execute();
    const { email, user_id } = await newest();
    assert.deepEqual({ email, user_id }, { email: member.email, user_id: null });
  });
});
