import type { Dashboard } from '@lectern/contract/dashboard';
import { problems } from '@lectern/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMember } from '../../session/stored-session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { startUpload, useUpload } from './current-upload.ts';
import { forgetFiles } from './dropped-files.ts';
import { FilePicker } from './file-picker.tsx';
import { OpenUploads } from './open-uploads.tsx';
import { UploadDone } from './upload-done.tsx';
import { UploadFailed } from './upload-failed.tsx';
import { UploadProgress } from './upload-progress.tsx';

type UploaderProps = {
  /** What the plan has no room for. */
  full: 'plan_maximum' | 'plan_minutes' | undefined;
  /** Bytes. */
  maxFileSize: number;
} & Pick<Dashboard, 'speech'>;

/** One recording at a time, from choosing the file to the link to its video. */
export function Uploader({ full, maxFileSize, speech }: UploaderProps) {
  const upload = useUpload();
  const { id: userId, membership_expired } = useMember();
  const client = useQueryClient();
  const done = upload.phase === 'done';
  const picking = upload.phase === 'idle' && !membership_expired && !full;
  useEffect(() => {
    if (!picking) forgetFiles();
  }, [picking]);
  useEffect(() => {
    if (!done) return;
    for (const queryKey of [['videos'], ['open-uploads']]) void client.invalidateQueries({ queryKey });
  }, [done, client]);

  if (done) return <UploadDone upload={upload} hasRoom={!full} />;
  if (upload.phase === 'failed') return <UploadFailed upload={upload} />;
  if (upload.phase !== 'idle') return <UploadProgress upload={upload} />;
  if (membership_expired)
    return (
      <Notice>
        <p className="font-medium">{problems.membership_expired.text}</p>
        <p className="mt-3">
          <ButtonLink to="/asset/plan" size="sm">
            See the plans
          </ButtonLink>
        </p>
      </Notice>
    );
  if (full)
    return (
      <>
        <Notice>
          <p className="font-medium">{problems[full].text}</p>
          <p className="mt-3 flex flex-wrap gap-3">
            <ButtonLink to="/asset/view" look="secondary" size="sm">
              Go to your videos
            </ButtonLink>
            <ButtonLink to="/asset/plan" look="secondary" size="sm">
              See the plans
            </ButtonLink>
          </p>
        </Notice>
        <OpenUploads />
      </>
    );
  return (
    <>
      <FilePicker
        speech={speech}
        maxFileSize={maxFileSize}
        onChosen={(file, captions) => void startUpload({ file, userId, captions })}
      />
      <OpenUploads onChosen={(file, known) => void startUpload({ file, userId, known })} />
    </>
  );
}
