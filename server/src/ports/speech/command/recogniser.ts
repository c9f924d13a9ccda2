import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { killWithParent } from '../../../platform/subprocess/kill-with-parent.ts';
import { Problem } from '@lectern/contract/problem';
import type { Media, Sound } from '../../media/port.ts';
import { type SpeechEngine, type SpeechSegment, SpeechConfigError, type RecognisedWord } from '../port.ts';
import { readdir, stat } from 'node:fs/promises';

/** `word start end confidence`, as `pocketsphinx_continuous -time yes` prints it below each utterance. */
const timedWord = /^(\S+) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)\s*$/;

/** Marks for the beginning and end of an utterance, silence, noise, and steps of a grammar. */
const filler = /^(?:<.*>|\[.*\]|\+\+.*\+\+|\(NULL\))$/;

const segmentOf = (words: RecognisedWord[]): SpeechSegment => ({
  start: words[0]!.start,
  end: words.at(-1)!.end,
  words,
});

/**
 * Reads the recogniser's lines as they come: the text of an utterance, then its words with their times, and so on.
 * Makes a segment of each utterance with words.
 */
async function* readUtterances(lines: AsyncIterable<string>): AsyncGenerator<SpeechSegment> {
  let words: RecognisedWord[] = [];
  for await (const line of lines) {
    const [isWord, text = '', start, end, confidence] = timedWord.exec(line) ?? [];
    if (!isWord) {
      if (words.length > 0) yield segmentOf(words);
      words = [];
    } else if (!filler.test(text))
      words.push({
        // The dictionary's second pronunciation of "and" is "and(2)".
        text: text.replace(/\(\d+\)$/, ''),
        start: Number(start),
        end: Number(end),
        confidence: Math.min(1, Number(confidence)),
      });
  }
  if (words.length > 0) yield segmentOf(words);
}

/** The parts of a PocketSphinx model: sounds, pronunciations, and which words follow each other. */
type PocketsphinxModel = {
  acoustic: string;
  dictionary: string;
  words: { option: '-lm' | '-jsgf'; file: string };
};

const isWords = (name: string): boolean => /\.(lm|lm\.bin|lm\.dmp|jsgf|gram)$/i.test(name);

/**
 * Finds an acoustic model (`mdef`), dictionary (`.dict`), and language model (`.lm`, `.lm.bin`) or grammar (`.gram`,
 * `.jsgf`), which `wanted` selects. Throws `SpeechConfigError` naming what is missing.
 */
async function findModel(folder: string, wanted: string | undefined): Promise<PocketsphinxModel> {
  const names = await readdir(folder).catch(() => {
    throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} is no folder that can be read.`);
  });
  const acoustic = await firstOf(
    names.map((name) => join(folder, name)),
    async (path) => (await stat(join(path, 'mdef'))).isFile(),
  );
  if (!acoustic)
    throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} has no folder with an acoustic model (mdef).`);
  const dictionary = names.find((name) => name.endsWith('.dict'));
  if (!dictionary) throw new SpeechConfigError(`SPEECH_MODEL_DIR: ${folder} has no dictionary (a file *.dict).`);
  const models = names.filter(isWords);
  const words = wanted === undefined && models.length === 1 ? models[0] : models.find((name) => name === wanted);
  if (!words)
    throw new SpeechConfigError(
      models.length === 0
        ? `SPEECH_MODEL_DIR: ${folder} has no language model or grammar (*.lm, *.lm.bin, *.gram).`
        : `SPEECH_MODEL: must name one of ${models.join(', ')}.`,
    );
  return {
    acoustic,
    dictionary: join(folder, dictionary),
    words: { option: /\.(jsgf|gram)$/i.test(words) ? '-jsgf' : '-lm', file: join(folder, words) },
  };
}

async function firstOf(paths: string[], test: (path: string) => Promise<boolean>): Promise<string | undefined> {
  for (const path of paths) if (await test(path).catch(() => false)) return path;
  return undefined;
}

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
