import { useEffect, useRef } from 'react';
import { keepText, readText } from '../ui/local-storage.ts';
import { createStore } from '../ui/store.ts';

/** Actions by `KeyboardEvent.key`; an action returns false when it does nothing this time. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void | false>>;

const typing =
  'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]';
const pressable = 'a, button, summary, input';
const movable = '[role=slider], [role=separator], [role=tablist], input[type=range]';

/** Keys that an element with focus has a use of its own for. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest(typing)) return true;
  if (key === ' ' && target.closest(pressable)) return true;
  return key.startsWith('Arrow') && target.closest(movable) !== null;
}

const storageKey = 'lectern.shortcuts';
const allowed = createStore(readText(storageKey) !== 'off');

/** Whether single keys act: people who speak to their computer switch them off (WCAG 2.1.4). */
export const useShortcutsAllowed = allowed.use;

export function allowShortcuts(next: boolean): void {
  allowed.set(next);
  keepText(storageKey, next ? 'on' : 'off');
}

/** The key as shortcuts name it: on layouts that write no Latin letters, the letter or digit of the same place. */
export function nameOfKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length !== 1 || /[ -~]/.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  return /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).join('').toLowerCase() ?? key;
}

/** Single keys anywhere on the page, except where a person types or the element with focus needs them. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!allowed.get() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event))
        return;
      const act = latest.current[nameOfKey(event)];
      if (act && act(event) !== false) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
