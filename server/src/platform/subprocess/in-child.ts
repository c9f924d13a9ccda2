import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Problem } from '@lectern/contract/problem';
import { outsideTransaction } from '../database/transactions.ts';
import { killWithParent } from './kill-with-parent.ts';
import { createSemaphore, type Semaphore } from '../limits/semaphore.ts';
import { type Limits, spawnLimited } from './limits.ts';
import { type EarlyWord, type SubprocessReport, unwrapReport } from './answer.ts';

export type ChildLimits = Partial<Limits> & {
  /** Seconds by the clock, on however busy a machine. */
  patience?: number;
  /** For whom it is read: they take turns. */
  owner?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Told what the child tells before its report. */
  onEarly?: ((early: never) => void) | undefined;
};

const megabyte = 1024 ** 2;

/** Enough for the largest honest file of every kind; see `docs/limits.md`. */
const usual: Limits = { memory: 768 * megabyte, processor: 60, written: 16 * megabyte };
const usualPatience = 600;

/**
 * Address space that Node takes at its start without using it, the room for compiled code above all: measured 575 MB.
 */
const reserved = 600 * megabyte;

/** The share of `memory` for JavaScript's own heap; the rest is for buffers. */
const heapShare = 0.5;

/**
 * Children of one module at a time: each may take a core and its memory. Other kinds of files do not wait for them, and
 * nobody's files hold both places.
 */
const places = { maxConcurrent: 2, maxConcurrentPerOwner: 1 };
const turns = new Map<string, Semaphore>();

function turnsOf({ href }: URL): Semaphore {
  const known = turns.get(href) ?? createSemaphore(places);
  turns.set(href, known);
  return known;
}

/** Bytes of what a child printed that are kept for the log. */
const keptMessages = 4000;

/**
 * Runs a module that calls `answer` in a subprocess, to isolate parsers of untrusted files. Throws the reported
 * problem, `reading_stopped` (limits), `took_too_long` (clock) or the signal's reason.
 */
export function runInSubprocess<Result>(
  module: URL,
  input: unknown,
  // Work without an owner gets its own id, so it waits for no other work of one.
  { patience = usualPatience, owner = randomUUID(), signal, onEarly, ...limits }: ChildLimits = {},
): Promise<Result> {
  outsideTransaction('Reading in a child');
  const read = () => run<Result>(module, input, { ...usual, ...limits }, { patience, signal, onEarly });
  return turnsOf(module)(read, { owner, signal });
}

/** Children that wait for a file, by what they were started for. They have read their program and nothing else. */
const spares = new Map<string, { child: ChildProcess; retire: NodeJS.Timeout }>();

/** Milliseconds for which a spare child waits since it was last kept: longer than a chunk takes on a slow line. */
const spareLasts = 300_000;

const spareName = ({ href }: URL, limits: Limits): string => JSON.stringify([href, limits]);

/**
 * Keeps a child ready for `runInSubprocess` with this module and these limits, because its start takes longer than
 * most files.
 */
export function keepSpare(module: URL, given: Partial<Limits> = {}): void {
  const limits = { ...usual, ...given };
  const name = spareName(module, limits);
  const kept = spares.get(name);
  if (kept) return void kept.retire.refresh();
  const child = start(module, limits);
  // One that cannot be started is told of when there is a file to read.
  child.on('error', () => undefined);
  if (child.pid === undefined) return;
  const letOff = killWithParent(child);
  const retire = setTimeout(() => child.kill('SIGKILL'), spareLasts).unref();
  // Nobody waits for it: the server may end.
  child.unref();
  child.channel!.unref();
  (child.stderr as Socket).unref();
  child.once('exit', () => {
    clearTimeout(retire);
    letOff();
    if (spares.get(name)?.child === child) spares.delete(name);
  });
  spares.set(name, { child, retire });
}

/** A spare child, which is nobody else's from now on, or a new one. */
function takeChild(module: URL, limits: Limits): ChildProcess {
  const name = spareName(module, limits);
  const kept = spares.get(name);
  if (!kept) return start(module, limits);
  spares.delete(name);
  clearTimeout(kept.retire);
  const { child } = kept;
  child.ref();
  child.channel?.ref();
  (child.stderr as Socket).ref();
  return child;
}

async function run<Result>(
  module: URL,
  input: unknown,
  limits: Limits,
  { patience, signal, onEarly }: Pick<ChildLimits, 'signal' | 'onEarly'> & { patience: number },
): Promise<Result> {
  const child = takeChild(module, limits);
  const letOff = killWithParent(child);
  let late = false;
  const stop = (): void => void child.kill('SIGKILL');
  const clock = setTimeout(() => {
    late = true;
    stop();
  }, patience * 1000);
  signal?.addEventListener('abort', stop, { once: true });
  let report: SubprocessReport<Result> | undefined;
  child.on('message', (message: SubprocessReport<Result> | EarlyWord) => {
    if ('early' in message) onEarly?.(message.early as never);
    else report = message;
  });
  let messages = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    messages = (messages + chunk.toString()).slice(-keptMessages);
  });
  // It may have ended already: that shows by its end.
  child.send(input as object, () => undefined);
  try {
    const [code, end] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    signal?.throwIfAborted();
    if (report) return unwrapReport(report);
    throw failureOf(late ? 'late' : (end ?? code), messages);
  } finally {
    clearTimeout(clock);
    signal?.removeEventListener('abort', stop);
    letOff();
  }
}

function start(module: URL, limits: Limits): ChildProcess {
  const heap = Math.floor((limits.memory * heapShare) / megabyte);
  const compiled = getCompileCacheDir();
  const child = spawnLimited(process.execPath, [`--max-old-space-size=${heap}`, fileURLToPath(module)], limits, {
    reserved,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    // Nothing of ours that a stranger's file could be after.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
  });
  giveWay(child.pid);
  return child;
}

/** Requests go first. */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

/** Ends of a process that ran out of memory: V8 aborts or traps. */
const outOfMemory: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 133, 134]);
const outOfTime: ReadonlySet<unknown> = new Set(['SIGXCPU', 152]);

function failureOf(end: NodeJS.Signals | number | 'late' | null, messages: string): Error {
  const cause = `The child ended by ${end}: ${messages.trim()}`;
  if (end === 'late') return new Problem('took_too_long', { cause });
  if (outOfMemory.has(end) || outOfTime.has(end)) return new Problem('reading_stopped', { cause });
  return new Error(cause);
}
