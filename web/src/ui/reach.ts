import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** Milliseconds between two questions to a server that does not answer. */
const pause = 2_000;
/** Milliseconds after an answer in which the server is taken to be there. */
const fresh = 5_000;
/** Milliseconds before somebody who was told that it answers is told so again, though nothing was found to be wrong. */
const rest = 30_000;

/** Whether something has not reached the server, and it has not answered since. */
const away = createStore(false);
/** When the server last answered: the page itself has just come from it. */
let answeredAt = performance.now();
let isAsking = false;
let toldAt = Number.NEGATIVE_INFINITY;
const waiting = new Set<() => void>();

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether there is an answer, whatever it says: one that is not the server's says that it cannot be reached. */
async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    if (status < 500) answeredAt = performance.now();
    return status < 500;
  } catch {
    return false;
  }
}

async function ask(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  while (!(await answers())) {
    away.set(true);
    await sleep(pause);
  }
  // It was there all the while: what failed fails for another reason, and must not be tried without end.
  if (!away.get()) await sleep(Math.max(0, toldAt + rest - performance.now()));
  toldAt = performance.now();
  isAsking = false;
  away.set(false);
  const due = [...waiting];
  waiting.clear();
  for (const listener of due) listener();
}

let answer: Promise<boolean> | undefined;

/** Whether the server is there; asks it where it has not answered for some seconds. */
export async function isReached(): Promise<boolean> {
  if (!navigator.onLine) return false;
  if (!away.get() && performance.now() < answeredAt + fresh) return true;
  answer ??= answers().finally(() => {
    answer = undefined;
  });
  return answer;
}

/** Calls back once the server answers, to try again what did not reach it. The returned function ends the wait. */
export function whenReached(listener: () => void): () => void {
  waiting.add(listener);
  void ask();
  return () => void waiting.delete(listener);
}

function subscribe(listener: () => void): () => void {
  const unwatch = away.subscribe(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    unwatch();
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser has a connection, and the server at its other end is there. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine && !away.get());
