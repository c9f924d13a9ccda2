import { Check } from 'lucide-react';
import { use } from 'react';
import { ChooseActionContext, MenuParts } from './menu-parts.ts';

type MenuChoicesProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  options: readonly { value: Value; text: string; detail?: string }[];
  onChoose: (value: Value) => void;
};

/** Items of a menu of which one is chosen. */
export function MenuChoices<Value extends string>({ label, value, options, onChoose }: MenuChoicesProps<Value>) {
  const choose = use(ChooseActionContext);
  const { RadioGroup, RadioItem, ItemIndicator } = use(MenuParts)!;
  return (
    <RadioGroup value={value ?? ''} aria-label={label}>
      {options.map(({ value: each, text, detail }) => (
        <RadioItem
          key={each}
          value={each}
          textValue={text}
          onSelect={() => choose(() => onChoose(each))}
          className="flex min-h-9 max-w-72 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-sunken"
        >
          <span className="size-4 shrink-0">
            <ItemIndicator>
              <Check aria-hidden className="size-4 text-accent" />
            </ItemIndicator>
          </span>
          <span className="min-w-0">
            <span className="block break-words">{text}</span>
            {detail && <span className="block text-soft">{detail}</span>}
          </span>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}
