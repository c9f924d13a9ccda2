import type { VideoDetail } from '@lectern/contract/videos/videos';
import { day } from '@lectern/contract/rules/durations';
import { writeStoredJson, readStoredJson } from '../../ui/local-storage.ts';

export type Regeneration = NonNullable<VideoDetail['regenerated']>;

const key = 'lectern.regenerations-seen';
/** More are of no use: of each video only the last one is shown. */
const most = 50;

/** Milliseconds for which a notice stands when nobody dismisses it. */
const lasts = day;

const nameOf = ({ at, restored }: Regeneration): string => `${at} ${restored}`;

function seen(): string[] {
  const stored = readStoredJson(key);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/** Whether somebody should still be told of it: it is of today, and nobody has dismissed it on this device. */
export const isUnseenRegeneration = (regenerated: Regeneration, now: number): boolean =>
  now - Date.parse(regenerated.at) < lasts && !seen().includes(nameOf(regenerated));

export const markRegenerationSeen = (regenerated: Regeneration): void =>
  writeStoredJson(key, [...seen(), nameOf(regenerated)].slice(-most));
