import { hasFinishedRequiredSteps } from '@lectern/contract/rules/pipeline';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { AudioLines, CircleCheck, Clapperboard, Share2 } from 'lucide-react';
import { problems } from '@lectern/contract/problem';
import { type ReactNode, useEffect } from 'react';
import { CallError } from '@lectern/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { PipelineProgress, isWorking } from '../../ui/pipeline-progress.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './upload-standing.tsx';
import { titleFromName } from '@lectern/contract/rules/title-from-name';
import { type UploadState, emptyList } from './upload-list.ts';
import { leavesFocus } from '../../ui/focus-place.ts';
import { call, failureText } from '../../session/call.ts';

export type OnShare = (video: VideoDetail) => void;

type FinishedUploadProps = {
  upload: Pick<UploadState, 'id' | 'captions'> & { file: { name: string } };
  video: VideoDetail | undefined;
  onShare: OnShare;
};

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

/** The limit of the plan that is reached, if any. */
export type Full = 'plan_maximum' | 'plan_minutes' | undefined;

/** Offers another upload where the plan has room, else the options of a full plan. */
export function AfterUpload({ full, close }: { full: Full; close: string }) {
  if (full)
    return (
      <div ref={leavesFocus} className="grid gap-3">
        <p className="text-sm text-soft">{problems[full].text}</p>
        <PlanLinks>
          <Button size="sm" look="secondary" onClick={emptyList}>
            {close}
          </Button>
        </PlanLinks>
      </div>
    );
  return (
    <div ref={leavesFocus} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button look="secondary" onClick={emptyList}>
        Upload another video
      </Button>
      <RefreshNote />
    </div>
  );
}

export const PlanLinks = ({ children }: { children?: ReactNode }) => (
  <p className="flex flex-wrap gap-3">
    <ButtonLink to="/asset/view" look="secondary" size="sm">
      Go to your videos
    </ButtonLink>
    <ButtonLink to="/asset/plan" look="secondary" size="sm">
      See the plans
    </ButtonLink>
    {children}
  </p>
);

export const RefreshNote = () => (
  <p className="text-sm text-soft">Refresh the browser after a few minutes to upload a new video.</p>
);

/** A recording that turned out to be unusable is gone; a server that stumbles is asked again. */
const isRefused = (error: Error | null): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500;

const isInspected = ({ steps }: VideoDetail): boolean =>
  steps.some(({ step, state }) => step === 'inspect' && (state === 'done' || state === 'failed'));

/**
 * Follows a recording after its last byte: returns its video, or the reason it could not be used. `interval` is in
 * milliseconds.
 */
export function useUploadFinished(id: string, interval: number): { video?: VideoDetail | undefined; refusal?: string } {
  const { data: video, error } = useQuery({
    queryKey: ['processing', id],
    queryFn: async ({ signal }) => (await call(videoRoutes.asset, { uploadId: id }, { signal })).data,
    refetchInterval: ({ state }) =>
      isRefused(state.error) || (state.data && !isWorking(state.data)) ? false : interval,
  });

  // Not before: the count of videos would go up for a recording that is refused a second later, and down again.
  const isKnown = isRefused(error) || (video !== undefined && isInspected(video));
  const queries = useQueryClient();
  useEffect(() => {
    if (isKnown) void queries.invalidateQueries({ queryKey: ['dashboard'] });
  }, [isKnown, queries]);
  return isRefused(error) ? { refusal: failureText(error) } : { video };
}
