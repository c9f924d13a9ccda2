import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { hour } from '@lectern/contract/rules/durations';
import { SMTPServer } from 'smtp-server';
import { accountTools } from '../../../test/account-tools.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { eventually } from '../../../test/member.ts';
import { hurryJobs } from '../../../test/stored-jobs.ts';
import { compose } from './compose.ts';

describe('mail', () => {
  /** Queued reply codes of the SMTP server for recipients and messages; 250 when none is left. */
  const answers: { recipient: number[]; letter: number[] } = { recipient: [], letter: [] };
  const answering = (code: number | undefined): Error | null =>
    code === undefined ? null : Object.assign(new Error('No.'), { responseCode: code });
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, answer) => answer(answering(answers.recipient.shift())),
    onData(stream, _session, answer) {
      stream.resume();
      stream.on('end', () => answer(answering(answers.letter.shift())));
    },
  });
  before(() => once(mailServer.listen(0, '127.0.0.1'), 'listening'));
  after(() => new Promise<void>((resolve) => mailServer.close(() => resolve())));
  const env = () => ({
    SMTP_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'no-reply@example.org',
  });

  describeServer('that a mail server does not take at once', { env }, (suite) => {
    const { register } = accountTools(suite);
    type Row = { state: string; message: string | null; wait: number; most: number; attempts: number };
    const inState = (email: string, state: string): Promise<Row> =>
      eventually(async () => {
        const { rows } = await suite.world.database.pool.query<Row>(
          `select state, problem as message, attempt_limit as attempts,
             extract(epoch from start_after - now())::float8 as wait, longest_backoff as most
           from jobs join emails on emails.id::text = payload->>'mailId' where name = 'mail' and recipient = $1`,
          [email],
        );
        return rows[0]?.state === state ? rows[0] : undefined;
      }, `the mail to ${email} to be ${state}`);
    const tryAgain = () => hurryJobs(suite.db, { name: 'mail', state: 'retry' });

    it('retries an email for about a day, when the SMTP server defers it', async () => {
      const email = 'grey@example.org';
      answers.recipient.push(450, 450);
      await register({ email });
      const first = await inState(email, 'retry');
      assert.ok(first.wait > 10 && first.most === 3600 && first.attempts >= 30, JSON.stringify(first));
      await tryAgain();
      await eventually(async () => (answers.recipient.length === 0 ? true : undefined), 'the second attempt');
      await inState(email, 'retry');
      await tryAgain();
      await inState(email, 'completed');
    });

    it('gives an email up at once, when the SMTP server refuses it permanently', async () => {
      for (const [stage, code] of [
        ['recipient', 550],
        ['letter', 554],
      ] as const) {
        answers[stage].push(code);
        await register({ email: `${stage}@example.org` });
        await inState(`${stage}@example.org`, 'failed');
      }
    });

    it('drops a deferred email, when its link has expired', async () => {
      const email = 'late@example.org';
      answers.recipient.push(450);
      await register({ email });
      await inState(email, 'retry');
      suite.clock.aheadMs += 25 * hour;
      await tryAgain();
      const { message } = await inState(email, 'failed');
      assert.equal(message, 'The link in this mail ended before the mail could be delivered.');
    });
  });

  it('shows a name as it was typed, and runs nothing of it', () => {
    const sender = { brand: 'Podium', publicUrl: 'https://lectern.example.org' };
    const note = { subject: 'A subject', preview: '', greeting: 'Hello <b>Ada</b>,', paragraphs: [], footnote: '' };
    const { text, html } = compose(sender, 'ada@example.org', note);
    assert.match(text, /^Hello <b>Ada<\/b>,/);
    assert.match(html, /Hello &lt;b&gt;Ada&lt;\/b&gt;,/);
    assert.match(text, /Podium/);
    assert.match(html, /Podium - All Rights Reserved/);
    assert.doesNotMatch(text + html, /Lectern/);
  });
});
