import { isSettled } from '@lectern/contract/rules/pipeline';
import type { VideoAsset } from '@lectern/contract/videos';
import { CircleCheck } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PipelineProgress } from '../../ui/pipeline-progress.tsx';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './captions-note.tsx';
import { emptyList } from './upload-list.ts';
import type { UploadState } from './upload-list.ts';
import { useArrived } from './use-arrived.ts';

/** Milliseconds (specification section 9). */
const pollingInterval = 1_000;

type UploadDoneProps = { upload: UploadState; hasRoom: boolean };

/** After the last byte: how far the pipeline is, and the way to the video. */
export function UploadDone({ upload, hasRoom }: UploadDoneProps) {
  const id = upload.id ?? '';
  const { video, refusal } = useArrived(id, pollingInterval);

  if (refusal)
    return (
      <Card aria-labelledby="upload-refused" className="grid gap-4 p-5 sm:p-7">
        <h2 id="upload-refused" className="text-xl">
          {upload.file.name} could not be used
        </h2>
        <Notice kind="bad">{refusal}</Notice>
        <div>
          <Button onClick={emptyList}>Choose another file</Button>
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
          <p className="text-soft">{upload.file.name}</p>
        </div>
      </div>
      <CaptionsNote captions={upload.captions} />
      {video && <Processing video={video} />}
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink to={`/asset/${id}`}>{video?.playable ? 'Watch the video' : 'Open the video'}</ButtonLink>
        {hasRoom && (
          <Button look="secondary" onClick={emptyList}>
            Upload another video
          </Button>
        )}
      </div>
      <p className="text-sm text-soft">Refresh the browser after a few minutes to upload a new video.</p>
    </Card>
  );
}

export const readyText = ({ description }: VideoAsset): string =>
  description ? 'The chapters are ready.' : 'The video is ready.';

function Processing({ video }: { video: VideoAsset }) {
  if (isSettled(video.steps)) return <p>{readyText(video)}</p>;
  return <PipelineProgress video={video} action={<AddCaptions passthrough={video.id} />} />;
}
