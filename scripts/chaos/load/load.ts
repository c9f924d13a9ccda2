import { setTimeout as delay } from 'node:timers/promises';
import type { LoadActor, Action } from './actor.ts';
import { editDeeds } from './edits.ts';
import { mediaDeeds } from './media.ts';
import { moneyDeeds } from './money.ts';
import { transferDeeds } from './transfers.ts';
import { uploadDeeds } from './uploads.ts';
import { visitDeeds } from './visits.ts';

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
export async function runMemberActions(actor: LoadActor, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await actor.random.weighted(deeds).run(actor);
    await delay(actor.random.between(pause.shortest, pause.longest));
  }
}
