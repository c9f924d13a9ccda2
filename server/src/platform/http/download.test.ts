import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type FileFault, startFileServer } from '../../../test/file-server.ts';
import { eventually } from '../../../test/member.ts';
import { downloadFile, DownloadError, isFileIntact, type DownloadRequest } from './download.ts';

const content = randomBytes(3_000_000);
const sha256 = createHash('sha256').update(content).digest('hex');

describe('a download', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startFileServer>>;
  let wanted: DownloadRequest;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-download-'));
    server = await startFileServer({ 'model.onnx': content });
    const file = join(folder, 'model.onnx');
    wanted = { url: `${server.url}/model.onnx`, file, size: content.length, sha256 };
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  /** Milliseconds without a byte: of a stall that is waited for, and of a busy machine. */
  const patience = { stall: 2_000, usual: 30_000 };
  const run = (more: Partial<DownloadRequest> = {}, signal = new AbortController().signal, wait = patience.usual) =>
    downloadFile({ ...wanted, ...more }, { signal, patience: wait, pause: 1 });
  const ranges = () => server.asked.map(({ range }) => range);

  const drops = (...at: number[]): FileFault[] => at.map((drop) => ({ drop }));
  const fails = (...statuses: number[]): FileFault[] => statuses.map((status) => ({ status }));
  /** Faults, and whether each request then continues the file or starts it anew. */
  const cases: [string, FileFault[], string][] = [
    ['nothing going wrong', [], 'anew'],
    ['dropped connections, each continued', drops(1_000_000, 500_000, 500_000), 'anew continued continued continued'],
    ['a server that stalls', [{ stall: 1_000_000 }], 'anew continued'],
    ['Range being ignored, from the beginning', [...drops(1_000_000), { ignoreRange: true }], 'anew continued'],
    ['a flipped byte, fetched again', [{ flip: 77 }], 'anew anew'],
    ['a wrong range, from the beginning', [...drops(1_000_000), { wrongRange: true }], 'anew continued anew'],
    ['an overload in between', [...drops(2_500_000), ...fails(503, 429)], 'anew continued continued continued'],
    ['failures of the server', fails(500, 503), 'anew anew anew'],
  ];
  for (const [what, faults, asked] of cases)
    it(`downloads the whole file after ${what}`, async () => {
      server.faults.push(...faults);
      const stalls = faults.some((fault) => typeof fault === 'object' && 'stall' in fault);
      await run({}, undefined, stalls ? patience.stall : patience.usual);
      assert.ok((await readFile(wanted.file)).equals(content));
      const from = ranges().map((range) => Number(/\d+/.exec(range ?? '0')));
      assert.equal(from.map((byte) => (byte > 0 ? 'continued' : 'anew')).join(' '), asked);
      const continued = from.filter((byte) => byte > 0);
      const inOrder = continued.toSorted((one, other) => one - other);
      assert.deepEqual(continued, inOrder);
      assert.deepEqual(await readdir(folder), ['model.onnx']);
    });

  it('continues what an earlier process left, and begins anew where that is too long or wrong', async () => {
    await writeFile(`${wanted.file}.part`, content.subarray(0, 2_500_000));
    await run();
    await rm(wanted.file);
    await writeFile(`${wanted.file}.part`, Buffer.alloc(content.length + 5));
    await run();
    await rm(wanted.file);
    await writeFile(`${wanted.file}.part`, Buffer.alloc(2_900_000));
    await run();
    assert.deepEqual(ranges(), ['bytes=2500000-', undefined, 'bytes=2900000-', undefined]);
    assert.ok(await isFileIntact(wanted.file, wanted.size, wanted.sha256));
  });

  it('keeps its part when it is cancelled', async () => {
    server.faults.push({ stall: 1_000_000 });
    const controller = new AbortController();
    const running = run({}, controller.signal);
    const part = () => stat(`${wanted.file}.part`).catch(() => undefined);
    await eventually(async () => ((await part())?.size === 1_000_000 ? true : undefined), 'the part before the stall');
    const reason = new Error('the video was deleted');
    controller.abort(reason);
    await assert.rejects(running, reason);
    assert.deepEqual(await readdir(folder), ['model.onnx.part']);
  });

  const final = (expected: boolean) => (error: unknown) => error instanceof DownloadError && error.final === expected;

  it('gives up for good on what is not there, and on bytes that are never right', async () => {
    await assert.rejects(run({ url: `${server.url}/other` }), final(true));
    server.faults.push({ flip: 1 }, { flip: 1 }, { flip: 1 });
    await assert.rejects(run(), final(true));
    await assert.rejects(run({ size: content.length - 1 }), DownloadError);
    assert.deepEqual(await readdir(folder), []);
  });
});
