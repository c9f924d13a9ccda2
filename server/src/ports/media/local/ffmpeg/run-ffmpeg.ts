import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Limits, spawnLimited } from '../../../../platform/subprocess/limits.ts';
import { outsideTransaction } from '../../../../platform/database/transactions.ts';
import { killWithParent } from '../../../../platform/subprocess/kill-with-parent.ts';
import { ffmpegRunning, ffmpegSeconds } from '../../../../platform/log/metrics.ts';
import { inSpan } from '../../../../platform/log/tracing.ts';
import { Problem } from '@lectern/contract/problem';
import { addInputLimits, buildFfmpegLimits, longestOutput } from './limits.ts';
import { stripVTControlCharacters } from 'node:util';

/** Characters kept of the end of what is said at each level. */
const keptOfLevel = 16_384;

const escape = '\u001B';
const paint = new RegExp(`${escape}\\[\\d;(\\d\\d)m`, 'g');

/** Paints of errors and of warnings. */
const [red, yellow] = ['31', '33'];
const complaint = new RegExp(`${escape}\\[\\d;(?:${red}|${yellow})m[^${escape}]*`, 'g');

/**
 * Makes ffmpeg colour its messages by level. Files cannot fake this, because ffmpeg escapes their control characters.
 * Other variables would change or disable the colours.
 */
const forceColourCommand =
  'unset TERM NO_COLOR AV_LOG_FORCE_NOCOLOR AV_LOG_FORCE_256COLOR; export AV_LOG_FORCE_COLOR=1';

const plain = (texts: Iterable<string>): string => stripVTControlCharacters([...texts].join(''));

type Messages = {
  /** All that was said, level by level: much of one pushes out nothing of another. */
  all: string;
  /** Complaints of ffmpeg itself, without text quoted from the file. */
  complaints: string;
};

/** Keeps the end of what `painted` ffmpeg says. */
export function keepMessages(): { hear: (chunk: string) => void; told: () => Messages } {
  const levels = new Map<string, string>();
  let begun = '';
  const keep = (line: string): void => {
    const level = [...line.matchAll(paint)].at(-1)?.[1] ?? '';
    levels.set(level, `${levels.get(level) ?? ''}${line}\n`.slice(-keptOfLevel));
  };
  return {
    hear(chunk) {
      const lines = (begun + chunk).split('\n');
      begun = lines.pop()!.slice(-keptOfLevel);
      lines.forEach(keep);
    },
    told() {
      keep(begun);
      begun = '';
      const complaints = [red, yellow].flatMap((level) => levels.get(level!)?.match(complaint) ?? []);
      return { all: plain(levels.values()), complaints: plain(complaints) };
    },
  };
}

export type FfmpegRun = {
  /** Input on `pipe:0`. */
  input?: Buffer | AsyncIterable<Buffer>;
  /** Takes the output as it comes; it is collected and returned otherwise. */
  onOutput?: (chunk: Buffer) => void;
  signal?: AbortSignal | undefined;
  /** Seconds without any output or progress after which it counts as stuck. */
  patience?: number;
  /** Gives way to everything else on the machine. */
  background?: boolean;
  /** Bytes of the file it may write, where that is a large one. */
  written?: number;
  /** Exit codes other than 0 that are no failure. */
  accept?: readonly number[];
};

export type Ffmpeg = {
  /**
   * Throws `media_engine_missing` without ffmpeg, `media_failed` when it fails or is stuck, `picture_too_large` and
   * `reading_stopped` when the file takes more than it may, and the signal's reason.
   */
  run(args: readonly string[], options?: FfmpegRun): Promise<{ output: Buffer; messages: string }>;
  /** Its output as it comes, at low priority; it waits while nobody reads. Ends it when the reader goes away. */
  stream(args: readonly string[], options?: Pick<FfmpegRun, 'signal' | 'patience'>): AsyncIterable<Buffer>;
  readonly available: boolean;
  close(): Promise<void>;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Milliseconds between asking a process to end and ending it. */
const grace = 2000;

const isOver = ({ exitCode, signalCode }: Child): boolean => exitCode !== null || signalCode !== null;

async function ended(child: Child): Promise<void> {
  if (!isOver(child)) await once(child, 'close');
}

function end(child: Child): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), grace).unref();
}

/** Ends that the limits bring: ffmpeg takes the end of its processor time for a wish to stop, and ends with 255. */
const overLimits: ReadonlySet<unknown> = new Set([255, 'SIGXCPU', 'SIGXFSZ', 'SIGABRT']);
const outOfMemory = /cannot allocate memory|malloc.* failed/i;
const tooManyPixels = /exceeds specified max pixel count/i;

/** Trying again cures no file that takes more than it may. */
function failureOf(end: NodeJS.Signals | number | null, tooLong: boolean, { all, complaints }: Messages): Problem {
  if (tooManyPixels.test(complaints)) return new Problem('picture_too_large', { cause: all.trim() });
  // As the C library says it to a program that never asked for another language.
  if (complaints.includes('No space left on device')) return new Problem('disk_full', { cause: all.trim() });
  const over = tooLong || overLimits.has(end) || outOfMemory.test(complaints);
  const cause = `ffmpeg ended with ${tooLong ? 'too long an output' : end}: ${all.trim()}`;
  return new Problem(over ? 'reading_stopped' : 'media_failed', { cause });
}

/** Runs `program`; children live no longer than their run, and `close` ends them all. */
export function createFfmpeg(program: string | undefined): Ffmpeg {
  const children = new Set<Child>();

  function begin(to: string, args: readonly string[], limits: Limits): { child: Child; closed: Promise<unknown[]> } {
    outsideTransaction('A run of ffmpeg');
    const child = spawnLimited(to, addInputLimits(args), limits, {
      before: forceColourCommand,
      stdio: ['pipe', 'pipe', 'pipe'],
    }) as Child;
    child.stderr.setEncoding('utf8');
    children.add(child);
    const letOff = killWithParent(child);
    ffmpegRunning.inc();
    const began = performance.now();
    const closed = inSpan('ffmpeg', {}, async (span) => {
      const ended = await once(child, 'close');
      span.setAttribute('process.exit.code', Number(ended[0] ?? -1));
      return ended;
    }).finally(() => {
      ffmpegRunning.dec();
      ffmpegSeconds.observe({ outcome: child.exitCode === 0 ? 'done' : 'failed' }, (performance.now() - began) / 1000);
      children.delete(child);
      letOff();
    });
    return { child, closed };
  }

  async function run(
    args: readonly string[],
    { input, onOutput, signal, patience = 60, background = false, written, accept = [] }: FfmpegRun = {},
  ): Promise<{ output: Buffer; messages: string }> {
    if (program === undefined) throw new Problem('media_engine_missing');
    signal?.throwIfAborted();
    const { child, closed } = begin(program, args, buildFfmpegLimits(args, { background, written }));
    if (background && child.pid !== undefined) lower(child.pid);
    const stop = (): void => end(child);
    signal?.addEventListener('abort', stop, { once: true });
    let [stuck, tooLong] = [false, false];
    const watch = setTimeout(() => {
      stuck = true;
      end(child);
    }, patience * 1000);

    const chunks: Buffer[] = [];
    let collected = 0;
    const messages = keepMessages();
    child.stdout.on('data', (chunk: Buffer) => {
      watch.refresh();
      if (onOutput) return onOutput(chunk);
      collected += chunk.length;
      tooLong ||= collected > longestOutput;
      if (tooLong) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.on('data', messages.hear);
    // It may end before it has read everything: it has what it wants then.
    const fed = input
      ? pipeline(Readable.from(input instanceof Buffer ? [input] : input), child.stdin)
      : Promise.resolve(child.stdin.end());
    const feeding = fed.then(
      () => undefined,
      (error: NodeJS.ErrnoException) =>
        error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? undefined : error,
    );
    try {
      const [code, end] = (await closed) as [number | null, NodeJS.Signals | null];
      const failure = await feeding;
      signal?.throwIfAborted();
      if (stuck) throw new Problem('media_failed', { cause: `ffmpeg was silent for ${patience} s: ${args.join(' ')}` });
      if (failure) throw failure;
      if (tooLong || (code !== 0 && !accept.includes(code ?? -1)))
        throw failureOf(end ?? code, tooLong, messages.told());
      return { output: Buffer.concat(chunks), messages: messages.told().all };
    } finally {
      clearTimeout(watch);
      signal?.removeEventListener('abort', stop);
    }
  }

  async function* stream(
    args: readonly string[],
    { signal, patience = 60 }: Pick<FfmpegRun, 'signal' | 'patience'> = {},
  ): AsyncGenerator<Buffer> {
    if (program === undefined) throw new Problem('media_engine_missing');
    signal?.throwIfAborted();
    const { child, closed } = begin(program, args, buildFfmpegLimits(args, { background: true }));
    child.stdin.end();
    if (child.pid !== undefined) lower(child.pid);
    const stop = (): void => end(child);
    signal?.addEventListener('abort', stop, { once: true });
    const messages = keepMessages();
    child.stderr.on('data', messages.hear);
    // Only the waiting for output is watched: a slow reader does not make it stuck.
    const watched = (): NodeJS.Timeout => setTimeout(stop, patience * 1000);
    let watch = watched();
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        clearTimeout(watch);
        yield chunk;
        watch = watched();
      }
      const [code, end] = (await closed) as [number | null, NodeJS.Signals | null];
      signal?.throwIfAborted();
      if (code !== 0) throw failureOf(end ?? code, false, messages.told());
    } finally {
      clearTimeout(watch);
      signal?.removeEventListener('abort', stop);
      if (!isOver(child)) stop();
    }
  }

  return {
    run,
    stream,
    available: program !== undefined,
    async close() {
      const open = [...children];
      for (const child of open) end(child);
      await Promise.all(open.map(ended));
    },
  };
}

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not let us: it runs as it is.
  }
}
