import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { outsideTransaction } from '../../../../platform/database/transactions.ts';
import { leash } from '../../../../platform/leash.ts';
import { Problem } from '@lectern/contract/problem';

export type FfmpegRun = {
  /** What it reads on `pipe:0`. */
  input?: Buffer | AsyncIterable<Buffer>;
  /** Takes the output as it comes; it is collected and returned otherwise. */
  onOutput?: (chunk: Buffer) => void;
  signal?: AbortSignal | undefined;
  /** Seconds without any output or progress after which it counts as stuck. */
  patience?: number;
  /** Gives way to everything else on the machine. */
  background?: boolean;
  /** Exit codes other than 0 that are no failure. */
  accept?: readonly number[];
};

export type Ffmpeg = {
  /** Throws `media_engine_missing` without ffmpeg, `media_failed` when it fails or is stuck, and the signal's reason. */
  run(args: readonly string[], options?: FfmpegRun): Promise<{ output: Buffer; messages: string }>;
  /** Its output as it comes, at low priority; it waits while nobody reads. Ends it when the reader goes away. */
  stream(args: readonly string[], options?: Pick<FfmpegRun, 'signal' | 'patience'>): AsyncIterable<Buffer>;
  readonly available: boolean;
  close(): Promise<void>;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Milliseconds between asking a process to end and ending it. */
const grace = 2000;

/** Bytes of the last messages kept for the log. */
const keptMessages = 16_384;

const isOver = ({ exitCode, signalCode }: Child): boolean => exitCode !== null || signalCode !== null;

async function ended(child: Child): Promise<void> {
  if (!isOver(child)) await once(child, 'close');
}

function end(child: Child): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), grace).unref();
}

/** Runs `program`; children live no longer than their run, and `close` ends them all. */
export function createFfmpeg(program: string | undefined): Ffmpeg {
  const children = new Set<Child>();

  function begin(to: string, args: readonly string[]): { child: Child; closed: Promise<unknown[]> } {
    outsideTransaction('A run of ffmpeg');
    const child = spawn(to, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    children.add(child);
    const letOff = leash(child);
    const closed = once(child, 'close').finally(() => {
      children.delete(child);
      letOff();
    });
    return { child, closed };
  }

  async function run(
    args: readonly string[],
    { input, onOutput, signal, patience = 60, background = false, accept = [] }: FfmpegRun = {},
  ): Promise<{ output: Buffer; messages: string }> {
    if (program === undefined) throw new Problem('media_engine_missing');
    signal?.throwIfAborted();
    const { child, closed } = begin(program, args);
    if (background && child.pid !== undefined) lower(child.pid);
    const stop = (): void => end(child);
    signal?.addEventListener('abort', stop, { once: true });
    let stuck = false;
    const watch = setTimeout(() => {
      stuck = true;
      end(child);
    }, patience * 1000);

    const chunks: Buffer[] = [];
    let messages = '';
    child.stdout.on('data', (chunk: Buffer) => {
      watch.refresh();
      if (onOutput) onOutput(chunk);
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      messages = (messages + chunk.toString()).slice(-keptMessages);
    });
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
      const [code] = (await closed) as [number | null];
      const failure = await feeding;
      signal?.throwIfAborted();
      if (stuck) throw new Problem('media_failed', { cause: `ffmpeg was silent for ${patience} s: ${args.join(' ')}` });
      if (failure) throw failure;
      if (code !== 0 && !accept.includes(code ?? -1))
        throw new Problem('media_failed', { cause: `ffmpeg ended with ${code}: ${messages.trim()}` });
      return { output: Buffer.concat(chunks), messages };
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
    const { child, closed } = begin(program, args);
    child.stdin.end();
    if (child.pid !== undefined) lower(child.pid);
    const stop = (): void => end(child);
    signal?.addEventListener('abort', stop, { once: true });
    let messages = '';
    child.stderr.on('data', (chunk: Buffer) => {
      messages = (messages + chunk.toString()).slice(-keptMessages);
    });
    // Only the waiting for output is watched: a slow reader does not make it stuck.
    const watched = (): NodeJS.Timeout => setTimeout(stop, patience * 1000);
    let watch = watched();
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        clearTimeout(watch);
        yield chunk;
        watch = watched();
      }
      const [code] = (await closed) as [number | null];
      signal?.throwIfAborted();
      if (code !== 0) throw new Problem('media_failed', { cause: `ffmpeg ended with ${code}: ${messages.trim()}` });
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
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: it runs as it is.
  }
}
