import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { Notice } from '../../ui/notice.tsx';
import { emptyList } from './upload-list.ts';
import type { UploadState } from './upload-list.ts';
import { retryUpload } from './upload-queue.ts';

export function UploadFailed({ upload }: { upload: UploadState }) {
  const { file, error, retryable, id } = upload;
  const tryAgain = (): void => (retryable && id ? retryUpload(upload) : emptyList());

  return (
    <Card aria-labelledby="upload-failed" className="grid gap-4 p-5 sm:p-7">
      <h2 id="upload-failed" className="text-xl">
        {file.name} was not uploaded
      </h2>
      <Notice kind="bad">{error}</Notice>
      <div ref={leavesFocus} className="flex flex-wrap gap-3">
        <Button onClick={tryAgain}>Try again</Button>
        {retryable && id && (
          <Button look="secondary" onClick={emptyList}>
            Choose another file
          </Button>
        )}
      </div>
    </Card>
  );
}
