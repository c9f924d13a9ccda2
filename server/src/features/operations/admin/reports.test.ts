import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import type { Call } from '@lectern/contract/client';
import { feedbackRoutes } from '@lectern/contract/operations/feedback';
import { refuses } from '../../../../test/refusals.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { ensureAdministrator } from '../../accounts/ensure-administrator.ts';

const credentials = { email: 'root@example.org', password: 'administrator' };

describeServer('reports in the back office', {}, (suite) => {
  let admin: Call;
  before(async () => {
    await ensureAdministrator(suite.world, credentials);
    admin = suite.server.as((await suite.server.call(adminRoutes.login, credentials)).token);
  });

  it('answers a report by mail, once for an answer', async () => {
    const report = {
      type: 'Bug Report' as const,
      subject: 'The wheel squeaks',
      message: 'It does.',
      email: 'w@example.org',
    };
    await suite.server.call(feedbackRoutes.contact, report);
    const [found] = (await admin(adminRoutes.reports, { q: 'squeaks' })).data;
    await refuses(admin(adminRoutes.answerReport, { id: found!._id, response: '  ' }), 'missing_fields');
    await Promise.all([1, 2].map(() => admin(adminRoutes.answerReport, { id: found!._id, response: 'Oil it.' })));
    await suite.settle();
    const answers = (await suite.server.letters()).filter(({ to }) => to === 'w@example.org');
    assert.equal(answers.length, 1);
    assert.equal(answers[0]!.subject, 'Re: The wheel squeaks');
    assert.match(answers[0]!.text, /Oil it\./);
    assert.equal((await admin(adminRoutes.reports, { q: 'squeaks' })).data[0]!.response, 'Oil it.');
    await admin(adminRoutes.deleteReport, { id: found!._id });
    await refuses(admin(adminRoutes.deleteReport, { id: found!._id }), 'not_found');
  });

  it('lists those that wait for an answer, or those that have one', async () => {
    for (const subject of ['Still open', 'Done with'])
      await suite.server.call(feedbackRoutes.contact, {
        type: 'Bug Report',
        subject,
        message: '',
        email: 'w@example.org',
      });
    const subjects = async (query: object) =>
      (await admin(adminRoutes.reports, { sort: 'subject', order: 'asc', ...query })).data.map((each) => each.subject);
    const [done] = (await admin(adminRoutes.reports, { q: 'done' })).data;
    await admin(adminRoutes.answerReport, { id: done!._id, response: 'It is.' });
    assert.deepEqual(await subjects({ answered: 'no' }), ['Still open']);
    assert.deepEqual(await subjects({ answered: 'yes' }), ['Done with']);
    assert.deepEqual(await subjects({}), ['Done with', 'Still open']);
    assert.equal((await admin(adminRoutes.reports, { answered: 'no', q: 'done' })).total, 0);
  });
});
