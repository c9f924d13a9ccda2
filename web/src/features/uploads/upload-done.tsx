import { isSettled } from '@lectern/contract/rules/pipeline';
import { videoRoutes } from '@lectern/contract/videos';
import type { VideoAsset } from '@lectern/contract/videos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { CallError } from '@lectern/contract/client';
import { call, failureText } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PipelineProgress, isWorking } from '../../ui/pipeline-progress.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './captions-note.tsx';
import { clearUpload } from './current-upload.ts';
import type { UploadState } from './current-upload.ts';

/** Milliseconds (specification section 9). */
const pollingInterval = 1_000;

/** A recording that turned out to be unusable is gone; a server that stumbles is asked again. */
const isRefused = (error: Error | null): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500;

const isInspected = ({ steps }: VideoAsset): boolean =>
  steps.some(({ step, state }) => step === 'inspect' && (state === 'done' || state === 'failed'));

type UploadDoneProps = { upload: UploadState; hasRoom: boolean };

/** After the last byte: how far the pipeline is, and the way to the video. */
export function UploadDone({ upload, hasRoom }: UploadDoneProps) {
  const id = upload.id ?? '';
  const { data: video, error } = useQuery({
    queryKey: ['processing', id],
    queryFn: async ({ signal }) => (await call(videoRoutes.asset, { uploadId: id }, { signal })).data,
    refetchInterval: ({ state }) =>
      isRefused(state.error) || (state.data && !isWorking(state.data)) ? false : pollingInterval,
  });

  // Not before: the count of videos would go up for a recording that is refused a second later, and down again.
  const isKnown = isRefused(error) || (video !== undefined && isInspected(video));
  const queries = useQueryClient();
  useEffect(() => {
    if (isKnown) void queries.invalidateQueries({ queryKey: ['dashboard'] });
  }, [isKnown, queries]);

  if (isRefused(error))
    return (
      <Card aria-labelledby="upload-refused" className="grid gap-4 p-5 sm:p-7">
        <h2 id="upload-refused" className="text-xl">
          {upload.file?.name ?? 'The recording'} could not be used
        </h2>
        <Notice kind="bad">{failureText(error)}</Notice>
        <div>
          <Button onClick={clearUpload}>Choose another file</Button>
        </div>
      </Card>
    );
  return (
    <Card aria-labelledby="upload-done" className="grid gap-5 p-5 sm:p-7">
      <div role="status" className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-1 size-6 shrink-0 text-accent" />
        <div className="min-w-0">
          <h2 id="upload-done" className="text-xl">
            Upload complete!
          </h2>
          <p className="text-soft">{upload.file?.name}</p>
        </div>
      </div>
      <CaptionsNote captions={upload.captions} />
      {video && <Processing video={video} />}
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink to={`/asset/${id}`}>{video?.playable ? 'Watch the video' : 'Open the video'}</ButtonLink>
        {hasRoom && (
          <Button look="secondary" onClick={clearUpload}>
            Upload another video
          </Button>
        )}
      </div>
      <p className="text-sm text-soft">Refresh the browser after a few minutes to upload a new video.</p>
    </Card>
  );
}

function Processing({ video }: { video: VideoAsset }) {
  if (isSettled(video.steps)) return <p>{video.description ? 'The chapters are ready.' : 'The video is ready.'}</p>;
  return <PipelineProgress video={video} action={<AddCaptions passthrough={video.id} />} />;
}
