import type { VideoAsset } from '@lectern/contract/videos/videos';
import { day } from '@lectern/contract/rules/durations';
import { writeStoredJson, readStoredJson } from '../../ui/local-storage.ts';

export type Regenerated = NonNullable<VideoAsset['regenerated']>;

const key = 'lectern.regenerations-seen';
/** More are of no use: of each video only the last one is shown. */
const most = 50;

/** Milliseconds for which a notice stands when nobody dismisses it. */
const lasts = day;

const nameOf = ({ at, restored }: Regenerated): string => `${at} ${restored}`;

function seen(): string[] {
  const stored = readStoredJson(key);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/** Whether somebody should still be told of it: it is of today, and nobody has dismissed it on this device. */
export const isNews = (regenerated: Regenerated, now: number): boolean =>
  now - Date.parse(regenerated.at) < lasts && !seen().includes(nameOf(regenerated));

export const markSeen = (regenerated: Regenerated): void =>
  writeStoredJson(key, [...seen(), nameOf(regenerated)].slice(-most));
