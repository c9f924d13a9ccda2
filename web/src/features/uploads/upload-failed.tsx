import { useMember } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { clearUpload, startUpload } from './current-upload.ts';
import type { UploadState } from './current-upload.ts';

export function UploadFailed({ upload }: { upload: UploadState }) {
  const { file, error, retryable, id, captions } = upload;
  const { id: userId } = useMember();

  const tryAgain = (): void => {
    clearUpload();
    if (file && retryable && id) void startUpload({ file, userId, captions: captions?.file });
  };

  return (
    <Card aria-labelledby="upload-failed" className="grid gap-4 p-5 sm:p-7">
      <h2 id="upload-failed" className="text-xl">
        {file?.name ?? 'The upload'} was not uploaded
      </h2>
      <Notice kind="bad">{error}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button onClick={tryAgain}>Try again</Button>
        {retryable && id && (
          <Button look="secondary" onClick={clearUpload}>
            Choose another file
          </Button>
        )}
      </div>
    </Card>
  );
}
