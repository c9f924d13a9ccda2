import { useId } from 'react';

type ChoicesProps<Value> = {
  legend: string;
  value: Value | null;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; name: string; facts: string; disabled?: boolean }[];
};

/** Asks for one of a few, each with its facts. */
export function Choices<Value extends string | number>({ legend, value, onChange, choices }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex items-start gap-2.5 rounded-md border border-edge px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-wash has-disabled:text-soft"
        >
          <input
            type="radio"
            name={id}
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <span className="min-w-0 break-words">
            {choice.name}
            {choice.facts && <span className="block text-sm text-soft">{choice.facts}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
