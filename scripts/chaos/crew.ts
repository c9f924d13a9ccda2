import type { OutboxEmail } from '../../server/test/letters.ts';
import { runMemberActions } from './load/load.ts';
import { editOne } from './load/edits.ts';
import { payOne } from './load/money.ts';
import { uploadOne } from './load/uploads.ts';
import { join, type ChaosMember } from './member.ts';
import type { Oracle } from './oracle.ts';
import type { RandomSource } from './random.ts';
import { openRecordings } from './recordings.ts';
import type { Wire } from './wire.ts';

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
