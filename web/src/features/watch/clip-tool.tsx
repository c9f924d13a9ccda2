import { clipLinkLifetime, clipRange } from '@lectern/contract/rules/clip-range';
import { formatDuration } from '@lectern/contract/rules/timecode';
import type { VideoAsset } from '@lectern/contract/videos';
import { Play, Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Clock } from '../../player/clock.ts';
import { Button } from '../../ui/button.tsx';
import { TimeField } from './time-field.tsx';
import { ToolPanel } from './tool-panel.tsx';
import type { ClipTimes } from './use-clip-times.ts';

type ClipToolProps = {
  video: VideoAsset;
  clock: Clock;
  times: ClipTimes;
  onTimes: (next: ClipTimes) => void;
  onClose: () => void;
};

/** Cuts a part of the recording, chosen by the handles on the time line or here; opens the clip page in a new tab. */
export function ClipTool({ video, clock, times, onTimes, onClose }: ClipToolProps) {
  const { timeIn, timeOut } = times;
  const range = clipRange(timeIn, timeOut, video.duration);
  const playPart = usePlayPart(clock);
  const cut = (): void => {
    const query = new URLSearchParams({
      passthrough: video.id,
      timein: timeIn,
      timeout: timeOut,
      start: String(Date.now() + clipLinkLifetime),
    });
    window.open(`/asset/video-cut?${query}`, '_blank');
  };
  return (
    <ToolPanel title="Cut a clip" onClose={onClose}>
      <TimeField label="timeIn" value={timeIn} onChange={(next) => onTimes({ timeIn: next, timeOut })} clock={clock} />
      <TimeField
        label="timeOut"
        value={timeOut}
        onChange={(next) => onTimes({ timeIn, timeOut: next })}
        clock={clock}
      />
      <div className="flex gap-2">
        <Button look="secondary" disabled={!range.ok} onClick={() => range.ok && playPart(range)}>
          <Play aria-hidden /> Play it
        </Button>
        <Button disabled={!range.ok} onClick={cut}>
          <Scissors aria-hidden /> Cut clip
        </Button>
      </div>
      <p role="status" className={range.ok ? 'text-sm text-soft' : 'text-sm font-medium text-danger'}>
        {range.ok ? `${formatDuration(range.end - range.start)} long` : range.message}
      </p>
    </ToolPanel>
  );
}

type Part = { start: number; end: number };

/** Plays a part and stops at its end, unless the person goes elsewhere meanwhile. */
function usePlayPart(clock: Clock): (part: Part) => void {
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
