import { AsyncLocalStorage } from 'node:async_hooks';
import { workNow } from '../log/log.ts';

/** Bytes of any honest answer in JSON: three hours of speech with the time of every word are the longest, 8 MB. */
const longestAnswer = 64 * 1024 ** 2;

/** An answer that goes on and on. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
  constructor(most: number) {
    super(`The answer is longer than ${most} bytes.`);
  }
}

/**
 * Returns a `fetch` for text services: throws `AnswerTooLong` and closes the connection when the answer exceeds
 * `most`. Compressed answers count by their decompressed size.
 */
export const boundedFetch =
  (most = longestAnswer): typeof fetch =>
  async (input, init) => {
    const reply = await fetch(input, init);
    if (reply.body === null) return reply;
    let bytes = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > most) controller.error(new AnswerTooLong(most));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = reply;
    return new Response(reply.body.pipeThrough(counted), { status, statusText, headers });
  };

/**
 * Milliseconds for calls to an outside service, with all attempts: `people` for all calls of a page together, `jobs`
 * for each call.
 */
export type Deadlines = { people: number; jobs: number };

const usualDeadlines: Deadlines = { people: 15_000, jobs: 60_000 };

/** The service has not answered within its time. */
class OutsideTooSlow extends Error {
  override readonly name = 'OutsideTooSlow';
  constructor(milliseconds: number) {
    super(`There was no answer within ${milliseconds / 1000} s.`);
  }
}

const deadline = new AsyncLocalStorage<AbortSignal>();

/** Milliseconds that requests have waited so far. */
const waited = new WeakMap<object, number>();

/** Runs a call with everything it asks on its way, further attempts included. Throws `OutsideTooSlow`. */
export async function outsideCall<T>(call: () => Promise<T>, { people, jobs } = usualDeadlines): Promise<T> {
  const work = workNow();
  const isJob = work?.job !== undefined;
  const before = (work && waited.get(work)) ?? 0;
  const milliseconds = isJob ? jobs : Math.max(0, people - before);
  const began = performance.now();
  const ends = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new OutsideTooSlow(milliseconds);
    ends.abort(error);
    late.reject(error);
  }, milliseconds);
  try {
    return await Promise.race([deadline.run(ends.signal, call), late.promise]);
  } finally {
    clearTimeout(timer);
    if (work) waited.set(work, before + performance.now() - began);
  }
}

/** A `fetch` that is given up with the call it belongs to. */
export const fetchInCall =
  (fetching: typeof fetch): typeof fetch =>
  (input, init) => {
    const signals = [init?.signal, deadline.getStore()].filter((signal) => signal != null);
    return fetching(input, { ...init, signal: AbortSignal.any(signals) });
  };
