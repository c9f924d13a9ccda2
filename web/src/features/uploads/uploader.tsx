import type { Dashboard } from '@lectern/contract/library/dashboard';
import { problems } from '@lectern/contract/problem';
import type { ReactNode } from 'react';
import { useMember } from '../../session/stored-session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Full, PlanLinks } from './after-upload.tsx';
import { FilePicker } from './file-picker.tsx';
import type { OnShare } from './finished-upload.tsx';
import { OpenUploads } from './open-uploads.tsx';
import { UnpairedCaptions } from './unpaired-captions.tsx';
import { UploadDone } from './upload-done.tsx';
import { UploadFailed } from './upload-failed.tsx';
import { UploadListCard } from './upload-list-card.tsx';
import { useUploads } from './upload-list.ts';
import { UploadProgress } from './upload-progress.tsx';
import { addUploads } from './upload-queue.ts';
import { useCancel } from './use-cancel.tsx';
import { useChosenFiles } from './use-selected-files.ts';
import { useFreshLists } from './use-fresh-lists.ts';

type UploaderProps = {
  full: Full;
  /** For how many more videos the plan has room. */
  room: number;
  /** Bytes. */
  maxFileSize: number;
  /** How high the zone is into which files are dropped. */
  zone: string;
  onShare: OnShare;
} & Pick<Dashboard, 'speech'>;

/** Recordings from choosing their files to the links to their videos, one after another. */
export function Uploader({ full, room, maxFileSize, speech, zone, onShare }: UploaderProps) {
  const list = useUploads();
  const { uploads, several, unpaired, notes } = list;
  const { id: userId, membership_expired } = useMember();
  const { take, captions, removeCaptions, error } = useChosenFiles({
    room: { videos: full ? 0 : room, full: full ?? 'plan_maximum' },
    maxFileSize,
    open: uploads.length > 0 || (!membership_expired && !full),
  });
  useFreshLists(uploads);
  // Here, as its question outlives what was pressed: that may be done before it is answered.
  const { cancel, dialog } = useCancel();

  const [only] = uploads;
  if (only)
    return (
      <>
        <Notes notes={notes} />
        <UnpairedCaptions uploads={uploads} unpaired={unpaired} />
        {several ? (
          <UploadListCard
            list={list}
            full={full}
            onFiles={(files) => void take(files)}
            onCancel={cancel}
            onShare={onShare}
          />
        ) : only.phase === 'done' ? (
          <UploadDone upload={only} full={full} onShare={onShare} />
        ) : only.phase === 'failed' ? (
          <UploadFailed upload={only} />
        ) : (
          <UploadProgress upload={only} onCancel={() => cancel(only)} />
        )}
        {dialog}
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
          <div className="mt-3">
            <PlanLinks />
          </div>
        </Notice>
        <OpenUploads lacking={full === 'plan_maximum' ? 'place' : undefined} />
      </>
    );
  return (
    <>
      <FilePicker
        className={zone}
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

/** Lists chosen files that are not in the list. */
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
