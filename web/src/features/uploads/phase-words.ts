import type { UploadState } from './upload-list.ts';

/** How an upload stands, in the few words there is room for on other pages than its own. */
export const phaseWords: Record<UploadState['phase'], string> = {
  waiting: 'Waiting',
  starting: 'Uploading',
  sending: 'Uploading',
  pausing: 'Pausing',
  paused: 'Paused',
  offline: 'No connection',
  joining: 'Being stored',
  done: 'Uploaded',
  failed: 'Upload stopped',
};
