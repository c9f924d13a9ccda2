import type { Dashboard } from '@lectern/contract/dashboard';
import { problems } from '@lectern/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useMember } from '../../session/stored-session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FilePicker } from './file-picker.tsx';
import { OpenUploads } from './open-uploads.tsx';
import { UnpairedCaptions } from './unpaired-captions.tsx';
import { UploadDone } from './upload-done.tsx';
import { UploadFailed } from './upload-failed.tsx';
import { UploadListCard } from './upload-list-card.tsx';
import { useUploads } from './upload-list.ts';
import { UploadProgress } from './upload-progress.tsx';
import { addUploads } from './upload-queue.ts';
import { useChosenFiles } from './use-chosen-files.ts';

type UploaderProps = {
  /** What the plan has no room for. */
  full: 'plan_maximum' | 'plan_minutes' | undefined;
  /** For how many more videos the plan has room. */
  room: number;
  /** Bytes. */
  maxFileSize: number;
} & Pick<Dashboard, 'speech'>;

/** Recordings from choosing their files to the links to their videos, one after another. */
export function Uploader({ full, room, maxFileSize, speech }: UploaderProps) {
  const list = useUploads();
  const { uploads, several, unpaired, notes } = list;
  const { id: userId, membership_expired } = useMember();
  const { take, captions, removeCaptions, error } = useChosenFiles({
    room: { videos: full ? 0 : room, full: full ?? 'plan_maximum' },
    maxFileSize,
    open: uploads.length > 0 || (!membership_expired && !full),
  });
  const client = useQueryClient();
  const done = uploads.filter(({ phase }) => phase === 'done').length;
  useEffect(() => {
    if (done === 0) return;
    for (const queryKey of [['videos'], ['open-uploads']]) void client.invalidateQueries({ queryKey });
  }, [done, client]);

  const [only] = uploads;
  if (only)
    return (
      <>
        <Notes notes={notes} />
        <UnpairedCaptions uploads={uploads} unpaired={unpaired} />
        {several ? (
          <UploadListCard list={list} hasRoom={!full} onFiles={(files) => void take(files)} />
        ) : only.phase === 'done' ? (
          <UploadDone upload={only} hasRoom={!full} />
        ) : only.phase === 'failed' ? (
          <UploadFailed upload={only} />
        ) : (
          <UploadProgress upload={only} />
        )}
      </>
    );
  if (membership_expired)
    return (
      <>
        <Notice>
          <p className="font-medium">{problems.membership_expired.text}</p>
          <p className="mt-3">
            <ButtonLink to="/asset/plan" size="sm">
              See the plans
            </ButtonLink>
          </p>
        </Notice>
        <OpenUploads lacking="membership" />
      </>
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
        <OpenUploads lacking={full === 'plan_maximum' ? 'place' : undefined} />
      </>
    );
  return (
    <>
      <FilePicker
        speech={speech}
        maxFileSize={maxFileSize}
        captions={captions}
        error={error}
        onFiles={(files) => void take(files)}
        onRemoveCaptions={removeCaptions}
      />
      <OpenUploads onChosen={(file, known) => addUploads([{ file, known }], userId)} />
    </>
  );
}

/** What of the chosen files is not in the list. */
function Notes({ notes }: { notes: readonly string[] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    <Notice className="mb-5">
      <ul className="grid gap-1 break-words">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}
