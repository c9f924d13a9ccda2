import type { Example } from './change.ts';

/** A mail service that takes each letter as a POST, with a token. */
export const adapterExample: Example = {
  heading: 'Add an adapter (another mail service, another store)',
  changes: [
    {
      path: 'server/src/ports/mail/posted.ts',
      text: `import { Problem } from '@lectern/contract/problem';
import { createTransport } from 'nodemailer';
import { outsideTransaction } from '../../platform/database/transactions.ts';
import { messageOf } from './message.ts';
import type { Mailer } from './port.ts';

/** Milliseconds. */
const patience = 60_000;

/** Sends each letter to a mail service that takes it as a POST. Throws \`unavailable\` when a later attempt may succeed. */
export function createPosted({ url, token, from }: { url: string; token: string; from: string }): Mailer {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    kind: 'posted',
    async deliver(letter) {
      outsideTransaction('A mail');
      const { message } = await compose.sendMail(messageOf(letter, from));
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'message/rfc822' };
      const body = new Uint8Array(message as Buffer);
      const signal = AbortSignal.timeout(patience);
      const reply = await fetch(url, { method: 'POST', headers, body, signal }).catch((cause: unknown) => {
        throw new Problem('unavailable', { cause });
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new Problem(reply.status === 422 ? 'bad_email' : 'unavailable');
      return { where: url };
    },
    async forget() {
      // Nothing is kept here.
    },
    async close() {
      // Nothing is open.
    },
  };
}
`,
    },
    { path: 'server/src/ports/mail/port.ts', after: "  kind: 'outbox' | 'smtp'", add: " | 'posted'" },
    {
      path: 'server/src/ports/mail/mail.test.ts',
      after: "  ['smtp', () => smtpBench()],\n",
      add: "  ['posted', postedBench],\n",
    },
    {
      path: 'server/src/ports/mail/mail.test.ts',
      after:
        'type Bench = { mailer: Mailer; messages(): Promise<string[]>; envelopes?(): string[]; close(): Promise<void> };\n',
      add: `
async function postedBench(): Promise<Bench> {
  const received: string[] = [];
  const service = createServer((request, answer) => {
    void text(request).then((message) => {
      received.push(message);
      answer.end();
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as { port: number };
  return {
    mailer: createPosted({ url: 'http://127.0.0.1:' + String(port), token: 'secret', from }),
    messages: async () => received,
    async close() {
      service.closeAllConnections();
      await new Promise<void>((resolve) => service.close(() => resolve()));
    },
  };
}
`,
    },
    {
      path: 'server/src/ports/mail/mail.test.ts',
      after: "import { once } from 'node:events';\n",
      add: "import { createServer } from 'node:http';\n",
    },
    {
      path: 'server/src/ports/mail/mail.test.ts',
      after: "import type { Mailer } from './port.ts';\n",
      add: "import { createPosted } from './posted.ts';\n",
    },
    {
      path: 'server/src/main/config.ts',
      after: "    .describe('Sender of mails; needed with SMTP_URL.'),\n",
      add: `  MAIL_POST_URL: httpUrl.optional().describe('Mail service that takes each letter as a POST. Absent: see SMTP_URL.'),
  MAIL_POST_TOKEN: secret(
    z.string().trim().min(1).optional().describe('Bearer token for MAIL_POST_URL; needed with it.'),
  ),
`,
    },
    {
      path: 'server/src/main/config.ts',
      after: "  mail: { kind: 'outbox'; from: string }",
      add: " | { kind: 'posted'; url: string; token: string; from: string }",
    },
    {
      path: 'server/src/main/config.ts',
      after: "refuse('MAIL_FROM: is missing; SMTP_URL needs a sender.');\n",
      add: `  if (set.MAIL_POST_URL && !set.MAIL_POST_TOKEN) refuse('MAIL_POST_TOKEN: is missing; MAIL_POST_URL needs it.');
  const from = set.MAIL_FROM ?? set.BRAND_NAME + ' <no-reply@localhost.test>';
`,
    },
    {
      path: 'server/src/main/config.ts',
      after: '    mail: ',
      add: `set.MAIL_POST_URL
      ? { kind: 'posted', url: set.MAIL_POST_URL, token: set.MAIL_POST_TOKEN!, from }
      : `,
    },
    {
      path: 'server/src/main/world.ts',
      after: '  const mail =\n',
      add: "    config.mail.kind === 'posted' ? createPosted(config.mail) :\n",
    },
    {
      path: 'server/src/main/world.ts',
      after: "import { createOutbox } from '../ports/mail/outbox.ts';\n",
      add: "import { createPosted } from '../ports/mail/posted.ts';\n",
    },
  ],
};
