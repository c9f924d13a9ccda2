import { clipLinkLifetime, clipRange } from '@lectern/contract/rules/clip-range';
import { formatExactTimecode, formatTimecode, parseExactTimecode } from '@lectern/contract/rules/timecode';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Play, Scissors, Share2 } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import type { PlayerClock } from '../../player/clock.ts';
import { ClipStrip } from '../../player/clip-strip.tsx';
import { ClipWords } from '../../player/clip-words.tsx';
import type { RangeSelection } from '../../player/timeline.tsx';
import { Button } from '../../ui/button.tsx';
import { SharePart } from './watch-context.ts';
import { TimeField, ToolPanel } from './tool-panel.tsx';
import type { TimeRange } from '../../player/range-handles.tsx';

type ClipToolProps = {
  video: VideoDetail;
  clock: PlayerClock;
  times: ClipTimes;
  onTimes: (next: ClipTimes) => void;
  /** The same part for handles. */
  selection: RangeSelection;
  onClose: () => void;
};

/** Cuts a part of the recording, chosen by the handles on the time line or here; opens the clip page in a new tab. */
export function ClipTool({ video, clock, times, onTimes, selection, onClose }: ClipToolProps) {
  const { timeIn, timeOut } = times;
  const range = clipRange(timeIn, timeOut, video.duration);
  const playPart = usePlayPart(clock);
  const sharePart = use(SharePart);
  const cut = (): void => {
    const query = new URLSearchParams({
      passthrough: video.id,
      timein: timeIn,
      timeout: timeOut,
      start: String(Date.now() + clipLinkLifetime),
    });
    window.open(`/asset/video-cut?${query}`, '_blank');
  };
  const cutIfItCan = (): void => {
    if (range.ok) cut();
  };
  return (
    <ToolPanel title="Cut a clip" onClose={onClose}>
      <TimeField
        label="Start"
        value={timeIn}
        onChange={(next) => onTimes({ timeIn: next, timeOut })}
        clock={clock}
        onEnter={cutIfItCan}
      />
      <TimeField
        label="End"
        value={timeOut}
        onChange={(next) => onTimes({ timeIn, timeOut: next })}
        clock={clock}
        onEnter={cutIfItCan}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" disabled={!range.ok} onClick={() => range.ok && playPart(range)}>
          <Play aria-hidden /> Play it
        </Button>
        <Button disabled={!range.ok} onClick={cut}>
          <Scissors aria-hidden /> Cut clip
        </Button>
        {sharePart && (
          <Button look="secondary" disabled={!range.ok} onClick={() => range.ok && sharePart(range)}>
            <Share2 aria-hidden /> Share clip
          </Button>
        )}
      </div>
      <ClipStrip {...selection} duration={video.duration} storyboard={video.storyboard} clock={clock} />
      {range.ok && <ClipWords vtt={video.vtt} start={range.start} end={range.end} />}
      <p role="status" className={range.ok ? 'text-sm text-soft' : 'text-sm font-medium text-danger'}>
        {range.ok ? `${formatExactTimecode(range.end - range.start).replace(/^00:/, '')} long` : range.message}
      </p>
    </ToolPanel>
  );
}

type Part = { start: number; end: number };

/** Plays a part and stops at its end, unless the person goes elsewhere meanwhile. */
function usePlayPart(clock: PlayerClock): (part: Part) => void {
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    if (!part) return;
    return clock.subscribe(() => {
      const now = clock.now();
      if (now >= part.start - 0.5 && now < part.end) return;
      if (now < part.end + 1) clock.element()?.pause();
      setPart(undefined);
    });
  }, [clock, part]);
  return (next) => {
    clock.seek(next.start, true);
    setPart(next);
  };
}

type ClipTimes = { timeIn: string; timeOut: string };

/** Seconds a clip is long before anybody has said so. */
const usual = 30;

/** The two times of the clip tool as they are typed, and as the range the handles on the time line show. */
export function useClipTimes(duration: number) {
  const [times, setTimes] = useState<ClipTimes>({ timeIn: '', timeOut: '' });
  const last = Math.floor(duration);
  const range: TimeRange = {
    start: Math.min(parseExactTimecode(times.timeIn) ?? 0, duration),
    end: Math.min(parseExactTimecode(times.timeOut) ?? last, duration),
  };
  /** Takes a part that was chosen elsewhere. Seconds. */
  const take = ({ start, end }: TimeRange): void =>
    setTimes({ timeIn: formatExactTimecode(start), timeOut: formatExactTimecode(Math.min(end, duration)) });
  return {
    times,
    setTimes,
    selection: {
      value: range,
      onChange: ({ start, end }: TimeRange) =>
        setTimes({ timeIn: formatExactTimecode(start), timeOut: formatExactTimecode(end) }),
    },
    take,
    /** Proposes a part that holds a thought, or else one from a time on, unless there is one already. */
    propose(now: number, thought: TimeRange | undefined): void {
      if (times.timeIn !== '' || times.timeOut !== '') return;
      if (thought) return take(thought);
      const end = Math.min(Math.floor(now) + usual, last);
      const start = Math.min(Math.floor(now), Math.max(0, end - usual));
      setTimes({ timeIn: formatTimecode(start), timeOut: formatTimecode(end) });
    },
  };
}
