import { SelectField } from '../../ui/field.tsx';

const periods = [7, 30, 90, 365].map((days) => [days, `Last ${days} days`] as const);

/** Chooses of how many days statistics are shown. */
export const PeriodField = ({ days, onDays }: { days: number; onDays: (days: number) => void }) => (
  <SelectField
    label="Period"
    hideLabel
    value={days}
    options={periods}
    onChange={(event) => onDays(Number(event.target.value))}
  />
);
