import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { unlessMissing } from '../../platform/files/local-files.ts';
import { buildNodemailerMessage } from './message.ts';
import type { Mailer } from './port.ts';

export type OutboxOptions = {
  /** Made when it is missing. */
  folder: string;
  from: string;
  /** Tells the person at the console, one line at a time. */
  print: (line: string) => void;
};

/** 2025-11-20T22-50-10.123Z: sorts by time and is a file name everywhere. */
const timeOf = (date: Date): string => date.toISOString().replaceAll(':', '-');

const nameOf = (recipient: string): string =>
  recipient
    .replace(/[^\w.@+-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 100);

/**
 * The default: each letter becomes a file `<time>-<recipient>.eml` that any mail program opens, and its path and
 * link are printed. Delivering a letter again writes the same file again.
 */
export function createOutbox({ folder, from, print }: OutboxOptions): Mailer {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  /** The letter's file; another letter of the same millisecond to the same person moves it on by one. */
  async function pathFor(to: string, date: Date, messageId: string): Promise<string> {
    const path = join(folder, `${timeOf(date)}-${nameOf(to)}.eml`);
    const there = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (there === undefined || there.includes(messageId)) return path;
    return pathFor(to, new Date(date.getTime() + 1), messageId);
  }

  async function write(letter: Parameters<Mailer['deliver']>[0]): Promise<{ where: string }> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { message } = await compose.sendMail(buildNodemailerMessage(letter, from));
    const path = await pathFor(letter.to, letter.date, letter.messageId);
    await writeDurably(folder, path, message as Buffer);
    print(`Mail for ${letter.to}: ${path}`);
    // The address to press stands in a line of its own; others may be part of what is said.
    const link = /^https?:\/\/\S+$/m.exec(letter.text)?.[0];
    if (link) print(`  its link: ${link}`);
    return { where: path };
  }

  /** One letter at a time: two of the same moment to the same person must see each other's file. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    kind: 'outbox',
    deliver(letter) {
      const written = turn.then(() => write(letter));
      turn = written.catch(() => undefined);
      return written;
    },
    async forget(address) {
      await turn;
      const names = ((await readdir(folder).catch(unlessMissing)) ?? []).filter((name) =>
        name.endsWith(`-${nameOf(address)}.eml`),
      );
      for (const name of names) {
        const path = join(folder, name);
        // Other addresses may have made the same name.
        if (/^To: (.*)$/im.exec(await readFile(path, 'utf8'))?.[1]?.includes(address)) await rm(path, { force: true });
      }
    },
    async close() {
      await turn;
    },
  };
}

/** Whole or not at all, also after a power cut. */
async function writeDurably(folder: string, path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
