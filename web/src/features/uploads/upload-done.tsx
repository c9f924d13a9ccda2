import { CircleCheck } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import { AfterUpload, type Full } from './after-upload.tsx';
import { FinishedUpload, type OnShare } from './finished-upload.tsx';
import { emptyList } from './upload-list.ts';
import type { UploadState } from './upload-list.ts';
import { useUploadFinished } from './use-upload-finished.ts';

/** Milliseconds (specification section 9). */
const pollingInterval = 1_000;

type UploadDoneProps = { upload: UploadState; full: Full; onShare: OnShare };

/** After the last byte: how far the pipeline is, and the way to the video. */
export function UploadDone({ upload, full, onShare }: UploadDoneProps) {
  const { video, refusal } = useUploadFinished(upload.id ?? '', pollingInterval);

  if (refusal)
    return (
      <Card aria-labelledby="upload-refused" className="grid gap-4 p-5 sm:p-7">
        <h2 id="upload-refused" className="text-xl">
          {upload.file.name} could not be used
        </h2>
        <Notice kind="bad">{refusal}</Notice>
        <div ref={leavesFocus}>
          <Button onClick={emptyList}>Choose another file</Button>
        </div>
      </Card>
    );
  return (
    <Card aria-labelledby="upload-done" className="grid gap-5 p-5 sm:p-7">
      <div role="status" className="flex items-center gap-3">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-accent" />
        <h2 id="upload-done" className="text-xl">
          Upload complete!
        </h2>
      </div>
      <div className="border-y border-line py-4">
        <FinishedUpload upload={upload} video={video} onShare={onShare} />
      </div>
      <AfterUpload full={full} close="Close" />
    </Card>
  );
}
