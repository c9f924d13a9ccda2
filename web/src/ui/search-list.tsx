import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Highlighted } from './split-matches.tsx';

export type Item = { id: string; label: string; detail: string };

type SearchListProps<T extends Item> = {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  items: readonly T[];
  /** The items are still those of another query: Enter waits for its own. */
  isAwaited?: boolean;
  onChoose: (item: T) => void;
  empty: string;
};

/** A field with the list of what it finds, by the pattern of a combobox: arrows move, Enter chooses. */
export function SearchList<T extends Item>({
  label,
  query,
  onQuery,
  items,
  isAwaited = false,
  onChoose,
  empty,
}: SearchListProps<T>) {
  const list = useId();
  const [active, setActive] = useState(0);
  const isEntered = useRef(false);
  const at = Math.min(active, Math.max(0, items.length - 1));
  const choose = (): void => {
    const item = items[at];
    if (item) onChoose(item);
  };
  const come = useEffectEvent(() => {
    if (isEntered.current) choose();
    isEntered.current = false;
  });
  useEffect(() => {
    if (!isAwaited) come();
  }, [isAwaited]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && items.length > 0) {
      event.preventDefault();
      setActive((at + step + items.length) % items.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isAwaited) isEntered.current = true;
      else choose();
    }
  };

  return (
    <div className="grid gap-2">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={items[at] ? `${list}-${at}` : undefined}
        autoComplete="off"
        placeholder={label}
        value={query}
        onChange={({ target }) => {
          setActive(0);
          isEntered.current = false;
          onQuery(target.value);
        }}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-md border border-edge bg-surface px-3 placeholder:text-soft"
      />
      {/* Rows keep the height of their text: without `auto-rows-max` their least height is what they shrink to. */}
      <div
        id={list}
        role="listbox"
        aria-label="Results"
        className="grid max-h-80 auto-rows-max gap-0.5 overflow-y-auto"
      >
        {items.map((item, n) => (
          // Keyboard comes by way of the field: the options are pointed at only.
          <button
            type="button"
            tabIndex={-1}
            key={item.id}
            id={`${list}-${n}`}
            role="option"
            aria-selected={n === at}
            onPointerMove={() => setActive(n)}
            onClick={() => onChoose(item)}
            className={clsx(
              'flex min-h-10 cursor-default flex-wrap wrap-anywhere items-center justify-between gap-x-4 rounded-md px-3 py-1.5 text-start',
              n === at && 'bg-accent-wash',
            )}
          >
            <span className="font-medium">
              <Highlighted text={item.label} keyword={query.trim()} />
            </span>
            <span className="text-sm text-soft">{item.detail}</span>
          </button>
        ))}
      </div>
      <p role="status" className={clsx('px-3 pb-2 text-sm text-soft', items.length > 0 && 'sr-only')}>
        {items.length > 0 ? `${items.length} ${items.length === 1 ? 'result' : 'results'}` : empty}
      </p>
    </div>
  );
}
