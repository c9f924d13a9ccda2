import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import '@lectern/server/test/system-ffmpeg';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';

const execute = promisify(execFile);

/** The ffmpeg that the server would take by itself. */
export const ffmpegProgram = (await findFfmpeg(undefined)).program ?? 'ffmpeg';

/** Milliseconds of one piece of work. */
export async function measureTime<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The value below which such a share of sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The direct way: one ffmpeg, timed. */
export async function ffmpeg(...args: string[]): Promise<number> {
  const { ms } = await measureTime(() =>
    execute(ffmpegProgram, ['-v', 'error', '-nostdin', '-y', ...args], { encoding: 'buffer', maxBuffer: 1 << 28 }),
  );
  return ms;
}

/** Memory of a process in MB (proc(5): VmRSS). */
export function readResidentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Processor seconds of a process and of its children that have ended (proc(5): stat, 100 ticks a second). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
}

/** Watches the memory of a server, alone and with its child processes. `peak` begins anew with each call. */
export function recordPeakMemory(pid: number) {
  let [alone, together] = [0, 0];
  const look = (): void => {
    try {
      const own = readResidentMb(pid);
      alone = Math.max(alone, own);
      together = Math.max(
        together,
        childrenOf(pid).reduce((sum, child) => sum + readResidentMb(child), own),
      );
    } catch {
      // A child ended between two looks.
    }
  };
  const timer = setInterval(look, 100);
  return {
    peak(): { alone: number; together: number } {
      look();
      const peak = { alone, together };
      [alone, together] = [0, 0];
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}
