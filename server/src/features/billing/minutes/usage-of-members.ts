import type { Plan } from '@lectern/contract/accounts/accounts';
import { plans } from '@lectern/contract/rules/plans';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { getCountedUntil, type MemberSeconds, memberSecondsOf } from './store.ts';

/** Minutes of recordings at the media provider, rounded to whole minutes for display. */
export type Minutes = { stored: number; delivered: number; delivered_last_month: number };

const inMinutes = ({ stored, delivered, last_month }: Omit<MemberSeconds, 'id' | 'plan'>): Minutes => ({
  stored: Math.round(stored / 60),
  delivered: Math.round(delivered / 60),
  delivered_last_month: Math.round(last_month / 60),
});

/** Returns the minutes per member; null where this server keeps and delivers recordings itself. */
export async function memberMinutesOf(
  { media, now }: Pick<World, 'media' | 'now'>,
  db: Queryable,
  ids: readonly string[],
): Promise<(id: string) => Minutes | null> {
  if (!media.provider) return () => null;
  const found = new Map((await memberSecondsOf(db, now(), ids)).map((each) => [each.id, inMinutes(each)]));
  return (id) => found.get(id) ?? { stored: 0, delivered: 0, delivered_last_month: 0 };
}

/** Whether the plan has room for another recording at the provider. What is still being read does not count yet. */
export async function hasRoomForRecording(
  { media, now }: World,
  tx: Queryable,
  id: string,
  plan: Plan,
): Promise<boolean> {
  if (!media.provider) return true;
  const [own] = await memberSecondsOf(tx, now(), [id]);
  return (own?.stored ?? 0) < plans[plan].storedMinutes * 60;
}

/** Sums the minutes of all members and counts those beyond their plan; undefined without a media provider. */
export async function minutesOfAll({ media, now, database }: World) {
  if (!media.provider) return undefined;
  const [all, until] = await Promise.all([memberSecondsOf(database.kysely, now()), getCountedUntil(database.kysely)]);
  const sum = (of: (each: MemberSeconds) => number): number => all.reduce((total, each) => total + of(each), 0);
  const total = { stored: sum((each) => each.stored), delivered: sum((each) => each.delivered) };
  const beyond = all.filter(({ plan, delivered }) => delivered >= plans[plan].deliveredMinutes * 60).length;
  return { ...inMinutes({ ...total, last_month: sum((each) => each.last_month) }), beyond, until };
}
