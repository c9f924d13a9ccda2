import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually } from '../../../test/member.ts';

const killWithParent = JSON.stringify(new URL('kill-with-parent.ts', import.meta.url).href);

/** Starts three sleepers, lets one off, and waits to be killed. Prints their numbers. */
const program = `
import { spawn } from 'node:child_process';
import { killWithParent } from ${killWithParent};
const sleeper = (options) => spawn('sleep', ['600'], { stdio: 'ignore', ...options });
const [held, free, leader] = [sleeper(), sleeper(), sleeper({ detached: true })];
killWithParent(held);
killWithParent(free)();
killWithParent(leader, { group: true });
console.log(JSON.stringify([held.pid, free.pid, leader.pid]));
setInterval(() => {}, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('ends the children of a process that was killed, but those let off', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: parent.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const [held, free, leader] = JSON.parse(line) as [number, number, number];
  assertEvery([held, free, leader], isAlive);
  parent.kill('SIGKILL');
  await eventually(
    async () => (isAlive(held) || isAlive(leader) ? undefined : true),
    'the end of those that were held',
  );
  assert.ok(isAlive(free));
  process.kill(free, 'SIGKILL');
});
