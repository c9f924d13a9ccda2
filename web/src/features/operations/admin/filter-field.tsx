import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../ui/field.tsx';

/** Milliseconds after the last key (specification section 9). */
const pause = 300;

type FilterFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** Applies typed text when typing pauses. Shows the active filter, also when a link or the palette set it. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Last value this field requested or received. */
  const known = useRef(value);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      known.current = text;
      onChange(text);
    }, pause);
  };
  return (
    <div className="w-full sm:w-72">
      <Field type="search" label={label} value={typed} onChange={({ target }) => type(target.value)} />
    </div>
  );
}
