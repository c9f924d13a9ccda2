import type { VideoDetail } from '@lectern/contract/videos/videos';
import { chapterCount } from '@lectern/contract/rules/chapter-count';
import { formatDuration, relativeAge } from '@lectern/contract/rules/timecode';
import { History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Downloads } from '../features/exports/downloads.tsx';
import { useDashboard } from '../features/library/dashboard/use-dashboard.ts';
import { RetryButton } from '../features/library/retry-button.tsx';
import { RechapterNotice, ReindexItem, VideoMenu } from '../features/library/video-menu.tsx';
import { Presence } from '../features/playback/presence.tsx';
import { Processing } from '../features/playback/processing.tsx';
import { KeptDrafts } from '../features/playback/unsaved-drafts.tsx';
import { useRegeneration } from '../features/playback/use-regeneration.tsx';
import { useSaveVideoText } from '../features/playback/use-save-video.ts';
import { AddCaptions } from '../features/uploads/add-captions.tsx';
import { useCan } from '../session/stored-session.ts';
import { EditableText } from '../ui/editable-text.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { findRegenerateReason, isWorking } from '../ui/pipeline-progress.tsx';
import { useNow } from '../ui/use-now.ts';

/** Loaded when somebody looks back. */
const HistoryDialog = lazyPart(() => import('../features/playback/history-dialog.tsx'));

/** Whether nothing but captions brings a transcript, or nothing so soon. */
export const needsCaptions = ({ steps }: VideoDetail): boolean =>
  steps.some(({ step, state }) => step === 'transcript' && (state === 'blocked' || state === 'failed'));

type VideoHeadProps = { video: VideoDetail; trouble: string | undefined; tools: ReactNode };

/** Title, figures and tools, and what is still to be done. */
export function VideoHead({ video, trouble, tools }: VideoHeadProps) {
  const saveText = useSaveVideoText(video);
  const regeneration = useRegeneration(video);
  const working = isWorking(video);
  const can = useCan();
  const { data: dashboard } = useDashboard();
  const navigate = useNavigate();
  const [downloading, setDownloading] = useState(false);
  const [lookingBack, setLookingBack] = useState(false);
  const isShared = video.last_edit !== null;
  const now = useNow();
  const again = video.chapters_outdated
    ? 'The transcript changed. ReChapter to write chapters from it.'
    : findRegenerateReason(video);
  const figures = [
    video.sample && 'Sample',
    video.duration > 0 && formatDuration(video.duration),
    video.chapters.length > 0 && chapterCount(video.chapters.length),
    `${relativeAge(video.created_at, now)} ago`,
  ].filter(Boolean);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <div className="flex items-start justify-between gap-3">
          <EditableText
            as="h1"
            value={video.title}
            label="title"
            className="min-w-0 flex-1 text-2xl"
            onSave={saveText('title')}
          />
          <VideoMenu
            video={video}
            more={
              <>
                {isShared && (
                  <MenuItem icon={<History aria-hidden />} onSelect={() => setLookingBack(true)}>
                    History
                  </MenuItem>
                )}
                <ReindexItem video={video} />
              </>
            }
            onDownloads={() => setDownloading(true)}
            onRemoved={() => void navigate('/asset/view', { replace: true })}
          />
          <Downloads
            video={downloading ? { ...video, chapters: video.chapters.length } : undefined}
            onClose={() => setDownloading(false)}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-sm text-soft tabular-nums">{figures.join(' · ')}</p>
          <div role="group" aria-label="Tools" className="-mx-3 flex flex-wrap gap-0.5 forced-colors:mx-0">
            {tools}
            {!working && can('edit') && regeneration.tool}
          </div>
        </div>
      </div>
      {isShared && <Presence video={video} />}
      {lookingBack && <HistoryDialog video={video} onClose={() => setLookingBack(false)} />}
      <KeptDrafts video={video} />
      {trouble && <Notice kind="bad">{trouble} What you see may be out of date; Retrying …</Notice>}
      {!working && can('edit') && regeneration.notice}
      {regeneration.dialog}
      {again && !working && can('edit') && <RechapterNotice video={video} text={again} />}
      <Processing
        video={video}
        action={
          <>
            {needsCaptions(video) && <AddCaptions first passthrough={video.id} />}
            <RetryButton video={video} listens={Boolean(dashboard?.speech)} />
          </>
        }
      />
    </div>
  );
}
