import { clsx } from 'clsx';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode, useSyncExternalStore } from 'react';
import { Group, Panel, Separator, type GroupImperativeHandle } from 'react-resizable-panels';
import { keepText, readText } from '../../ui/local-storage.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { PageComing, Skeleton } from '../../ui/page-placeholder.tsx';

function createQuery(text: string): () => boolean {
  const query = window.matchMedia(text);
  const subscribe = (listener: () => void): (() => void) => {
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** Whether there is room for two columns (specification: 768 px and above). */
export const useTwoColumns = createQuery('(min-width: 768px)');

/** Whether a player that stays in sight, as wide as the window, leaves room under it to read in. */
export const useRoomUnderPlayer = createQuery('(max-aspect-ratio: 1/1) and (min-height: 34rem)');

/** The panel's share of the width, in percent (specification, section 2), and what a button changes it by. */
const narrowest = 25;
const widest = 50;
const step = 5;

/**
 * Minimum panel width, up to half: a quarter of a small window is too narrow for transcript or tabs. The library
 * restores the chosen width in wider windows.
 */
const readable = '20rem';
/** From here a quarter of what the rail of icons leaves is as wide. */
const useRoomy = createQuery('(min-width: 84rem)');

/** Only what a person chose is kept here: `lectern.watch-split`, before it, had held what no one had. */
const storageKey = 'lectern.watch-panel';

type Layout = { stage: number; chapters: number };

const layoutOf = (chapters: number): Layout => ({ stage: 100 - chapters, chapters });

const within = (share: number): number => Math.min(widest, Math.max(narrowest, share));

const rememberedLayout = (): Layout => layoutOf(within(Number(readText(storageKey)) || narrowest));

const remember = (share: number): void => keepText(storageKey, share.toFixed(2));

type SplitViewProps = {
  /**
   * Whether there is room for both beside each other. Elsewhere they follow one another, as parts of the page itself.
   */
  wide: boolean;
  stage: ReactNode;
  /** Given the `MenuItem`s that make the panel wider and narrower. */
  panel: (widths: ReactNode) => ReactNode;
};

/**
 * Leaves an element without a box: what is in it stands in the page, where it sticks to the window and can be zoomed.
 */
const boxless = 'contents! touch-auto!';

/**
 * Shows the recording beside its chapters. Dragging, keys or a menu move the border, which is remembered. Narrow
 * windows change styles only, so rotating a phone loses nothing.
 */
export function SplitView({ wide, stage, panel }: SplitViewProps) {
  const group = useRef<GroupImperativeHandle | null>(null);
  const roomy = useRoomy();
  const [layout] = useState(rememberedLayout);
  const resize = (by: number): void => {
    const share = within((group.current?.getLayout().chapters ?? narrowest) + by);
    group.current?.setLayout(layoutOf(share));
    remember(share);
  };
  // A layout from a narrow window had no width to share.
  useLayoutEffect(() => {
    if (wide) group.current?.setLayout(rememberedLayout());
  }, [wide]);
  return (
    <Group
      disabled={!wide}
      groupRef={group}
      orientation="horizontal"
      className={wide ? 'h-[calc(100dvh-var(--header))]!' : clsx(boxless, '[&>[data-panel]]:contents!')}
      defaultLayout={layout}
      onLayoutChanged={({ chapters }, { isUserInteraction }) => {
        if (isUserInteraction && chapters !== undefined) remember(chapters);
      }}
    >
      <Panel id="stage" className={wide ? 'flex flex-col overflow-y-auto!' : boxless}>
        {stage}
      </Panel>
      {wide && (
        <Separator
          aria-label="Width of the chapter panel"
          className="relative w-2 before:absolute before:inset-y-0 before:left-[3.5px] before:w-px before:bg-line forced-colors:before:bg-[CanvasText] hover:before:inset-x-[3px] hover:before:w-0.5 hover:before:bg-accent focus-visible:before:inset-x-0 focus-visible:before:w-full focus-visible:before:bg-accent forced-colors:focus-visible:before:bg-[Highlight]"
        />
      )}
      <Panel
        id="chapters"
        minSize={roomy ? `${narrowest}%` : readable}
        maxSize={`${widest}%`}
        {...(wide ? {} : { className: boxless })}
      >
        {panel(
          wide && (
            <>
              <MenuItem icon={<PanelRightOpen aria-hidden />} onSelect={() => resize(step)}>
                Wider panel
              </MenuItem>
              <MenuItem icon={<PanelRightClose aria-hidden />} onSelect={() => resize(-step)}>
                Narrower panel
              </MenuItem>
            </>
          ),
        )}
      </Panel>
    </Group>
  );
}

/** The measures of the watch page before it is known what it shows. */
export function WatchSkeleton() {
  return (
    <PageComing label="Loading the video" className="grid md:grid-cols-[3fr_1fr]">
      <div className="mx-auto grid w-full max-w-5xl content-start gap-6 md:p-6">
        <Skeleton className="aspect-video w-full sm:rounded-lg" />
        <div className="grid gap-3 px-4 md:px-0">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-16 w-full" />
        </div>
      </div>
      <div className="hidden content-start gap-5 border-l border-line p-5 md:grid">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </PageComing>
  );
}

type FoldedWhereNarrowProps = { wide: boolean; title: string; children: ReactNode };

export function NarrowDisclosure({ wide, title, children }: FoldedWhereNarrowProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={wide || open} onToggle={({ currentTarget }) => !wide && setOpen(currentTarget.open)}>
      <summary hidden={wide} className="min-h-6 cursor-pointer font-medium">
        {title}
      </summary>
      {/* Where somebody is when the window becomes narrow, it stays open. */}
      <div className={wide ? undefined : 'pt-3'} onFocus={() => setOpen(true)}>
        {children}
      </div>
    </details>
  );
}
