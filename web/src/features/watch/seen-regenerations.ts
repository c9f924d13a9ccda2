import type { VideoAsset } from '@lectern/contract/videos';

export type Regenerated = NonNullable<VideoAsset['regenerated']>;

const key = 'lectern.regenerations-seen';
/** More are of no use: of each video only the last one is shown. */
const most = 50;

/** Milliseconds for which a notice stands when nobody dismisses it. */
const lasts = 24 * 3_600_000;

const nameOf = ({ at, restored }: Regenerated): string => `${at} ${restored}`;

function seen(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether somebody should still be told of it: it is of today, and nobody has dismissed it on this device. */
export const isNews = (regenerated: Regenerated, now: number): boolean =>
  now - Date.parse(regenerated.at) < lasts && !seen().includes(nameOf(regenerated));

export function markSeen(regenerated: Regenerated): void {
  try {
    localStorage.setItem(key, JSON.stringify([...seen(), nameOf(regenerated)].slice(-most)));
  } catch {
    // Storage is refused in some private windows: then it is told again on the next visit.
  }
}
