import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Seconds of processor that this process and all it has waited for have used; undefined where the system does not tell.
 */
export function readProcessorSeconds(): number | undefined {
  try {
    // Fields 14 to 17 of proc(5) in ticks; the name in field 2 may hold spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}
