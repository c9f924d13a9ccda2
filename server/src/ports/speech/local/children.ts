import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { outsideTransaction } from '../../../platform/database/transactions.ts';
import { killWithParent } from '../../../platform/subprocess/kill-with-parent.ts';
import type { FromChild, RecognitionStart } from './protocol.ts';

/** A child that gave up, ended, or was ended as stuck, before it had done its work. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed';
}

type Recogniser = {
  /** Takes the samples. */
  input: Writable;
  /** Messages of the child until it is done. Throws `ChildFailed`. */
  messages: AsyncIterable<FromChild>;
  kill(): void;
};

const childModule = new URL('./recogniser.child.ts', import.meta.url);

const untilClosed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => child.once('close', () => resolve()));

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Starts recognisers in processes of their own, which end with this one. `patience` in seconds. */
export function createChildren(patience: number) {
  const children = new Set<ChildProcess>();

  function start(order: RecognitionStart): Recogniser {
    outsideTransaction('Speech recognition');
    const child = fork(childModule, { stdio: ['pipe', 'ignore', 'pipe', 'ipc'], serialization: 'json' });
    // Errors show in the exit of the child, which always follows.
    for (const emitter of [child, child.stdin!]) emitter.on('error', () => undefined);
    children.add(child);
    const letOff = killWithParent(child);
    child.once('close', () => {
      children.delete(child);
      letOff();
    });
    lower(child.pid);
    child.send(order);
    return { input: child.stdin!, messages: messagesOf(child), kill: () => void child.kill('SIGKILL') };
  }

  async function* messagesOf(child: ChildProcess): AsyncGenerator<FromChild> {
    const queue: FromChild[] = [];
    let wake = Promise.withResolvers<void>();
    let errors = '';
    let stuck = false;
    const watch = setTimeout(() => {
      stuck = true;
      child.kill('SIGKILL');
    }, patience * 1000);
    child.on('message', (message) => {
      watch.refresh();
      queue.push(message as FromChild);
      wake.resolve();
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4000);
    });
    const closed = untilClosed(child).then(() => wake.resolve());
    try {
      for (;;) {
        const message = queue.shift();
        if (message?.kind === 'done') return;
        if (message?.kind === 'failed')
          throw new ChildFailed(`The recogniser failed: ${message.message} ${errors.trim()}`);
        if (message) yield message;
        else if (isOver(child)) {
          const end = stuck ? `said nothing for ${patience} s` : `ended with ${child.exitCode ?? child.signalCode}`;
          throw new ChildFailed(`The recogniser ${end}: ${errors.trim()}`);
        } else {
          await wake.promise;
          wake = Promise.withResolvers();
        }
      }
    } finally {
      clearTimeout(watch);
      if (!isOver(child)) child.kill('SIGKILL');
      await closed;
    }
  }

  return {
    start,
    async close(): Promise<void> {
      const open = [...children].filter((child) => !isOver(child));
      for (const child of open) child.kill('SIGKILL');
      await Promise.all(open.map(untilClosed));
    },
  };
}

function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: it runs as it is.
  }
}
