import { AsyncLocalStorage } from 'node:async_hooks';

type Running = { open: boolean; afterCommit: (() => void)[] };

const running = new AsyncLocalStorage<Running>();

const current = (): Running | undefined => {
  const transaction = running.getStore();
  // Work that a transaction started without awaiting may outlive it; it then counts as outside.
  return transaction?.open ? transaction : undefined;
};

/**
 * Throws within a transaction, which must not wait for external services or a second connection: the embedded database
 * has one session, so that would deadlock.
 */
export function outsideTransaction(what: string): void {
  if (current())
    throw new Error(`${what} within a transaction: do it before or after, or through the transaction's own handle.`);
}

/**
 * Calls `then` once the transaction around this call is committed (never if it is rolled back); at once if there is
 * none.
 */
export function afterCommit(then: () => void): void {
  const transaction = current();
  if (transaction) transaction.afterCommit.push(then);
  else then();
}

/** Runs `work` so that the two functions above know of its transaction. Resolves with what `work` returns. */
export async function trackTransaction<T>(
  execute: (mark: (work: () => Promise<T>) => Promise<T>) => Promise<T>,
): Promise<T> {
  outsideTransaction('A second transaction');
  const transaction: Running = { open: true, afterCommit: [] };
  try {
    const result = await execute((work) => running.run(transaction, work));
    transaction.open = false;
    for (const then of transaction.afterCommit) then();
    return result;
  } finally {
    transaction.open = false;
  }
}
