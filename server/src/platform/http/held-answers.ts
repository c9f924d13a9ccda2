import type { FastifyReply } from 'fastify';
import { whenClosed } from './when-closed.ts';

/**
 * Bytes of all answers together: some dozens of the longest transcripts, which their readers take one after the other.
 */
export const usuallyHeld = 256 * 1024 * 1024;

type Held = { bytes: number; answers: Map<FastifyReply, number> };

/** Notes an answer that is about to be sent, until it has been taken. */
export type HoldAnswer = (owner: string, reply: FastifyReply, bytes: number) => void;

/**
 * Bounds the bytes of complete answers waiting for their readers. Beyond `most`, the owner holding the most loses its
 * oldest answer: the connection is closed.
 */
export function boundHeldAnswers(most: number): HoldAnswer {
  const owners = new Map<string, Held>();
  let total = 0;

  function release(name: string, reply: FastifyReply): void {
    const held = owners.get(name);
    const bytes = held?.answers.get(reply);
    if (!held || bytes === undefined) return;
    total -= bytes;
    held.bytes -= bytes;
    held.answers.delete(reply);
    if (held.answers.size === 0) owners.delete(name);
  }

  /** Whether it has cut an answer off. */
  function cutOff(): boolean {
    if (total <= most) return false;
    let heaviest: [name: string, held: Held] | undefined;
    for (const each of owners) if (!heaviest || each[1].bytes > heaviest[1].bytes) heaviest = each;
    const [name, { bytes, answers }] = heaviest!;
    const [reply] = answers.keys();
    release(name, reply!);
    reply!.log.warn({ owner: name, bytes }, 'Too much is waiting to be read: an answer was cut off.');
    reply!.raw.destroy();
    return true;
  }

  return (name, reply, bytes) => {
    if (reply.raw.closed) return;
    const held = owners.get(name) ?? { bytes: 0, answers: new Map() };
    owners.set(name, held);
    held.answers.set(reply, bytes);
    held.bytes += bytes;
    total += bytes;
    void whenClosed(reply.raw).then(() => release(name, reply));
    while (cutOff());
  };
}
