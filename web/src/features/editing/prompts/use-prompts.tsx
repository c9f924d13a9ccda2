import type { Chapter, VideoDetail } from '@lectern/contract/videos/videos';
import { MessageCircleQuestion, Quote, Settings2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PlayerClock } from '../../../player/clock.ts';
import { Allowed } from '../../../session/stored-session.ts';
import { MenuItem } from '../../../ui/menu.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const SettingsDialog = lazyPart(() => import('./settings-dialogs.tsx'));
const ChapterPromptDialog = lazyPart(() => import('./chapter-prompt-dialog.tsx'));
const SearchDialog = lazyPart(() => import('./search-dialog.tsx'));

type Opened =
  | { dialog: 'quotes' | 'search' }
  | { dialog: 'chapter'; chapter: Chapter }
  | { dialog: 'ask'; chapter: Chapter | undefined };

/**
 * Prompts and questions on the page of a video: what asks, `MenuItem`s for the settings of prompts and for each
 * chapter, and their dialogs.
 */
export function usePrompts(video: VideoDetail, clock: PlayerClock) {
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);

  const ask = (): void => setOpened({ dialog: 'ask', chapter: undefined });
  const settings: ReactNode = (
    <>
      <MenuItem icon={<Quote aria-hidden />} onSelect={() => setOpened({ dialog: 'quotes' })}>
        Prompt for quotes
      </MenuItem>
      <MenuItem icon={<Settings2 aria-hidden />} onSelect={() => setOpened({ dialog: 'search' })}>
        Base search prompt
      </MenuItem>
    </>
  );
  const entries = (chapter: Chapter): ReactNode => (
    <>
      <Allowed right="edit">
        <MenuItem icon={<Quote aria-hidden />} onSelect={() => setOpened({ dialog: 'chapter', chapter })}>
          Custom prompt
        </MenuItem>
      </Allowed>
      <Allowed right="ask">
        <MenuItem icon={<MessageCircleQuestion aria-hidden />} onSelect={() => setOpened({ dialog: 'ask', chapter })}>
          Ask this chapter
        </MenuItem>
      </Allowed>
    </>
  );
  const dialog: ReactNode =
    opened &&
    (opened.dialog === 'ask' ? (
      <SearchDialog video={video} chapter={opened.chapter} clock={clock} onClose={close} />
    ) : opened.dialog === 'chapter' ? (
      <ChapterPromptDialog video={video} chapter={opened.chapter} onClose={close} />
    ) : (
      <SettingsDialog which={opened.dialog} onClose={close} />
    ));
  return { ask, settings, entries, dialog };
}
