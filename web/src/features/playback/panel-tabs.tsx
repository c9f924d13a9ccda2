import { clsx } from 'clsx';
import type { KeyboardEvent, ReactNode } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { lastStartedIndex } from './last-started-index.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuSeparator } from '../../ui/menu.tsx';

const allTabs = ['chapters', 'transcript', 'quotes', 'slides'] as const;
export type Tab = (typeof allTabs)[number];

export const tabNames: Readonly<Record<Tab, string>> = {
  chapters: 'Chapters',
  transcript: 'Transcript',
  quotes: 'Quotes',
  slides: 'Slides',
};

/** Ties the tabs to what they show. */
export const panelId = 'watch-panel';
export const tabId = (tab: Tab): string => `watch-tab-${tab}`;

type PanelTabsProps = {
  tab: Tab;
  onTab: (next: Tab) => void;
  slides: boolean;
};

export function PanelTabs({ tab, onTab, slides }: PanelTabsProps) {
  const tabs = allTabs.filter((each) => slides || each !== 'slides');
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const at = tabs.indexOf(tab);
    const next = {
      ArrowRight: tabs[(at + 1) % tabs.length],
      ArrowLeft: tabs[(at - 1 + tabs.length) % tabs.length],
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    onTab(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label="Chapters and transcript"
      // Where they do not fit, as with large letters, they scroll: nothing beside them covers them.
      className="-mb-px flex min-w-0 overflow-x-auto [scrollbar-width:none] forced-colors:mb-0"
    >
      {tabs.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={tabId(each)}
          aria-selected={tab === each}
          aria-controls={panelId}
          tabIndex={tab === each ? 0 : -1}
          onClick={() => onTab(each)}
          onKeyDown={onKeyDown}
          className={clsx(
            'min-h-11 shrink-0 border-b-2 text-sm font-medium focus-visible:-outline-offset-2',
            // Four of them and the menu fit the panel at its narrowest.
            slides ? 'px-1.5 @sm:px-2.5' : 'px-2.5',
            tab === each
              ? 'border-accent text-ink forced-colors:border-[Highlight]'
              : 'border-transparent text-soft hover:text-ink forced-colors:border-[Canvas]',
          )}
        >
          {tabNames[each]}
        </button>
      ))}
    </div>
  );
}

/**
 * The last of some elements that begins at a time or before it, by the seconds in an attribute; the first before any.
 */
function elementAt(list: HTMLElement, attribute: string, seconds: number): Element | null {
  const elements = list.querySelectorAll(`[${attribute}]`);
  return (
    elements[lastStartedIndex(elements.length, (n) => Number(elements[n]!.getAttribute(attribute)), seconds)] ?? null
  );
}

/** Finds each tab's element for a time: the chapter, cue, quote or slide that plays or came last before it. */
export const findCurrentElement: Readonly<Record<Tab, (list: HTMLElement, seconds: number) => Element | null>> = {
  chapters: (list) => list.querySelector('[data-current-chapter]'),
  transcript: (list, seconds) => elementAt(list, 'data-line-from', seconds),
  quotes: (list, seconds) => elementAt(list, 'data-quote', seconds),
  slides: (list, seconds) => elementAt(list, 'data-slide', seconds),
};

/** The menu beside the tabs of the panel: entries for its prompts, and for its width. Nothing where it has neither. */
export function PanelSettings({ prompts, widths }: { prompts: ReactNode; widths: ReactNode }) {
  if (!prompts && !widths) return null;
  return (
    <Menu
      label="Panel settings"
      trigger={<IconButton label="Panel settings" icon={<SlidersHorizontal aria-hidden />} />}
    >
      {prompts}
      {prompts && widths && <MenuSeparator />}
      {widths}
    </Menu>
  );
}
