import { setTimeout as delay } from 'node:timers/promises';
import { type LoadActor, type Action } from './actor.ts';
import { join, type ChaosMember } from './member.ts';
import { editDeeds, editOne } from './edits.ts';
import { mediaDeeds, visitDeeds } from './visits.ts';
import { moneyDeeds, payOne } from './money.ts';
import { transferDeeds, uploadDeeds, uploadOne } from './uploads.ts';
import { openRecordings } from './recordings.ts';
import type { OutboxEmail } from '../../server/test/outbox-emails.ts';
import type { Oracle } from './oracle.ts';
import type { RandomSource } from './random.ts';
import type { Wire } from './wire.ts';

const deeds: readonly Action[] = [
  ...uploadDeeds,
  ...editDeeds,
  ...mediaDeeds,
  ...moneyDeeds,
  ...transferDeeds,
  ...visitDeeds,
];

/** Milliseconds between two things that one actor does. */
const pause = { shortest: 20, longest: 400 };

/** Does one thing after the other until the signal aborts. */
async function runMemberActions(actor: LoadActor, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await actor.random.weighted(deeds).run(actor);
    await delay(actor.random.between(pause.shortest, pause.longest));
  }
}

/** Subscribers, and how many hands each has. */
export const members = 3;
const hands = 2;

type Place = { oracle: Oracle; wire: Wire; random: RandomSource; letters: () => Promise<OutboxEmail[]> };

/**
 * Subscribers, each of whom has uploaded, edited and paid once: otherwise a short run on a busy machine has nothing to
 * lose.
 */
export async function createMembers({ oracle, wire, random, letters }: Place) {
  const subscribers: ChaosMember[] = [];
  for (let n = 0; n < members; n += 1) subscribers.push(await join(wire, letters, `member-${n}`));
  const recordings = await openRecordings();
  const actorOf = (member: ChaosMember, name: string) => ({
    member,
    random: random.fork(name),
    oracle,
    wire,
    recordings,
  });
  for (const member of subscribers) {
    const actor = actorOf(member, `${member.name}/first`);
    await uploadOne(actor);
    await editOne(actor);
    await payOne(actor);
  }
  return {
    subscribers,
    /** All of them do one thing after the other until the signal aborts. */
    work: async (signal: AbortSignal): Promise<void> => {
      const acting = subscribers.flatMap((member) =>
        Array.from({ length: hands }, (_, hand) => runMemberActions(actorOf(member, `${member.name}/${hand}`), signal)),
      );
      await Promise.all(acting);
    },
  };
}
