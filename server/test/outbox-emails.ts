import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export type OutboxEmail = { to: string; subject: string; text: string; html: string; link: URL | undefined };

/** Emails already read, by path: an email file is complete, never changes and is read often. */
const known = new Map<string, OutboxEmail>();

/** The mails of an outbox folder, oldest first, each with the first link in its text. */
export async function readOutboxEmails(folder: string): Promise<OutboxEmail[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map((name) => readLetter(join(folder, name))));
}

async function readLetter(path: string): Promise<OutboxEmail> {
  const before = known.get(path);
  if (before) return before;
  const mail = await PostalMime.parse(await readFile(path));
  const text = mail.text ?? '';
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  const letter = {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    link: link ? new URL(link) : undefined,
  };
  known.set(path, letter);
  return letter;
}
