import { deepEqual, rejects } from 'node:assert/strict';
import { it, after, describe } from 'node:test';
import { withLogContext } from '../log/log.ts';
import { fetchInCall, outsideCall, boundedFetch } from './outside-call.ts';
import { gzipSync } from 'node:zlib';
import { startFaultServer } from '../../../test/fault-server.ts';

it('a call that hangs is given up with what it asks, each in the time of who waits for it', async () => {
  const signals: AbortSignal[] = [];
  const hangs: typeof fetch = (_input, init) => {
    const signal = init!.signal!;
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  const ask = () => outsideCall(() => fetchInCall(hangs)('http://silent.test/'), { people: 1, jobs: 2 });
  await rejects(ask(), { message: 'There was no answer within 0.001 s.' });
  await rejects(withLogContext({ job: 'one' }, ask), { message: 'There was no answer within 0.002 s.' });
  deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  );
});

it('all calls of a request have its time together, and each of a job has its own', async () => {
  const hangs = () => outsideCall(() => new Promise<never>(() => undefined), { people: 5, jobs: 5 });
  const answers = () =>
    outsideCall(() => new Promise((resolve) => setImmediate(resolve, 'an answer')), { people: 5, jobs: 5_000 });
  await withLogContext({ request: 'one' }, async () => {
    await rejects(hangs(), { message: 'There was no answer within 0.005 s.' });
    const isSooner = ({ message }: Error) => Number(/within (\S+) s/.exec(message)?.[1]) < 0.003;
    await rejects(hangs(), isSooner);
  });
  await withLogContext({ job: 'one' }, async () => {
    for (let n = 0; n < 2; n += 1) await rejects(hangs(), { message: 'There was no answer within 0.005 s.' });
    deepEqual(await answers(), 'an answer');
    const refused = outsideCall(() => Promise.reject(new Error('refused')));
    await rejects(refused, { message: 'refused' });
  });
});

const server = await startFaultServer(() => ({ status: 201, headers: { 'x-own': 'yes' }, body: 'short' }));
describe('a fetch that is bounded', () => {
  after(() => server.close());

  it('breaks off an answer without end, and one that is small only on the way', async () => {
    const bomb = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(1e7)) };
    for (const fault of ['endless', bomb] as const) {
      server.faults.push(fault);
      const reply = await boundedFetch(1e6)(server.url);
      await rejects(reply.text(), { name: 'AnswerTooLong' });
    }
  });
});
