import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { killWithParent } from '../../../platform/subprocess/kill-with-parent.ts';
import { Problem } from '@lectern/contract/problem';
import type { Media, Sound } from '../../media/port.ts';
import { type SpeechEngine, type SpeechSegment, SpeechConfigError } from '../port.ts';
import { findModel } from './model-folder.ts';
import { readUtterances } from './read-utterances.ts';

export type CommandSettings = {
  /** `pocketsphinx_continuous`, or a program that takes its options and prints like it. */
  program: string;
  modelDir: string;
  /** Language model or grammar in the folder, when there are several. */
  model: string | undefined;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * The program opens its input by name, which cannot be done with the socket that Node gives a child: `cat` makes a pipe
 * of it.
 */
const throughPipe = 'cat | exec "$0" "$@"';

/**
 * Two milliseconds of noise before the recording: on digital silence, as many begin with, the recogniser's estimate of
 * the noise comes to nothing, and it misses the first sentences.
 */
const noise = Buffer.alloc(64);
for (let n = 0; n < noise.length / 2; n += 1) noise.writeInt16LE(((n * 7919) % 6000) - 3000, n * 2);

async function* afterNoise(samples: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield noise;
  yield* samples;
}

/** Ends a child with everything it started: it leads a group of its own. */
function kill({ pid, exitCode, signalCode }: Child): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended in this moment.
  }
}

/** Whether the program is there; without options it explains itself. */
async function isThere(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, [], { timeout: 20_000 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * Runs a command-line recogniser, PocketSphinx as packaged by Debian: samples to stdin, timed words out. Throws
 * `SpeechConfigError` when the program or a model part is missing.
 */
export async function createCommandRecogniser(
  { program, modelDir, model }: CommandSettings,
  media: Pick<Media, 'samples'>,
): Promise<SpeechEngine> {
  const found = await findModel(modelDir, model);
  if (!(await isThere(program)))
    throw new SpeechConfigError(`SPEECH_COMMAND: ${program} is not there (Debian: apt-get install pocketsphinx).`);
  const children = new Set<Child>();
  const options = ['-hmm', found.acoustic, '-dict', found.dictionary, found.words.option, found.words.file];

  /** Utterances from a second on, their times counted from the start of the recording. */
  async function* utterances(file: Sound, from: number, signal: AbortSignal): AsyncGenerator<SpeechSegment> {
    outsideTransaction('Speech recognition');
    const child = spawn('/bin/sh', ['-c', throughPipe, program, '-infile', '/dev/stdin', '-time', 'yes', ...options], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    children.add(child);
    const letOff = killWithParent(child, { group: true });
    const closed = once(child, 'close').finally(() => {
      children.delete(child);
      letOff();
    });
    // It fails as the missing segments tell; nobody waits for it when the reader goes away.
    closed.catch(() => undefined);
    const stop = (): void => kill(child);
    signal.addEventListener('abort', stop, { once: true });
    if (child.pid !== undefined) lower(child.pid);
    let messages = '';
    child.stderr.on('data', (chunk: Buffer) => {
      messages = (messages + chunk.toString()).slice(-4000);
    });
    const fed = pipeline(Readable.from(afterNoise(media.samples(file, from, signal))), child.stdin).then(
      () => undefined,
      (error: unknown) => error,
    );
    try {
      for await (const { start, end, words } of readUtterances(createInterface({ input: child.stdout })))
        yield {
          start: start + from,
          end: end + from,
          words: words.map((word) => ({ ...word, start: word.start + from, end: word.end + from })),
        };
      const [code] = (await closed) as [number | null];
      signal.throwIfAborted();
      const failure = await fed;
      if (failure instanceof Problem) throw failure;
      if (code !== 0 || failure)
        throw new Problem('speech_failed', { cause: failure ?? `${program} ended with ${code}: ${messages.trim()}` });
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  return {
    identity: `command ${program} ${basename(found.words.file)}`,
    label: 'PocketSphinx on this server',
    detectsSpeech: false,
    async recognise({ file, duration, journal, signal, onProgress }) {
      signal.throwIfAborted();
      const from = journal.segments.at(-1)?.end ?? 0;
      for await (const segment of utterances(file, from, signal)) {
        await journal.addSegment(segment);
        onProgress(segment.end / duration, 'Recognising speech');
      }
    },
    async close() {
      for (const child of children) kill(child);
    },
  };
}

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: it runs as it is.
  }
}
