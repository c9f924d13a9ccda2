import { deepEqual, rejects } from 'node:assert/strict';
import { it } from 'node:test';
import { withLogContext } from '../log/log.ts';
import { fetchInCall, outsideCall } from './outside-call.ts';

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

it('returns or throws exactly what the outside call does', async () => {
  deepEqual(await outsideCall(async () => 'an answer'), 'an answer');
  await rejects(
    outsideCall(async () => {
      throw new Error('refused');
    }),
    { message: 'refused' },
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
    await rejects(hangs(), { message: 'There was no answer within 0.005 s.' });
    await rejects(hangs(), { message: 'There was no answer within 0.005 s.' });
    deepEqual(await answers(), 'an answer');
  });
});
