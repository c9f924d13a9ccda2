import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../../server/test/member.ts';

/**
 * Opens a folder and starts a process that starts another one apart, as servers of tests do; tells the folder and their
 * numbers.
 */
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

async function start() {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', run]);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const { folder, pids } = JSON.parse(said.toString()) as { folder: string; pids: number[] };
  assert.ok(existsSync(folder));
  assert.deepEqual(pids.map(isAlive), [true, true]);
  return { child, folder, pids };
}

/** A killed process is there until its parent has taken note. */
const end = (pids: readonly number[]): Promise<true> =>
  eventually(async () => (pids.some(isAlive) ? undefined : true), 'the end of all that was started');

/** The process that waits for the end of a run. */
function watcherOf(folder: string): number {
  const commands = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid) }));
  return commands.find(({ command }) => command.includes('end-of-run.child.ts') && command.includes(folder))!.pid;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('the folder of a test run', { skip: process.platform !== 'linux' && 'it needs /proc' }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`goes with all that was started, when a ${signal} ends the run`, async () => {
      const { child, folder, pids } = await start();
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 1);
      assert.ok(!existsSync(folder), folder);
      await end(pids);
    });

  it('goes with all that was started, when the run is killed', async () => {
    const { child, folder, pids } = await start();
    child.kill('SIGKILL');
    await end(pids);
    await eventually(async () => (existsSync(folder) ? undefined : true), 'the end of the folder');
  });

  it('goes at the next run, when all that could see to it was killed', async () => {
    const { child, folder, pids } = await start();
    const watcher = watcherOf(folder);
    process.kill(watcher, 'SIGKILL');
    await end([watcher]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(pids.map(isAlive), [true, true]);
    const next = await start();
    await end(pids);
    assert.ok(!existsSync(folder));
    assert.ok(existsSync(next.folder));
    next.child.kill('SIGTERM');
    await end(next.pids);
  });
});
