import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { lockFolder } from './lock.ts';
import { DatabaseConfigError } from './failures.ts';

const inUse = (error: unknown): boolean =>
  error instanceof DatabaseConfigError && /is in use by another running process/.test(error.message);

const program = `
  import { lockFolder } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)};
  process.stdin.once('data', () => lockFolder(process.argv[1]).then(
    () => console.log('locked'),
    (error) => { console.log(error.name); process.exit(); },
  ));
  console.log('there');`;

const children: ChildProcess[] = [];

/** A process that locks a folder when it is told to, by `before` in a surrounding of its own. */
async function locker(folder: string, ...before: string[]): Promise<{ child: ChildProcess; lock(): Promise<string> }> {
  const [command, ...args] = [...before, process.execPath, '--input-type=module', '-e', program, folder];
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, 'there');
  return {
    child,
    async lock() {
      child.stdin!.write('now\n');
      return (await lines.next()).value as string;
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const apart = ['unshare', '-n'];
const cannotBeApart = spawnSync(apart[0]!, [...apart.slice(1), 'true']).status !== 0;

describe('the lock of a folder', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  });
  after(async () => {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true, force: true });
  });

  it('locks a folder for one process, inside and across processes, until released', async () => {
    const unlock = await lockFolder(folder);
    await assert.rejects(lockFolder(folder), inUse);
    const other = await locker(folder);
    assert.equal(await other.lock(), 'DatabaseConfigError');
    await unlock();
    await (
      await lockFolder(folder)
    )();
  });

  it('ends with a killed process', async () => {
    const other = await locker(folder);
    assert.equal(await other.lock(), 'locked');
    await assert.rejects(lockFolder(folder), inUse);
    await end(other.child);
    await (
      await lockFolder(folder)
    )();
  });

  // Each container has a network of its own, and a folder that it shares.
  const skip = cannotBeApart && 'no network of its own can be had here (that takes root)';
  it('locks a folder for one process across containers', { skip }, async () => {
    const other = await locker(folder, ...apart);
    assert.equal(await other.lock(), 'locked');
    await assert.rejects(lockFolder(folder), inUse);
    await end(other.child);
    const unlock = await lockFolder(folder);
    const late = await locker(folder, ...apart);
    assert.equal(await late.lock(), 'DatabaseConfigError');
    await unlock();
  });

  it('gives the lock of a folder to exactly one process, when several request it at once', { skip }, async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => locker(folder, ...apart)));
    const came = await Promise.all(all.map((each) => each.lock()));
    assert.deepEqual(came.toSorted(), ['DatabaseConfigError', 'DatabaseConfigError', 'DatabaseConfigError', 'locked']);
  });
});
