import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { join, delimiter, dirname } from 'node:path';
import { createRequire } from 'node:module';
import { findPostgres } from '../../server/test/postgres-cluster.ts';

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

/** The versions of what a run stood on; `not here` where a part of the tests had nothing to stand on. */
export function readVersions(): Record<string, string> {
  const postgres = findPostgres();
  return {
    Node: process.version,
    PostgreSQL: postgres ? ask(join(postgres, 'postgres'), '--version') : missing,
    Chromium: process.env.LECTERN_TEST_CHROMIUM ? ask(process.env.LECTERN_TEST_CHROMIUM, '--version') : missing,
    ffmpeg: ask('ffmpeg', '-version'),
    "Ceph's gateway": ask('radosgw', '--version'),
    PocketSphinx: existsSync('/usr/share/pocketsphinx/model/en-us') ? 'with its English model' : missing,
  };
}

const missing = 'not here: its tests did not run';

const ask = (program: string, flag: string): string => {
  const { stdout } = spawnSync(program, [flag], { encoding: 'utf8' });
  return stdout?.split('\n', 1)[0]?.trim() || missing;
};

/**
 * Prefers npm's ffmpeg, a single file: it starts in a tenth of the CPU time of a distribution's ffmpeg. Tests about
 * ffmpeg use the system's (`server/test/system-ffmpeg.ts`).
 */
export function preferQuickFfmpeg(): void {
  const require = createRequire(new URL('../../server/package.json', import.meta.url));
  try {
    const program = require.resolve(`@ffmpeg-binary/${process.platform}-${process.arch}/package.json`);
    process.env.LECTERN_TEST_PATH = process.env.PATH ?? '';
    process.env.PATH = `${dirname(program)}${delimiter}${process.env.PATH}`;
  } catch {
    // It is not there for this system.
  }
}

/** Measures the guarded speeds (`npm run bench -- guard`), prints and returns what it said. */
export function runGuard(root: string): { holds: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bench/src/main.ts'), 'guard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const said = `${stdout}${stderr}`;
  console.log(said.trimEnd());
  return { holds: status === 0, said };
}
