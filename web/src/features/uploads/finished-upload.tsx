import { hasFinishedRequiredSteps } from '@lectern/contract/rules/pipeline';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { AudioLines, CircleCheck, Clapperboard, Share2 } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { PipelineProgress, isWorking } from '../../ui/pipeline-progress.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './captions-note.tsx';
import { titleFromName } from './file-facts.ts';
import type { UploadState } from './upload-list.ts';

/** Opens what makes a link to a video. */
export type OnShare = (video: VideoDetail) => void;

type FinishedUploadProps = { upload: UploadState; video: VideoDetail | undefined; onShare: OnShare };

/**
 * A recording that has arrived, as the library will show it: its picture and its title, and what one does with it next.
 */
export function FinishedUpload({ upload, video, onShare }: FinishedUploadProps) {
  const { id = '', file, captions } = upload;
  const title = video?.title || file.name;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <Picture video={video} />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5 text-sm">
        <h3 className="font-sans text-base font-medium break-words">{title}</h3>
        {title !== file.name && title !== titleFromName(file.name) && (
          <p className="break-all text-soft">{file.name}</p>
        )}
        <Work video={video} />
        <CaptionsNote captions={captions} />
      </div>
      <div className="ms-auto flex shrink-0 gap-2">
        {video?.playable && (
          <Button size="sm" look="secondary" aria-label={`Share ${title}`} onClick={() => onShare(video)}>
            <Share2 aria-hidden />
            Share
          </Button>
        )}
        <ButtonLink size="sm" to={`/asset/${id}`} aria-label={`Open ${title}`}>
          Open
        </ButtonLink>
      </div>
    </div>
  );
}

function Picture({ video }: Pick<FinishedUploadProps, 'video'>) {
  const Icon = video?.kind === 'audio' ? AudioLines : Clapperboard;
  return (
    <div className="relative aspect-video w-28 shrink-0 overflow-hidden rounded-sm bg-sunken sm:w-36">
      {video?.thumbnail ? (
        <img src={video.thumbnail} alt="" width={640} height={360} className="size-full object-cover" />
      ) : (
        <span className="grid size-full place-items-center text-edge">
          <Icon aria-hidden className="size-7" strokeWidth={1.25} />
        </span>
      )}
    </div>
  );
}

/** How far the work on a recording is that has arrived. */
function Work({ video }: Pick<FinishedUploadProps, 'video'>) {
  if (!video) return <p className="text-soft">Uploaded</p>;
  if (!hasFinishedRequiredSteps(video.steps) && !isWorking(video))
    return <PipelineProgress video={video} action={<AddCaptions passthrough={video.id} />} />;
  return (
    <p className="flex items-center gap-1.5 text-soft tabular-nums">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
      {hasFinishedRequiredSteps(video.steps)
        ? `Uploaded · ${video.description ? 'The chapters are ready.' : 'The video is ready.'}`
        : `Uploaded · being processed: ${Math.round(video.progress * 100)}%`}
    </p>
  );
}
