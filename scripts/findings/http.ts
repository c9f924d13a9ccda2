import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { CallError } from '@lectern/contract/client';

/** The status of a call that may be refused: 200, or what it was refused with. */
export async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof CallError) return error.status;
    throw error;
  }
}

/** How often each status came, as `200 × 5, 429 × 1`. */
export function tallied(statuses: readonly (number | string)[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].map(([status, { length }]) => `${status} × ${length}`).join(', ');
}

/** A GET whose headers are what the caller says, Host included. */
export async function getWith(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const asking = request(url, { headers, agent: false }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

/** Asks `/healthz` again and again until `over`; resolves with the longest time an answer took, in milliseconds. */
export async function longestSilence(origin: string, over: { done: boolean }): Promise<number> {
  let longest = 0;
  while (!over.done) {
    const asked = performance.now();
    await (await fetch(`${origin}/healthz`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return longest;
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
