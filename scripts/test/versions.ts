import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from '../../server/test/postgres-cluster.ts';

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
