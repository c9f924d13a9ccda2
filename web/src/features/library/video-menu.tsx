import type { Video } from '@lectern/contract/videos/videos';
import {
  Captions,
  ChartNoAxesColumn,
  Download,
  EllipsisVertical,
  Files,
  ListRestart,
  LoaderCircle,
  Trash2,
  SearchCheck,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';
import { attempt } from '../../session/call.ts';
import { Allowed } from '../../session/stored-session.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { chunk } from '../../ui/lazy-part.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useSerialActions } from '../../ui/use-serial-actions.ts';
import { WritingCost } from './writing-cost.tsx';
import { useVideoActions } from './use-video-actions.ts';
import { SelectField } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Loaded when the first thing is downloaded: the list of videos itself comes without it. */
const downloads = () => chunk(() => import('./downloads.ts'));

type VideoMenuProps = {
  video: Video;
  more?: ReactNode;
  onDownloads: () => void;
  onRemoved?: () => void;
};

export function VideoMenu({ video, more, onDownloads, onRemoved }: VideoMenuProps) {
  const { ask, dialog } = useConfirm();
  const navigate = useNavigate();
  const { remove } = useVideoActions(video);
  const { rechapter, busy: rechaptering, dialog: rechapterDialog } = useRechapter(video);
  const { act, isDoing } = useSerialActions();
  const deleting = isDoing('delete');

  const askToDelete = async (): Promise<void> => {
    const agreed = await ask({
      title: 'Are you sure you want to delete this item?',
      detail: `“${video.title}”, its chapters, transcript and clips will be permanently deleted.`,
      verb: 'Delete',
      danger: true,
    });
    if (agreed) await act('delete', () => attempt(() => remove(onRemoved)));
  };

  return (
    <>
      <Menu
        label="Video actions"
        trigger={
          <IconButton
            label="Video actions"
            icon={
              rechaptering || deleting ? (
                <LoaderCircle aria-hidden className="animate-spin" />
              ) : (
                <EllipsisVertical aria-hidden />
              )
            }
            className="-me-2 -mt-1"
          />
        }
      >
        <Allowed right="edit">
          <MenuItem icon={<ListRestart aria-hidden />} disabled={rechaptering} onSelect={() => void rechapter()}>
            ReChapter
          </MenuItem>
        </Allowed>
        <Allowed right="download">
          <MenuItem
            icon={<Download aria-hidden />}
            onSelect={() => void attempt(async () => (await downloads()).openVideoDownload(video))}
          >
            Download Video
          </MenuItem>
        </Allowed>
        <MenuItem
          icon={<Captions aria-hidden />}
          onSelect={() => void attempt(async () => (await downloads()).downloadTranscript(video))}
        >
          Download Transcript
        </MenuItem>
        <MenuItem icon={<Files aria-hidden />} onSelect={onDownloads}>
          More Downloads
        </MenuItem>
        <Allowed right="publish">
          <MenuItem
            icon={<ChartNoAxesColumn aria-hidden />}
            onSelect={() => void navigate(`/asset/statistics?video=${video.id}`)}
          >
            Statistics
          </MenuItem>
        </Allowed>
        <Allowed right="edit">{more}</Allowed>
        <Allowed right="delete" madeBy={video.created_by}>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger disabled={deleting} onSelect={() => void askToDelete()}>
            Delete
          </MenuItem>
        </Allowed>
      </Menu>
      {dialog}
      {rechapterDialog}
    </>
  );
}

export function ReindexItem({ video }: { video: Video }) {
  const { uploadOmnisearch } = useVideoActions(video);
  const run = (): Promise<void> => attempt(() => uploadOmnisearch());
  return (
    <MenuItem icon={<SearchCheck aria-hidden />} onSelect={() => void run()}>
      Add to the library search again
    </MenuItem>
  );
}

/** Chapters beside what the words suggest; undefined for just that. */
type HowMany = 'fewer' | 'more' | undefined;

const choices = [
  ['', 'As many as the words suggest'],
  ['fewer', 'Fewer'],
  ['more', 'More'],
] as const;

/** Rewrites the chapters of a video, once the person has agreed in `dialog`. */
function useRechapter(video: Video): {
  rechapter: () => Promise<void>;
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
        detail: (
          <>
            New chapters, summaries and quotes will be written. What you have edited yourself is kept.
            <WritingCost video={video} />
          </>
        ),
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
        <Allowed right="edit">
          <Button look="secondary" size="sm" busy={busy} onClick={() => void rechapter()}>
            ReChapter
          </Button>
        </Allowed>
      </div>
      {dialog}
    </Notice>
  );
}
