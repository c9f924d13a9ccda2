import { Problem } from '@lectern/contract/problem';
import { createTransport } from 'nodemailer';
import { outsideTransaction } from '../../platform/database/transactions.ts';
import { buildNodemailerMessage } from './message.ts';
import type { Mailer } from './port.ts';

/** Milliseconds; nodemailer's own defaults would hold a job for ten minutes. */
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/**
 * Sends through the server of an `smtp:` or `smtps:` URL. Throws `bad_email` on permanent refusal of recipient or
 * email, `unavailable` when a later attempt may succeed.
 */
export function createSmtp({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...patience });
  return {
    kind: 'smtp',
    async deliver(letter) {
      outsideTransaction('A mail');
      try {
        const { response } = await transport.sendMail(buildNodemailerMessage(letter, from));
        return { where: response };
      } catch (cause) {
        const { code, responseCode } = cause as { code?: string; responseCode?: number };
        // The recipient, or the letter itself. A password that is refused is for the operator to mend, and waits for that.
        const isOfLetter = code === 'EENVELOPE' || code === 'EMESSAGE';
        const refused = isOfLetter && responseCode !== undefined && responseCode >= 500;
        throw new Problem(refused ? 'bad_email' : 'unavailable', { cause });
      }
    },
    async forget() {
      // Nothing is kept here.
    },
    async close() {
      transport.close();
    },
  };
}
