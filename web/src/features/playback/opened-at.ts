import { parseStartTime } from '@lectern/contract/rules/start-time';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { findInTranscript } from './find-in-transcript.ts';
import type { Tab } from './panel-tabs.tsx';

/** Initial state of the watch page: the tab, if not the default, and seconds. */
export type OpenedAt = { tab: Tab | undefined; at: number | undefined };

const tabs: ReadonlySet<string> = new Set(['chapters', 'transcript', 'slides'] satisfies Tab[]);

/**
 * Decides where a URL opens a recording. A match in a chapter text opens where the chapter first says it, else the
 * chapters tab, which marks it.
 */
export function openedAt({ vtt, chapters }: Pick<VideoDetail, 'vtt' | 'chapters'>, query: URLSearchParams): OpenedAt {
  const at = parseStartTime(query.get('t'));
  const named = query.get('in') ?? '';
  const tab = tabs.has(named) ? (named as Tab) : undefined;
  if (tab !== 'chapters' || at === undefined) return { tab, at };
  const chapter = chapters.findLast(({ start_seconds }) => start_seconds <= at + 0.05);
  const cues = webvttCues(vtt);
  const said = findInTranscript(cues, query.get('q') ?? '')
    .map(([first]) => cues[first?.cue ?? -1]?.start ?? Infinity)
    .filter((start) => chapter && start >= chapter.start_seconds - 0.05 && start < chapter.end_seconds);
  return said.length === 0 ? { tab, at } : { tab: 'transcript', at: Math.min(...said) };
}
