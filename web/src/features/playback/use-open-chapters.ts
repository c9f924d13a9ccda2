import type { Chapter } from '@lectern/contract/videos/videos';
import { startTransition, useOptimistic, useState } from 'react';

export type OpenChapters = {
  has(id: string): boolean;
  toggle(id: string): void;
  /** A person goes to a chapter. What is open can stay so until the recording is in another one. */
  pick(id: string, keepsOthers: boolean): void;
  all: boolean;
  toggleAll(): void;
};

/** Which chapters are open: the one that plays while the list follows it, and otherwise what a person has chosen. */
export function useOpenChapters(
  chapters: readonly Chapter[],
  activeId: string | undefined,
  following: boolean,
): OpenChapters {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Collapsing all says that one wants the titles only: then the recording opens no chapter either. */
  const [opensItself, setOpensItself] = useState(true);
  const [followed, setFollowed] = useState(activeId);
  const [picked, setPicked] = useState<{ id: string; kept: readonly (string | undefined)[] }>();
  const kept = picked?.id === followed ? (picked?.kept ?? []) : [];
  // The list must not change before the eyes of somebody who reads somewhere else in it.
  if (activeId !== followed && following) setFollowed(activeId);

  const has = (id: string): boolean => chosen.get(id) ?? (opensItself && (id === followed || kept.includes(id)));
  const isAllOpen = chapters.every(({ id }) => has(id));
  // Drawing all chapters takes a moment, so the button responds at once.
  const [all, setAllSoon] = useOptimistic(isAllOpen);
  return {
    has,
    toggle: (id) => setChosen(new Map(chosen).set(id, !has(id))),
    pick: (id, keepsOthers) => setPicked({ id, kept: keepsOthers ? [...kept, followed] : [] }),
    all,
    toggleAll: () =>
      startTransition(() => {
        setAllSoon(!all);
        setChosen(new Map(all ? [] : chapters.map(({ id }) => [id, true])));
        setOpensItself(!all);
      }),
  };
}

/**
 * Tells whether a row can keep its screen position while open chapters around it close. Near the list's start and end,
 * scrolling cannot compensate.
 */
export function canKeepRowPosition(pressed: Element, list: HTMLElement, ownScroll: boolean): boolean {
  const { scrollTop, scrollHeight, clientHeight } = ownScroll ? list : document.documentElement;
  let above = 0;
  let all = 0;
  for (const details of list.querySelectorAll<HTMLElement>('ol > li > [id^="chapter-"]:not([hidden])')) {
    if (details.parentElement?.contains(pressed)) continue;
    all += details.offsetHeight;
    if (details.compareDocumentPosition(pressed) & Node.DOCUMENT_POSITION_FOLLOWING) above += details.offsetHeight;
  }
  return scrollTop >= above && scrollTop - above + clientHeight <= scrollHeight - all;
}
