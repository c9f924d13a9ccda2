import { toast } from '../../ui/toast.tsx';
import { clearUpload, currentUpload } from './current-upload.ts';
import { passFiles } from './dropped-files.ts';

/**
 * Passes files that were dropped somewhere in the product to the upload page. False, with the reason told, while another
 * recording is on its way or waits to be tried again.
 */
export function takeDrop(files: readonly File[]): boolean {
  const { phase, file } = currentUpload();
  if (phase === 'done') clearUpload();
  else if (phase !== 'idle') {
    toast.info(
      phase === 'failed'
        ? `The upload of ${file?.name} has stopped. Finish or discard it on the upload page, then drop the next recording.`
        : `${file?.name} is still being uploaded. Drop the next recording when it is done.`,
    );
    return false;
  }
  passFiles(files);
  return true;
}
