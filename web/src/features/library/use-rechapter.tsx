import type { Video } from '@lectern/contract/videos/videos';
import { type ReactNode, useRef } from 'react';
import { attempt } from '../../session/call.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { SelectField } from '../../ui/field.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { useVideoActions } from './use-video-actions.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Chapters beside what the words suggest; undefined for just that. */
type HowMany = 'fewer' | 'more' | undefined;

const choices = [
  ['', 'As many as the words suggest'],
  ['fewer', 'Fewer'],
  ['more', 'More'],
] as const;

/** Rewrites the chapters of a video, once the person has agreed in `dialog`. */
export function useRechapter(video: Video): {
  rechapter: () => Promise<void>;
  /** Whether that is being asked for. */
  busy: boolean;
  dialog: ReactNode;
} {
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useSerialActions();
  const { rechapter } = useVideoActions(video);
  const chosen = useRef<HowMany>(undefined);
  return {
    dialog,
    busy: isDoing('rechapter'),
    rechapter: async () => {
      chosen.current = undefined;
      const agreed = await ask({
        title: 'Are you sure you want to regenerate chapter for this item?',
        detail: 'New chapters, summaries and quotes will be written. What you have edited yourself is kept.',
        choice: (
          <SelectField
            label="How many chapters"
            defaultValue=""
            onChange={({ target: { value } }) => {
              chosen.current = value === 'fewer' || value === 'more' ? value : undefined;
            }}
            options={choices}
          />
        ),
        verb: 'Regenerate',
      });
      if (!agreed) return;
      await act('rechapter', () => attempt(() => rechapter(chosen.current)));
    },
  };
}

type RechapterNoticeProps = { video: Video; /** Why. */ text: string };

/** For a video whose chapters had better be written again. */
export function RechapterNotice({ video, text }: RechapterNoticeProps) {
  const { rechapter, busy, dialog } = useRechapter(video);
  return (
    <Notice>
      <div className="-my-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60">{text}</p>
        <Button look="secondary" size="sm" busy={busy} onClick={() => void rechapter()}>
          ReChapter
        </Button>
      </div>
      {dialog}
    </Notice>
  );
}
