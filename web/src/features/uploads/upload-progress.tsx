import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { leavesFocus } from '../../ui/focus-place.ts';
import { AddCaptions } from './add-captions.tsx';
import { CaptionsNote } from './captions-note.tsx';
import { PauseButton } from './pause-button.tsx';
import { UploadHead } from './upload-head.tsx';
import type { UploadState } from './upload-list.ts';
import { UploadStanding } from './upload-standing.tsx';

/** A recording that is sent alone. */
export function UploadProgress({ upload, onCancel }: { upload: UploadState; onCancel: () => void }) {
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
