import type { Dashboard } from '@lectern/contract/library/dashboard';
import { problems } from '@lectern/contract/problem';
import type { ReactNode } from 'react';
import { CircleCheck } from 'lucide-react';
import { useMember } from '../../session/stored-session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  type Full,
  PlanLinks,
  AfterUpload,
  type OnShare,
  FinishedUpload,
  useUploadFinished,
} from './finished-upload.tsx';
import { FilePicker } from './file-picker.tsx';
import { OpenUploads } from './open-uploads.tsx';
import { UnpairedCaptions } from './unpaired-captions.tsx';
import { UploadListCard } from './upload-list-card.tsx';
import { useUploads, emptyList, type UploadState, uploadWith, useFreshLists } from './upload-list.ts';
import { addUploads, retryUpload, cancelUpload } from './upload-queue.ts';
import { useChosenFiles } from './use-selected-files.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote, UploadStanding } from './upload-standing.tsx';
import { PauseButton, UploadHead } from './upload-head.tsx';
import { attempt } from '../../session/call.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.tsx';

/** Most recordings are files of this machine. */
const FromAddress = lazyPart(() => import('./from-address.tsx'));

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
      <FromAddress fallback={<div className="mt-5 h-24" />} />
      <OpenUploads onChosen={(file, known) => addUploads([{ file, known }], userId)} />
    </>
  );
}

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

function UploadFailed({ upload }: { upload: UploadState }) {
  const { file, error, retryable, id } = upload;
  const tryAgain = (): void => (retryable && id ? retryUpload(upload) : emptyList());

  return (
    <Card
      id="upload-failed"
      heading={`${file.name} was not uploaded`}
      headingClassName="text-xl"
      className="grid gap-4 p-5 sm:p-7"
    >
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

/** Milliseconds (specification section 9). */
const pollingInterval = 1_000;

type UploadDoneProps = { upload: UploadState; full: Full; onShare: OnShare };

/** After the last byte: how far the pipeline is, and the way to the video. */
function UploadDone({ upload, full, onShare }: UploadDoneProps) {
  const { video, refusal } = useUploadFinished(upload.id ?? '', pollingInterval);

  if (refusal)
    return (
      <Card
        id="upload-refused"
        heading={`${upload.file.name} could not be used`}
        headingClassName="text-xl"
        className="grid gap-4 p-5 sm:p-7"
      >
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

function UploadProgress({ upload, onCancel }: { upload: UploadState; onCancel: () => void }) {
  const { file, sent, id } = upload;
  return (
    <Card aria-labelledby="upload-name" className="grid gap-4 p-5 sm:p-7">
      <UploadHead
        id="upload-name"
        title={file.name}
        progress={{ label: 'Upload progress', sent, total: file.size, running: upload }}
      />
      <UploadStanding {...upload} />
      <CaptionsNote captions={upload.captions} />
      <div ref={leavesFocus} className="flex flex-wrap gap-3">
        <PauseButton upload={upload} />
        {id && upload.isWatchable && (
          <ButtonLink look="secondary" to={`/asset/${id}`}>
            Watch meanwhile
          </ButtonLink>
        )}
        <Button look="quiet" onClick={onCancel}>
          Cancel upload
        </Button>
        <span className="ms-auto flex flex-wrap justify-end gap-2">
          {id && upload.captions?.phase !== 'added' && <AddCaptions passthrough={id} />}
        </span>
      </div>
    </Card>
  );
}

/** Asks whether an upload that is being sent is to be given up, and gives it up. */
function useCancel(): { cancel: (upload: UploadState) => void; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const cancel = async (upload: UploadState): Promise<void> => {
    const agreed = await ask({
      title: 'Cancel this upload?',
      detail: `What has been sent of “${upload.file.name}” will be deleted.`,
      verb: 'Cancel upload',
      refusal: 'Keep uploading',
      danger: true,
    });
    if (!agreed) return;
    if (uploadWith(upload.key)?.phase === 'done')
      return void toast.info(`“${upload.file.name}” had arrived before. You find it in your library.`);
    await attempt(() => cancelUpload(upload));
  };
  return { cancel: (upload) => void cancel(upload), dialog };
}
