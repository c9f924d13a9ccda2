import { formatExactTimecode, typeTimecode } from '@lectern/contract/rules/timecode';
import { Clock3 } from 'lucide-react';
import type { PlayerClock } from '../../player/clock.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type TimeFieldProps = {
  label: string;
  value: string;
  onChange: (next: string) => void;
  clock: PlayerClock;
  /** Label of the button that takes the current time of the recording. */
  takes?: string;
  /** Does what the tool is for. */
  onEnter: () => void;
};

/** A time in HH:MM:SS, with a fraction where a person wants one: typed, or taken from where the recording stands. */
export function TimeField({ label, value, onChange, clock, takes, onEnter }: TimeFieldProps) {
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
