import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { createOutbox } from './outbox.ts';
import type { Mailer } from './port.ts';
import { createSmtp } from './smtp.ts';

const certificates = join(import.meta.dirname, '../../../test/tls');
const from = 'Lectern <no-reply@example.org>';
const letter = (to: string) => ({
  to,
  subject: 'Grüße – 你好\r\nBcc: eve@example.org',
  text: 'Hello http://evil.example/claim,\n\nOpen:\nhttps://lectern.example/verify-email?token=abc_-123\n\nЗдравствуйте',
  html: '<p>Open <a href="https://lectern.example/verify-email?token=abc_-123">this</a> — ✓</p>',
  messageId: '<11111111-2222-4333-8444-555555555555@lectern.example>',
  date: new Date('2025-11-20T22:50:10.123Z'),
});

/** An adapter under test and the messages that went through it, as raw MIME. */
type Bench = { mailer: Mailer; messages(): Promise<string[]>; envelopes?(): string[]; close(): Promise<void> };

async function outboxBench(): Promise<Bench & { folder: string; printed: string[] }> {
  const folder = join(await mkdtemp(join(tmpdir(), 'lectern-outbox-')), 'outbox');
  const printed: string[] = [];
  return {
    folder,
    printed,
    mailer: createOutbox({ folder, from, print: (line) => printed.push(line) }),
    messages: async () =>
      Promise.all((await readdir(folder)).toSorted().map((name) => readFile(join(folder, name), 'utf8'))),
    close: () => rm(join(folder, '..'), { recursive: true, force: true }),
  };
}

/**
 * A mail server. `tls`: not at all, after STARTTLS, or from the first byte; by a certificate that nobody vouches for.
 */
async function smtpBench(
  tls: 'none' | 'starttls' | 'always' = 'none',
  query = '',
): Promise<Bench & { port: number; encrypted(): boolean[] }> {
  const received: string[] = [];
  const recipients: string[] = [];
  const encrypted: boolean[] = [];
  const server = new SMTPServer({
    authOptional: true,
    secure: tls === 'always',
    cert: readFileSync(join(certificates, 'server.pem')),
    key: readFileSync(join(certificates, 'server.key')),
    disabledCommands: tls === 'none' ? ['STARTTLS'] : [],
    onMailFrom(_address, { secure }, answer) {
      encrypted.push(secure);
      answer();
    },
    onRcptTo({ address }, _session, answer) {
      const code = { 'gone@example.org': 550, 'busy@example.org': 451 }[address];
      if (code === undefined) recipients.push(address);
      answer(code === undefined ? null : Object.assign(new Error('No.'), { responseCode: code }));
    },
    onData(stream, _session, answer) {
      text(stream).then((message) => {
        received.push(message);
        answer();
      }, answer);
    },
  });
  // A client that hangs up on the certificate.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  const mailer = createSmtp({ url: `${tls === 'always' ? 'smtps' : 'smtp'}://127.0.0.1:${port}${query}`, from });
  return {
    port,
    mailer,
    encrypted: () => encrypted,
    messages: async () => received,
    envelopes: () => recipients,
    async close() {
      await mailer.close();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

for (const [name, open] of [
  ['outbox', outboxBench],
  ['smtp', () => smtpBench()],
] as const)
  suite(`the mail port by ${name}`, async () => {
    const bench = await open();
    after(() => bench.close());

    test('a letter arrives with its texts, sender, date and Message-ID', async () => {
      const { where } = await bench.mailer.deliver(letter('ada@example.org'));
      assert.ok(where);
      const [raw] = await bench.messages();
      const mail = await PostalMime.parse(raw!);
      assert.deepEqual(mail.from, { address: 'no-reply@example.org', name: 'Lectern' });
      assert.deepEqual(
        mail.to?.map(({ address }) => address),
        ['ada@example.org'],
      );
      assert.equal(mail.messageId, letter('').messageId);
      assert.equal(mail.date, '2025-11-20T22:50:10.000Z');
      assert.equal(mail.text?.trimEnd(), letter('').text);
      assert.equal(mail.html?.trimEnd(), letter('').html);
    });

    test('a line break in the subject adds no header', async () => {
      const mail = await PostalMime.parse((await bench.messages())[0]!);
      assert.match(mail.subject ?? '', /^Grüße – 你好/);
      assert.equal(mail.bcc, undefined);
      assert.deepEqual(bench.envelopes?.() ?? ['ada@example.org'], ['ada@example.org']);
    });
  });

suite('the outbox', async () => {
  const bench = await outboxBench();
  after(() => bench.close());

  test('names the file by time and recipient and prints where it is and its link', async () => {
    const { where } = await bench.mailer.deliver(letter('ada@example.org'));
    assert.equal(where, join(bench.folder, '2025-11-20T22-50-10.123Z-ada@example.org.eml'));
    assert.deepEqual(bench.printed, [
      `Mail for ada@example.org: ${where}`,
      '  its link: https://lectern.example/verify-email?token=abc_-123',
    ]);
    assert.equal((await stat(where)).mode & 0o077, 0);
  });

  test('writes a letter delivered again into the same file, and others of the same moment beside it', async () => {
    await bench.mailer.deliver(letter('ada@example.org'));
    await Promise.all(
      [1, 2].map((n) => bench.mailer.deliver({ ...letter('ada@example.org'), messageId: `<${n}@lectern.example>` })),
    );
    assert.deepEqual((await readdir(bench.folder)).toSorted(), [
      '2025-11-20T22-50-10.123Z-ada@example.org.eml',
      '2025-11-20T22-50-10.124Z-ada@example.org.eml',
      '2025-11-20T22-50-10.125Z-ada@example.org.eml',
    ]);
  });

  test('forgets the letters to an address, and no others', async () => {
    const { where: other } = await bench.mailer.deliver({ ...letter('bob_a@example.org'), messageId: '<b@lectern>' });
    const { where } = await bench.mailer.deliver({ ...letter('bob!a@example.org'), messageId: '<c@lectern>' });
    await bench.mailer.forget('bob!a@example.org');
    await assert.rejects(stat(where), { code: 'ENOENT' });
    await stat(other);
    await bench.mailer.forget('ada@example.org');
    assert.ok(!(await readdir(bench.folder)).some((name) => name.includes('ada@')));
  });

  test('a recipient that looks like a path stays in the folder', async () => {
    const { where } = await bench.mailer.deliver(letter('"../../x/y"@example.org'));
    assert.equal(where, join(bench.folder, '2025-11-20T22-50-10.123Z-_.._.._x_y_@example.org.eml'));
  });
});

/** The problem a delivery ends with. */
async function failure(mailer: Mailer, to: string): Promise<Problem> {
  try {
    await mailer.deliver(letter(to));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return assert.fail('It was delivered.');
}

suite('the mail server', async () => {
  const bench = await smtpBench();
  after(() => bench.close());

  test('a recipient refused for good is not tried again', async () => {
    const problem = await failure(bench.mailer, 'gone@example.org');
    assert.equal(problem.code, 'bad_email');
    assert.equal(problem.retryable, false);
  });

  test('a mail server that is busy or away is tried again', async () => {
    assert.equal((await failure(bench.mailer, 'busy@example.org')).retryable, true);
    const away = createSmtp({ url: 'smtp://127.0.0.1:1', from });
    assert.equal((await failure(away, 'ada@example.org')).code, 'unavailable');
    await away.close();
  });
});

suite('an encrypted way to the mail server', () => {
  const sends = async (tls: 'none' | 'starttls' | 'always', query: string) => {
    const bench = await smtpBench(tls, query);
    try {
      await bench.mailer.deliver(letter('ada@example.org'));
    } catch (error) {
      assert.ok(error instanceof Problem && error.retryable, String(error));
    }
    const outcome = { messages: (await bench.messages()).length, encrypted: bench.encrypted() };
    await bench.close();
    return outcome;
  };

  test('encrypts email by smtps, and by STARTTLS, when the server offers it', async () => {
    for (const tls of ['always', 'starttls'] as const)
      assert.deepEqual(await sends(tls, '?tls.rejectUnauthorized=false'), { messages: 1, encrypted: [true] });
  });

  test('sends no email, when the certificate of the server is not trusted', async () => {
    for (const tls of ['always', 'starttls'] as const)
      assert.deepEqual(await sends(tls, ''), { messages: 0, encrypted: [] });
  });

  test('sends no email in plain text, when the URL requires TLS', async () => {
    assert.deepEqual(await sends('none', '?requireTLS=true'), { messages: 0, encrypted: [] });
  });
});
