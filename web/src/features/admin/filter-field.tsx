import { useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';

/** Milliseconds after the last key (specification section 9). */
const pause = 300;

type FilterFieldProps = { label: string; value: string; onChange: (value: string) => void };

/** What is typed counts when the typing pauses. */
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text), pause);
  };
  return (
    <div className="w-full sm:w-72">
      <Field type="search" label={label} value={typed} onChange={({ target }) => type(target.value)} />
    </div>
  );
}
