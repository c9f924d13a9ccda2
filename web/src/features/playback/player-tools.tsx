import { clipLinkLifetime, clipRange, screenshotTime } from '@lectern/contract/rules/clip-range';
import {
  formatExactTimecode,
  formatTimecode,
  parseExactTimecode,
  typeTimecode,
} from '@lectern/contract/rules/timecode';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Play, Scissors, Share2, Camera, X, Clock3 } from 'lucide-react';
import { use, useEffect, useState, useRef, type ReactNode } from 'react';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { clsx } from 'clsx';
import type { PlayerClock } from '../../player/clock.ts';
import { ClipStrip, ClipWords } from '../../player/clip-strip.tsx';
import type { RangeSelection } from '../../player/timeline.tsx';
import { Button } from '../../ui/button.tsx';
import { SharePart } from './watch-context.ts';
import type { TimeRange } from '../../player/range-handles.tsx';
import { call, attempt } from '../../session/call.ts';
import { toast } from '../../ui/toast.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Field } from '../../ui/field.tsx';

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

type ScreenshotToolProps = { video: VideoDetail; clock: PlayerClock; onClose: () => void };

export function ScreenshotTool({ video, clock, onClose }: ScreenshotToolProps) {
  const [time, setTime] = useState(() => formatTimecode(clock.now()));
  const [busy, setBusy] = useState(false);
  const checked = screenshotTime(time, video.duration);
  const take = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      const { data } = await call(clipRoutes.screenshot, { passthrough: video.id, time });
      const link = Object.assign(document.createElement('a'), { href: data.url, download: data.filename });
      link.click();
      toast.success('Screenshot downloaded.');
    });
    setBusy(false);
  };
  return (
    <ToolPanel title="Take a screenshot" onClose={onClose}>
      <TimeField
        label="Time"
        takes="Use the current time"
        value={time}
        onChange={setTime}
        clock={clock}
        onEnter={() => checked.ok && !busy && void take()}
      />
      <Button disabled={!checked.ok} busy={busy} onClick={() => void take()}>
        <Camera aria-hidden /> Take screenshot
      </Button>
      <p role="status" className={checked.ok ? 'text-sm text-soft' : 'text-sm font-medium text-danger'}>
        {checked.ok ? 'The exact frame, in full resolution' : checked.message}
      </p>
    </ToolPanel>
  );
}

type ToolPanelProps = { title: string; onClose: () => void; children: ReactNode };

function ToolPanel({ title, onClose, children }: ToolPanelProps) {
  const panel = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<Element | null>(null);
  // It stands before its button in the page: the focus goes in, and back when it is closed.
  useEffect(() => {
    opener.current ??= document.activeElement;
    panel.current?.querySelector('input')?.focus({ preventScroll: true });
    // Under a large picture it begins at the lower edge of the window.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const close = (): void => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <fieldset ref={panel} className="min-w-0 border-t border-line px-4 pt-3 pb-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="font-semibold">
          {title}
        </span>
        <IconButton small label={`Close ${title}`} icon={<X aria-hidden />} onClick={close} />
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-3 [&>[role=status]]:basis-full">{children}</div>
    </fieldset>
  );
}

type TimeFieldProps = {
  label: string;
  value: string;
  onChange: (next: string) => void;
  clock: PlayerClock;
  takes?: string;
  onEnter: () => void;
};

/** A time in HH:MM:SS, with a fraction where a person wants one: typed, or taken from where the recording stands. */
function TimeField({ label, value, onChange, clock, takes, onEnter }: TimeFieldProps) {
  return (
    <div className="relative w-40">
      <Field
        label={label}
        value={value}
        inputMode="decimal"
        placeholder="00:00:00"
        autoComplete="off"
        className="h-10! pe-10 tabular-nums"
        onChange={(event) => onChange(typeTimecode(event.target.value, value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) onEnter();
        }}
      />
      <IconButton
        label={takes ?? `Use the current time as ${label}`}
        icon={<Clock3 aria-hidden />}
        onClick={() => onChange(formatExactTimecode(clock.now()))}
        className="absolute right-0.5 bottom-0.5"
      />
    </div>
  );
}

type ToolButtonProps = {
  icon: ReactNode;
  children: ReactNode;
  onClick: () => void;
  /** For a tool that opens under the player. */
  open?: boolean;
};

export function ToolButton({ icon, children, onClick, open }: ToolButtonProps) {
  return (
    <Button
      look="quiet"
      size="sm"
      aria-expanded={open}
      onClick={onClick}
      className={clsx('font-normal', open ? 'bg-sunken text-ink' : 'text-soft hover:text-ink')}
    >
      {icon}
      {children}
    </Button>
  );
}
