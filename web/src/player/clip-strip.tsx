import { formatExactTimecode, formatTimecode } from '@lectern/contract/rules/timecode';
import { useRef, useState, useMemo } from 'react';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { Tile } from './read-storyboard.ts';
import { type PlayerClock, useClock } from './clock.ts';
import { RangeHandles, type TimeRange } from './range-handles.tsx';
import { tileAt, useStoryboard, StoryboardPicture } from './storyboard.tsx';

/** Seconds shown beside each end of a part, and the fewest there may be before it is shown again around it. */
const around = 60;
const close = 8;

/** Seconds above which a part is too long for its ends to be set exactly in one strip. */
const long = 120;

/** Seconds an arrow key moves an end. */
const step = 0.1;

const pictures = 12;
const names = { start: 'Exact start', end: 'Exact end' };

type View = { from: number; to: number };

type ClipStripProps = {
  value: TimeRange;
  onChange: (next: TimeRange) => void;
  duration: number;
  storyboard: string | null;
  /** Where the recording stands is shown in it. */
  clock?: PlayerClock;
};

/** Shows a clip with a minute before and after, for ends exact to 0.1 s. A long clip has a strip for each end. */
export function ClipStrip(props: ClipStripProps) {
  const { value, storyboard } = props;
  const tiles = useStoryboard(storyboard, true);
  if (value.end - value.start <= long) return <Strip {...props} tiles={tiles} label="Around the clip" />;
  return (
    <>
      <Strip {...props} tiles={tiles} only="start" label="Around the start" />
      <Strip {...props} tiles={tiles} only="end" label="Around the end" />
    </>
  );
}

type StripProps = ClipStripProps & { tiles: readonly Tile[]; only?: 'start' | 'end'; label: string };

function Strip({ value, onChange, duration, tiles, only, label, clock }: StripProps) {
  const shown = only === undefined ? value : { start: value[only], end: value[only] };
  const line = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const [view, setView] = useState(() => viewOf(shown, duration));
  // Not under the hand that drags.
  if (!held && !fits(view, shown, duration)) setView(viewOf(shown, duration));
  const span = Math.max(view.to - view.from, 1);
  const percent = (seconds: number): number => Math.min(100, Math.max(0, ((seconds - view.from) / span) * 100));
  const secondsAt = (clientX: number): number => {
    const box = line.current?.getBoundingClientRect();
    if (!box || box.width === 0) return view.from;
    return view.from + Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * span;
  };
  return (
    <div role="group" aria-label={label} className="basis-full">
      <div className="mx-6">
        <div
          ref={line}
          className="relative h-12"
          onPointerDown={() => setHeld(true)}
          onPointerUp={() => setHeld(false)}
          onPointerCancel={() => setHeld(false)}
        >
          <div aria-hidden className="absolute inset-0 flex overflow-hidden rounded-sm bg-sunken">
            {Array.from({ length: pictures }, (_, n) => (
              <Picture key={n} tile={tileAt(tiles, view.from + ((n + 0.5) / pictures) * span)} />
            ))}
          </div>
          {clock && <Playhead clock={clock} view={view} percent={percent} />}
          <RangeHandles
            value={value}
            onChange={(next) => {
              onChange(next);
              // The recording shows the frame at which the clip will begin or end.
              clock?.seek(next.start === value.start ? next.end : next.start);
            }}
            duration={duration}
            secondsAt={secondsAt}
            percent={percent}
            onPoint={() => undefined}
            step={step}
            names={names}
            only={only}
          />
        </div>
        <div className="mt-1 flex justify-between text-xs text-soft tabular-nums">
          <span>{formatTimecode(view.from)}</span>
          <span className="font-medium text-ink">
            {only === undefined
              ? `${formatExactTimecode(value.start)} – ${formatExactTimecode(value.end)}`
              : formatExactTimecode(value[only])}
          </span>
          <span>{formatTimecode(view.to)}</span>
        </div>
      </div>
    </div>
  );
}

const viewOf = ({ start, end }: TimeRange, duration: number): View => ({
  from: Math.max(0, Math.floor(Math.min(start, end) - around)),
  to: Math.min(duration, Math.ceil(Math.max(start, end) + around)),
});

/** Whether a view shows both ends with something beside them, and not much more. */
function fits(view: View, shown: TimeRange, duration: number): boolean {
  const { from, to } = viewOf(shown, duration);
  const begins = view.from === 0 || shown.start - view.from >= close;
  const ends = view.to === duration || view.to - shown.end >= close;
  return begins && ends && view.to - view.from <= (to - from) * 1.5;
}

function Picture({ tile }: { tile: Tile | undefined }) {
  if (!tile) return <span className="flex-1" />;
  return (
    <span className="relative h-full flex-1 overflow-hidden">
      <StoryboardPicture
        tile={tile}
        // As wide as its place in a wide window, at least as high as the strip.
        scale={Math.max(48 / tile.height, 0.5)}
        className="absolute top-0 left-1/2 origin-top -translate-x-1/2"
      />
    </span>
  );
}

function Playhead({ clock, view, percent }: { clock: PlayerClock; view: View; percent: (seconds: number) => number }) {
  const now = useClock(clock, (seconds) => Math.round(seconds * 5) / 5);
  if (now < view.from || now > view.to) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-2 w-0.5 -translate-x-1/2 bg-accent forced-colors:bg-[Highlight]"
      style={{ left: `${percent(now)}%` }}
    />
  );
}

export function ClipWords({ vtt, start, end }: { vtt: string; start: number; end: number }) {
  const cues = useMemo(() => webvttCues(vtt), [vtt]);
  const words = cues.filter((cue) => cue.end > start && cue.start < end).map(({ text }) => text);
  if (words.length === 0) return null;
  return (
    <div
      role="region"
      aria-label="What is said in the clip"
      // Scrollable content must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[5lh] basis-full overflow-y-auto text-sm"
    >
      <span className="text-soft">In it:</span> “{words.join(' ')}”
    </div>
  );
}
