import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../../server/test/member.ts';

/** Opens a folder and starts a process that starts another one apart, as servers of tests do; tells the folder and their numbers. */
const run = `
  import { spawn } from 'node:child_process';
  import { openTemporaryFolder } from ${JSON.stringify(join(import.meta.dirname, 'temporary-folder.ts'))};
  const folder = openTemporaryFolder();
  const child = spawn('sh', ['-c', 'setsid sleep 600 & echo $!; wait'], { detached: true });
  child.stdout.on('data', (said) => console.log(JSON.stringify({ folder, pids: [child.pid, Number(said)] })));
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the folder of a test run', { skip: process.platform !== 'linux' && 'it needs /proc' }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`goes with all that was started when a ${signal} ends the run`, async () => {
      const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', run]);
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      const { folder, pids } = JSON.parse(said.toString()) as { folder: string; pids: number[] };
      assert.ok(existsSync(folder));
      assert.deepEqual(pids.map(isAlive), [true, true]);
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 1);
      assert.ok(!existsSync(folder), folder);
      // A killed process is there until its parent has taken note.
      await eventually(async () => (pids.some(isAlive) ? undefined : true), 'the end of all that was started');
    });
});
