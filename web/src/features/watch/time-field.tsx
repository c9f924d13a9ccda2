import { formatTimecode, typeTimecode } from '@lectern/contract/rules/timecode';
import type { Clock } from '../../player/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

type TimeFieldProps = { label: string; value: string; onChange: (next: string) => void; clock: Clock };

/** A time in HH:MM:SS: typed, or taken from where the recording stands. */
export function TimeField({ label, value, onChange, clock }: TimeFieldProps) {
  return (
    <div className="flex items-end gap-2">
      <Field
        label={label}
        value={value}
        inputMode="numeric"
        placeholder="00:00:00"
        autoComplete="off"
        className="w-28 tabular-nums"
        onChange={(event) => onChange(typeTimecode(event.target.value, value))}
      />
      <Button
        look="secondary"
        aria-label={`Use the current time as ${label}`}
        onClick={() => onChange(formatTimecode(clock.now()))}
      >
        Now
      </Button>
    </div>
  );
}
