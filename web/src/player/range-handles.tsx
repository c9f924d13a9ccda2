import { formatExactTimecode } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { spokenTime } from './spoken-time.ts';

/** Seconds. An end before the start is possible while a person types. */
export type TimeRange = { start: number; end: number };

type RangeHandlesProps = {
  value: TimeRange;
  onChange: (next: TimeRange) => void;
  duration: number;
  secondsAt: (clientX: number) => number;
  percent: (seconds: number) => number;
  /** Shows what there is at a time, or no more. */
  onPoint: (seconds: number | undefined) => void;
  /** Seconds an arrow key moves a handle, to multiples of which it is moved; ten times that with Shift. */
  step?: number;
  names?: Readonly<Record<Side, string>>;
  /** The other one is somewhere else. */
  only?: Side | undefined;
};

type Side = 'start' | 'end';

/** Without the noise of fractions: milliseconds are the finest that a time can tell. */
const tidy = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const ofTheClip = { start: 'Start of the clip', end: 'End of the clip' };

/** Two handles around a part of the time line. They stand outside the part, so that a short one stays graspable. */
export function RangeHandles({
  value,
  onChange,
  duration,
  secondsAt,
  percent,
  onPoint,
  step = 1,
  names = ofTheClip,
  only,
}: RangeHandlesProps) {
  const last = tidy(Math.floor(duration / step) * step);
  const left = percent(value.start);
  const width = Math.max(0, percent(value.end) - left);
  const shared = { secondsAt, onPoint, percent, step };
  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0.5 border-y-2 border-brass bg-brass/15"
        style={{ left: `${left}%`, width: `${width}%` }}
      />
      {only !== 'end' && (
        <Handle
          {...shared}
          label={names.start}
          side="start"
          value={value.start}
          min={0}
          max={Math.max(0, Math.min(value.end, last) - step)}
          onChange={(start) => onChange({ ...value, start })}
        />
      )}
      {only !== 'start' && (
        <Handle
          {...shared}
          label={names.end}
          side="end"
          value={value.end}
          min={Math.min(value.start + step, last)}
          max={last}
          onChange={(end) => onChange({ ...value, end })}
        />
      )}
    </>
  );
}

type HandleProps = Pick<RangeHandlesProps, 'secondsAt' | 'percent' | 'onPoint'> & {
  label: string;
  side: Side;
  step: number;
  value: number;
  min: number;
  max: number;
  onChange: (next: number) => void;
};

function Handle({ label, side, step, value, min, max, onChange, secondsAt, percent, onPoint }: HandleProps) {
  const [dragging, setDragging] = useState(false);
  const move = (seconds: number): void => {
    const next = tidy(Math.min(max, Math.max(min, Math.round(seconds / step) * step)));
    if (next !== value) onChange(next);
    onPoint(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const size = event.shiftKey ? step * 10 : step;
    const target = {
      ArrowLeft: value - size,
      ArrowDown: value - size,
      ArrowRight: value + size,
      ArrowUp: value + size,
      PageDown: value - step * 10,
      PageUp: value + step * 10,
      Home: min,
      End: max,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  };
  const stop = (): void => {
    setDragging(false);
    onPoint(undefined);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={spokenTime(value, step)}
      title={`${label}, ${formatExactTimecode(value).replace(/^00:/, '')}`}
      onKeyDown={onKeyDown}
      onBlur={() => onPoint(undefined)}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={(event) => dragging && move(secondsAt(event.clientX))}
      onPointerUp={stop}
      onPointerCancel={stop}
      className={clsx(
        'absolute inset-y-0 z-1 grid w-6 cursor-ew-resize touch-none place-items-center bg-brass forced-colors:bg-[Highlight]',
        side === 'start' ? '-translate-x-full rounded-s-md' : 'rounded-e-md',
      )}
      style={{ left: `${percent(value)}%` }}
    >
      <span className="h-3 w-0.5 rounded-full bg-surface" />
    </div>
  );
}
