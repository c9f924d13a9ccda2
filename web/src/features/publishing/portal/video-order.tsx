import type { OwnPortal } from '@lectern/contract/publishing/portal';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical, Plus, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ignoreSecondClick } from '../../../ui/ignore-double-click.ts';

type VideoOrderProps = {
  library: OwnPortal['library'];
  value: readonly string[];
  onChange: (videos: string[]) => void;
};

type Entry = OwnPortal['library'][number];

export function VideoOrder({ library, value, onChange }: VideoOrderProps) {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [said, setSaid] = useState('');
  const lists = useRef<HTMLDivElement>(null);
  /** Names of buttons of which the first that can be pressed gets the focus when the rows have moved. */
  const [follow, setFollow] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const buttons = [...(lists.current?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled);
    const named = follow.flatMap((name) => buttons.find((each) => each.getAttribute('aria-label') === name) ?? []);
    named[0]?.focus();
  }, [follow]);
  const byId = new Map(library.map((entry) => [entry.id, entry]));
  const shown = value.flatMap((id) => byId.get(id) ?? []);
  const others = library.filter(({ id }) => !value.includes(id));

  const change = (videos: string[], ...focus: string[]): void => {
    ignoreSecondClick();
    setFollow(focus);
    onChange(videos);
  };
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= value.length || from === to) return;
    const next = [...value];
    const [id] = next.splice(from, 1);
    next.splice(to, 0, id!);
    const title = byId.get(id!)?.title;
    const [way, back] = to < from ? ['up', 'down'] : ['down', 'up'];
    change(next, `Move ${title} ${way}`, `Move ${title} ${back}`);
    setSaid(`${title} is now number ${to + 1} of ${value.length}.`);
  };
  const drop = (): void => {
    if (dragged !== undefined && over !== undefined) move(dragged, over);
    setDragged(undefined);
    setOver(undefined);
  };

  return (
    <div ref={lists} className="grid grid-cols-1 gap-5">
      <div>
        <h3 className="font-sans text-sm font-medium tracking-normal">In the portal</h3>
        {shown.length === 0 ? (
          <p className="mt-1 text-sm text-soft">
            {others.length > 0
              ? 'No video yet. Add one from below.'
              : 'No video yet. Those you upload can be added here once they are ready.'}
          </p>
        ) : (
          <ol aria-label="Videos in the portal" className="mt-2 grid grid-cols-1 gap-1.5">
            {shown.map((entry, n) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same by keyboard
              <li
                key={entry.id}
                draggable
                onDragStart={() => setDragged(n)}
                onDragOver={(event) => {
                  event.preventDefault();
                  setOver(n);
                }}
                onDragEnd={drop}
                className={clsx(
                  'flex flex-wrap items-center gap-x-2 rounded-md border bg-surface py-1.5 pr-1.5 pl-1',
                  over === n && dragged !== undefined && dragged !== n ? 'border-accent' : 'border-line',
                  dragged === n && 'opacity-60',
                )}
              >
                <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-soft" />
                <Label entry={entry} note={n === 0 && 'Shown first'} />
                {/* Where a title has no room beside them, they stand under it. */}
                <span className="ms-auto flex gap-2">
                  {n > 0 && (
                    <IconButton
                      label={`Show ${entry.title} first`}
                      icon={<ArrowUpToLine aria-hidden />}
                      onClick={() => move(n, 0)}
                    />
                  )}
                  <IconButton
                    label={`Move ${entry.title} up`}
                    icon={<ArrowUp aria-hidden />}
                    disabled={n === 0}
                    onClick={() => move(n, n - 1)}
                  />
                  <IconButton
                    label={`Move ${entry.title} down`}
                    icon={<ArrowDown aria-hidden />}
                    disabled={n === shown.length - 1}
                    onClick={() => move(n, n + 1)}
                  />
                  <IconButton
                    label={`Remove ${entry.title}`}
                    icon={<X aria-hidden />}
                    onClick={() => {
                      const left = value.filter((id) => id !== entry.id);
                      change(left, `Add ${entry.title}`);
                    }}
                  />
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
      {others.length > 0 && (
        <div>
          <h3 className="font-sans text-sm font-medium tracking-normal">Not in the portal</h3>
          <ul className="mt-2 grid grid-cols-1 gap-1.5">
            {others.map((entry) => (
              <li
                key={entry.id}
                className="flex items-center gap-2 rounded-md border border-dashed border-edge py-1.5 pr-1.5 pl-2"
              >
                <Label entry={entry} />
                <IconButton
                  label={`Add ${entry.title}`}
                  icon={<Plus aria-hidden />}
                  onClick={() => change([...value, entry.id], `Remove ${entry.title}`)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  );
}

type LabelProps = {
  entry: Entry;
  note?: string | false;
};

function Label({ entry: { title, thumbnail, duration }, note }: LabelProps) {
  return (
    <span className="flex min-w-0 flex-1 basis-72 items-center gap-3">
      {thumbnail ? (
        <img src={thumbnail} alt="" width={64} height={36} className="h-9 w-16 shrink-0 rounded-sm object-cover" />
      ) : (
        <span className="h-9 w-16 shrink-0 rounded-sm bg-sunken" />
      )}
      <span className="min-w-0 flex-1 text-sm leading-snug">
        <span className="line-clamp-2">{title}</span>
        {note && <span className="block text-xs text-soft">{note}</span>}
      </span>
      <span className="text-xs text-soft tabular-nums max-sm:hidden">{formatDuration(duration)}</span>
    </span>
  );
}
