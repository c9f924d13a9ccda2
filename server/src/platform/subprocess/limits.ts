import { type ChildProcess, execFile, spawn, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Resource limits of a process, beyond the program's own needs. */
export type Limits = {
  /** Bytes of data: heap, buffers and everything else it allocates. */
  memory: number;
  /** Seconds of processor, all its threads together. */
  processor: number;
  /** Bytes of the longest file it may write; 0 for none. */
  written: number;
};

const shell = '/bin/sh';

/**
 * Sets the system's limits, then execs the program under the same process id. Exceeded processor time ends it with
 * SIGXCPU. Unknown or already lower limits stay unchanged.
 */
const setLimits = '{ ulimit -c 0; ulimit -S -t "$1"; ulimit -f "$2"; ulimit -d "$3"; } 2>/dev/null';
const becomeProgram = 'shift 3; exec "$@"';

/** Blocks of `ulimit -f` are 512 bytes by POSIX; a shell that takes them for 1,024 allows twice as much. */
const block = 512;

/**
 * Starts a program within limits. `reserved`: bytes of unused address space; `before`: shell commands for its
 * environment. Without a POSIX shell (Windows) only the caller's time limit applies.
 */
export function spawnLimited(
  program: string,
  args: readonly string[],
  { memory, processor, written }: Limits,
  { reserved = 0, before = '', ...options }: SpawnOptions & { reserved?: number; before?: string } = {},
): ChildProcess {
  if (!existsSync(shell)) return spawn(program, args, options);
  const limits = [Math.ceil(processor), Math.ceil(written / block), Math.ceil((reserved + memory) / 1024)];
  const script = [setLimits, before, becomeProgram].join('\n');
  const child = spawn(shell, ['-c', script, 'limited', ...limits.map(String), program, ...args], options);
  // macOS counts little of what a process allocates as its data.
  if (process.platform !== 'linux') enforceMemoryLimit(child, memory);
  return child;
}

/** Milliseconds between two looks at a process whose memory the system does not limit. */
const lookEvery = 200;

/** Ends a process that holds more memory than it may as one that ran out of it: for systems that do not refuse it. */
export function enforceMemoryLimit(child: ChildProcess, bytes: number): void {
  const look = (): void =>
    void execFile('ps', ['-o', 'rss=', '-p', String(child.pid)], (error, kilobytes) => {
      if (!error && Number(kilobytes) * 1024 > bytes) child.kill('SIGABRT');
    });
  const timer = setInterval(look, lookEvery).unref();
  child.once('close', () => clearInterval(timer));
}
