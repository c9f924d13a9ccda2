import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { VideoAsset } from '@lectern/contract/videos';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Clock } from '../../player/clock.ts';
import { Button } from '../../ui/button.tsx';
import { ChapterSection } from './chapter-section.tsx';
import { useSaveVideo } from './use-asset.ts';

/** The chapters with their details and transcript. It follows the recording until the person scrolls by hand. */
export function TranscriptPanel({ video, clock }: { video: VideoAsset; clock: Clock }) {
  const save = useSaveVideo(video);
  const cues = useMemo(() => webvttCues(video.vtt), [video.vtt]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(video.chapters.slice(1).map(({ id }) => id)));
  const [following, setFollowing] = useState(true);
  const list = useRef<HTMLDivElement>(null);
  const allClosed = video.chapters.every(({ id }) => closed.has(id));

  useEffect(() => {
    if (!following) return;
    let last: Element | null = null;
    return clock.subscribe(() => {
      const cue = list.current?.querySelector('[data-current-cue]') ?? null;
      if (cue && cue !== last && !clock.element()?.paused) scrollWithin(list.current, cue);
      last = cue;
    });
  }, [clock, following]);

  const toggle = (id: string): void =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return (
    <section aria-label="Chapters and transcript" className="flex h-full min-h-0 flex-col">
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-3">
        <h2 className="text-xl">Chapters</h2>
        <div className="flex gap-2">
          {!following && (
            <Button size="sm" onClick={() => setFollowing(true)}>
              Back to current
            </Button>
          )}
          {video.chapters.length > 0 && (
            <Button
              size="sm"
              look="secondary"
              aria-pressed={allClosed}
              onClick={() => setClosed(new Set(allClosed ? [] : video.chapters.map(({ id }) => id)))}
            >
              {allClosed ? 'Expand all' : 'Collapse all'}
            </Button>
          )}
        </div>
      </div>
      <div
        ref={list}
        className="min-h-0 flex-1 overflow-y-auto"
        onWheel={() => setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
      >
        {video.chapters.length === 0 && (
          <p className="p-4 text-soft">
            There are no chapters yet. A video that was just uploaded may need a few minutes.
          </p>
        )}
        <ol className="divide-y divide-line">
          {video.chapters.map((chapter, n) => (
            <ChapterSection
              key={chapter.id}
              chapter={chapter}
              number={n + 1}
              cues={cues.filter(({ start }) => start >= chapter.start_seconds && start < chapter.end_seconds)}
              open={!closed.has(chapter.id)}
              onToggle={() => toggle(chapter.id)}
              onSave={(change) =>
                save((now) => ({
                  chapters: now.chapters.map((other) => (other.id === chapter.id ? change(other) : other)),
                }))
              }
              clock={clock}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Scrolls the list only, never the page: the player stays in view. */
function scrollWithin(list: HTMLElement | null, cue: Element): void {
  if (!list) return;
  const offset = cue.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollBy({ top: offset - list.clientHeight / 3, behavior: 'auto' });
}
