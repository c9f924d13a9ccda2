import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { hour } from '@lectern/contract/rules/durations';
import { SMTPServer } from 'smtp-server';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { eventually } from '../../../test/member.ts';
import { hurryJobs } from '../../../test/stored-jobs.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';

const person = { firstname: 'Ada', lastname: 'Lovelace', password: 'some words together' };

oneDatabase((database, open) => {
  describe(`mails that a mail server does not take at once, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let ahead = 0;
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
    before(async () => {
      place = await open();
      const listening = mailServer.listen(0, '127.0.0.1');
      await once(listening, 'listening');
      const { port } = listening.address() as AddressInfo;
      server = await openTestWorld({
        ...place,
        env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@example.org' },
        now: () => new Date(Date.now() + ahead),
      });
    });
    after(async () => {
      await server?.close();
      await new Promise<void>((resolve) => mailServer.close(() => resolve()));
      await place?.close();
    });

    type Row = { state: string; message: string | null; wait: number; most: number; attempts: number };
    const jobOf = async (email: string): Promise<Row | undefined> => {
      const { rows } = await server.world.database.pool.query<Row>(
        `select state, problem as message, attempt_limit as attempts,
           extract(epoch from start_after - now())::float8 as wait, longest_backoff as most
         from jobs join emails on emails.id::text = payload->>'mailId' where name = 'mail' and recipient = $1`,
        [email],
      );
      return rows[0];
    };
    const inState = (email: string, state: string): Promise<Row> =>
      eventually(async () => {
        const job = await jobOf(email);
        return job?.state === state ? job : undefined;
      }, `the mail to ${email} to be ${state}`);
    const register = (email: string) => server.call(accountRoutes.register, { ...person, email });
    const tryAgain = () => hurryJobs(server.world.database.kysely, { name: 'mail', state: 'retry' });

    it('retries an email for about a day, when the SMTP server defers it', async () => {
      answers.recipient.push(450, 450);
      await register('grey@example.org');
      const first = await inState('grey@example.org', 'retry');
      assert.ok(first.wait > 10 && first.most === 3600 && first.attempts >= 30, JSON.stringify(first));
      await tryAgain();
      await eventually(async () => (answers.recipient.length === 0 ? true : undefined), 'the second attempt');
      await inState('grey@example.org', 'retry');
      await tryAgain();
      await inState('grey@example.org', 'completed');
    });

    it('gives an email up at once, when the SMTP server refuses it permanently', async () => {
      answers.recipient.push(550);
      await register('gone@example.org');
      await inState('gone@example.org', 'failed');
      answers.letter.push(554);
      await register('spam@example.org');
      await inState('spam@example.org', 'failed');
    });

    it('drops a deferred email, when its link has expired', async () => {
      answers.recipient.push(450);
      await register('late@example.org');
      await inState('late@example.org', 'retry');
      ahead += 25 * hour;
      await tryAgain();
      const { message } = await inState('late@example.org', 'failed');
      assert.equal(message, 'The link in this mail ended before the mail could be delivered.');
    });
  });
});
