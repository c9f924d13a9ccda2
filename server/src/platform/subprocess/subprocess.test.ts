import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir, getPriority } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, it, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Problem } from '@lectern/contract/problem';
import { keepSpare, runInSubprocess } from './in-child.ts';
import { spawnLimited, enforceMemoryLimit } from './limits.ts';
import { createInterface } from 'node:readline';
import { assertEvery } from '../../../test/assert-every.ts';
import { eventually } from '../../../test/member.ts';
import { inOwnPlace, inThread } from './thread.ts';

const megabyte = 1024 ** 2;
const folder = await mkdtemp(join(tmpdir(), 'lectern-confined-'));
after(() => rm(folder, { recursive: true, force: true }));

const serving = JSON.stringify(new URL('answer.ts', import.meta.url).href);
const problem = JSON.stringify(new URL('../../../../contract/src/problem.ts', import.meta.url).href);
let count = 0;

/** A module of these lines, which are to answer `input`. */
async function moduleOf(body: string, parameters = 'input'): Promise<URL> {
  const file = join(folder, `module-${(count += 1)}.mjs`);
  await writeFile(
    file,
    `import { serveSubprocess } from ${serving};\nimport { Problem } from ${problem};\nawait serveSubprocess('media_unread', async (${parameters}) => { ${body} });`,
  );
  return pathToFileURL(file);
}

const refusal = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

suite('a child that reads a file', () => {
  it('answers plain data, bytes included, and ends', async () => {
    const module = await moduleOf('return { pid: process.pid, bytes: Buffer.from(input.text) };');
    const { pid, bytes } = await runInSubprocess<{ pid: number; bytes: Uint8Array }>(module, { text: 'hello' });
    assert.equal(Buffer.from(bytes).toString(), 'hello');
    assert.throws(() => process.kill(pid, 0));
  });

  it('reports a problem with its code, its words and its cause', async () => {
    const module = await moduleOf(`throw new Problem('file_too_large', { cause: 'why', detail: 'At most 7.' });`);
    await assert.rejects(runInSubprocess(module, {}), (error) => {
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.code, error.text, error.cause], ['file_too_large', 'At most 7.', 'why']);
      return true;
    });
  });

  it('tells a parser that was confused from a disk that is full', async () => {
    await assert.rejects(runInSubprocess(await moduleOf('input.a.b.c'), {}), refusal('media_unread'));
    const full = await moduleOf(`throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });`);
    await assert.rejects(runInSubprocess(full, {}), (error) => (error as NodeJS.ErrnoException).code === 'ENOSPC');
  });

  it('refuses a file for good, when its subprocess exceeds heap, buffer or processor limits', async () => {
    const limits = { memory: 200 * megabyte, processor: 1 };
    const hungry = [
      'const all = []; for (;;) all.push({ a: Math.random() });',
      'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));',
      'const all = []; try { for (;;) all.push(new Float64Array(1e6).fill(1)); } catch { for (;;) all.push([1, 2, 3]); }',
      'for (;;);',
    ];
    for (const body of hungry)
      await assert.rejects(runInSubprocess(await moduleOf(body), {}, limits), (error) => {
        assert.ok(error instanceof Problem, String(error));
        assert.deepEqual([error.code, error.retryable], ['reading_stopped', false]);
        return true;
      });
  });

  it('allows another attempt, when a subprocess exceeds the time limit, as the machine may be busy', async () => {
    const waits = await moduleOf('await new Promise((resolve) => setTimeout(resolve, 1e6));');
    await assert.rejects(runInSubprocess(waits, {}, { patience: 0.5 }), refusal('took_too_long'));
  });

  it('ends a subprocess, when its caller aborts', async () => {
    const waits = await moduleOf('await new Promise((resolve) => setTimeout(resolve, 1e6));');
    const controller = new AbortController();
    const reading = runInSubprocess(waits, {}, { signal: controller.signal });
    controller.abort(new Error('nobody waits'));
    await assert.rejects(reading, /nobody waits/);
  });

  it('tells an early word before its report, when it computes on without a pause', async () => {
    const module = await moduleOf(
      `await tell('x'.repeat(4e6));
      for (const until = Date.now() + input.ms; Date.now() < until;);
      return Date.now();`,
      'input, tell',
    );
    let early = 0;
    const onEarly = (word: string): void => void (early = word.length === 4e6 ? Date.now() : 0);
    const last = await runInSubprocess<number>(module, { ms: 1500 }, { onEarly });
    assert.ok(early > 0 && early < last, `${early}, ${last}`);
  });

  it('does not blame the file, when another process kills the subprocess', async () => {
    const killed = await moduleOf(`process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`);
    await assert.rejects(runInSubprocess(killed, {}), (error) => !(error instanceof Problem));
  });

  it('gives way to requests', async () => {
    const module = await moduleOf(`return (await import('node:os')).getPriority();`);
    assert.equal(await runInSubprocess<number>(module, {}), constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('leaves a subprocess slot to other members, when one member has many waiting', async () => {
    const others = join(folder, 'others-are-done');
    const module = await moduleOf(
      `const { existsSync } = await import('node:fs');
      while (input.until && !existsSync(input.until)) await new Promise((resolve) => setTimeout(resolve, 20));
      return input.name;`,
    );
    const done: string[] = [];
    const read = async (owner: string, until?: string): Promise<void> =>
      void done.push(await runInSubprocess<string>(module, { name: owner, until }, { owner, patience: 30 }));
    const four = Promise.all(['one', 'one', 'one', 'one'].map((owner) => read(owner, others)));
    await read('another');
    assert.deepEqual(done, ['another']);
    await writeFile(others, '');
    await four;
    assert.equal(done.length, 5);
  });

  it('knows nothing of the settings of the server', async () => {
    process.env.LECTERN_TEST_SECRET = 'of the server';
    const env = await runInSubprocess<string[]>(await moduleOf('return Object.keys(process.env);'), {});
    delete process.env.LECTERN_TEST_SECRET;
    assert.ok(!env.includes('LECTERN_TEST_SECRET') && !env.includes('HOME'), env.join());
  });
});

suite('a spare child', () => {
  const told = 'return { pid: process.pid, started: process.uptime(), env: Object.keys(process.env) };';
  type Told = { pid: number; started: number; env: string[] };

  it('reads one file alone, within the same limits, and is started before without the settings', async () => {
    const module = await moduleOf(told);
    keepSpare(module);
    keepSpare(module);
    const [one, other] = [await runInSubprocess<Told>(module, {}), await runInSubprocess<Told>(module, {})];
    assert.notEqual(one.pid, other.pid);
    for (const { pid, env } of [one, other]) {
      assert.equal(isAlive(pid), false);
      assert.ok(!env.includes('HOME'), env.join());
    }
    const hungry = await moduleOf('const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));');
    keepSpare(hungry, { memory: 200 * megabyte });
    await assert.rejects(runInSubprocess(hungry, {}, { memory: 200 * megabyte }), refusal('reading_stopped'));
  });

  it('serves only who asks for its limits', async () => {
    const module = await moduleOf(told);
    keepSpare(module, { processor: 30 });
    const limited = await runInSubprocess<Told>(module, {});
    const spare = await runInSubprocess<Told>(module, {}, { processor: 30 });
    assert.ok(spare.started > limited.started, 'it was started first');
  });

  it('practises until there is a file to read', async () => {
    const [file, sign] = [join(folder, 'practising.mjs'), join(folder, 'practised')];
    await writeFile(
      file,
      `import { appendFileSync } from 'node:fs';
      import { serveSubprocess } from ${serving};
      let times = 0;
      const once = async () => appendFileSync(${JSON.stringify(sign)}, String(times += 1));
      await serveSubprocess('media_unread', () => times, { once, times: 3 });`,
    );
    const module = pathToFileURL(file);
    assert.equal(await runInSubprocess(module, {}), 0, 'a child that was not kept has no time for it');
    keepSpare(module);
    await eventually(async () => (existsSync(sign) ? true : undefined), 'practice');
    assert.notEqual(await runInSubprocess(module, {}), 0);
  });
});

suite('a limited process', () => {
  const limits = { memory: 1024 * megabyte, processor: 60, written: 1024 * 1024 };
  it('writes no longer file than it may', async () => {
    const child = spawnLimited('/bin/sh', ['-c', 'exec head -c 3000000 /dev/zero'], limits, {
      stdio: ['ignore', openSync(join(folder, 'long'), 'w'), 'ignore'],
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    assert.equal(signal, 'SIGXFSZ');
  });

  it('gets its arguments as they are, when they look like words of a shell', async () => {
    const words = ['$(id)', 'a  b', '; id', '`id`', '*', "it's", '', '-n', '--', 'line\nbreak'];
    const tells = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const child = spawnLimited(process.execPath, ['-e', tells, '--', ...words], limits, { reserved: 600 * megabyte });
    assert.deepEqual(await json(child.stdout!), words);
  });

  it('watches the memory of a subprocess, when the system does not limit it', async () => {
    const child = spawn(process.execPath, ['-e', 'globalThis.all = Buffer.alloc(3e8, 1); setInterval(() => {}, 1000)']);
    enforceMemoryLimit(child, 200 * megabyte);
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    assert.equal(signal, 'SIGABRT');
  });
});

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
  await eventually(async () => (isAlive(held) || isAlive(leader) ? undefined : true), 'the end of those held');
  assert.ok(isAlive(free));
  process.kill(free, 'SIGKILL');
});

/** Runs the default export of this code in a thread. */
const think = <T>(code: string, signal?: AbortSignal): Promise<T> =>
  inThread<T>(new URL(`data:text/javascript,${encodeURIComponent(code)}`), undefined, inOwnPlace(signal));

suite('a thread', () => {
  it('ends and leaves the next work to another thread, when it is told to while it computes', async () => {
    const number = 'import { threadId } from "node:worker_threads"; export default () => threadId;';
    const first = await think<number>(number);
    assert.equal(await think<number>(number), first, 'it waits for more work');
    const reason = new Error('enough');
    const controller = new AbortController();
    const computing = think('export default () => { for (;;); };', controller.signal);
    setImmediate(() => controller.abort(reason));
    await assert.rejects(computing, reason);
    assert.notEqual(await think<number>(number), first);
  });

  it('passes the error on to the caller, when the work in a thread throws', async () => {
    const failing = think(`export default () => { throw new TypeError('no such thing'); }`);
    await assert.rejects(failing, { name: 'TypeError', message: 'no such thing' });
  });

  it('goes behind the requests of its process, where the system has priorities of threads', async (t) => {
    if (process.platform !== 'linux') return t.skip('one priority for all of a process');
    const own = getPriority();
    const priority = think<number>(`import { getPriority } from 'node:os'; export default () => getPriority();`);
    assert.equal(await priority, Math.max(own, 5));
    assert.equal(getPriority(), own, 'the process keeps its own');
  });
});
