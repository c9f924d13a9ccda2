import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export type ReadLetter = { to: string; subject: string; text: string; html: string; link: URL | undefined };

/** The mails of an outbox folder, oldest first, each with the first link in its text. */
export async function readLetters(folder: string): Promise<ReadLetter[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(
    names.map(async (name) => {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      const text = mail.text ?? '';
      const link = /https?:\/\/\S+/.exec(text)?.[0];
      return {
        to: mail.to?.[0]?.address ?? '',
        subject: mail.subject ?? '',
        text,
        html: mail.html ?? '',
        link: link ? new URL(link) : undefined,
      };
    }),
  );
}
