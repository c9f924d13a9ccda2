import type { ShareLink } from '@lectern/contract/publishing/shares';
import { formatDuration } from '@lectern/contract/rules/timecode';

/** Content of a link: a chapter, or a time range in seconds; everything when empty. */
export type ShareContent = { chapter?: string; start?: number; end?: number };

/** Whether a part between two seconds is wanted. */
export const isClip = (wanted: ShareContent): wanted is { start: number; end: number } =>
  wanted.start !== undefined && wanted.end !== undefined;

export const clipName = (start: number, end: number): string => `Clip, ${formatDuration(start)}–${formatDuration(end)}`;

/** Names the content of a link in a few words. */
export function shareName({ kind, title, start, end }: ShareLink): string {
  if (kind === 'video' || start === null || end === null) return 'Whole recording';
  if (kind === 'chapter') return `Chapter “${title}”`;
  return title ? `“${title}” (${clipName(start, end)})` : clipName(start, end);
}
