import type { ReactNode } from 'react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.tsx';
import { type UploadState, uploadWith } from './upload-list.ts';
import { cancelUpload } from './upload-queue.ts';

/** Asks whether an upload that is being sent is to be given up, and gives it up. */
export function useCancel(): { cancel: (upload: UploadState) => void; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const cancel = async (upload: UploadState): Promise<void> => {
    const agreed = await ask({
      title: 'Cancel this upload?',
      detail: `What has been sent of “${upload.file.name}” will be deleted.`,
      verb: 'Cancel upload',
      danger: true,
    });
    if (!agreed) return;
    if (uploadWith(upload.key)?.phase === 'done')
      return void toast.info(`“${upload.file.name}” had arrived before. You find it in your library.`);
    try {
      await cancelUpload(upload);
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };
  return { cancel: (upload) => void cancel(upload), dialog };
}
