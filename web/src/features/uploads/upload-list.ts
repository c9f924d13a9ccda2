import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createStore } from '../../ui/store.ts';
import type { RememberedUpload } from './remembered-uploads.ts';

/** A caption file chosen together with the recording. */
type Captions = { file: File; phase: 'waiting' | 'added' | 'failed'; text?: string };

/** One recording, from its place in the queue to the server's last word on it. */
export type UploadState = {
  key: number;
  /** Where it goes, whichever one looks at meanwhile. */
  workspace?: string | undefined;
  phase: 'waiting' | 'starting' | 'sending' | 'pausing' | 'paused' | 'offline' | 'joining' | 'done' | 'failed';
  file: File;
  /** The passthrough, once the server has given one. */
  id?: string;
  /** It can perhaps be watched while it is sent. */
  isWatchable?: boolean;
  sent: number;
  /** Bytes a second. */
  speed?: number | undefined;
  error?: string | undefined;
  /** Why it failed may pass: the same file goes on where it stopped. */
  retryable?: boolean;
  captions?: Captions | undefined;
  /** One of the server's open uploads, to go on with. */
  known?: RememberedUpload | undefined;
};

export type UploadList = {
  /** In the order in which they are sent. */
  uploads: readonly UploadState[];
  /** There were several at a time: they stay a list when all but one are removed. */
  several: boolean;
  /** Caption files of which it is not known to which recording they belong. */
  unpaired: readonly File[];
  /** Chosen files that are not in the list, with reasons. */
  notes: readonly string[];
  /** Result of the last ended upload, for a screen reader. */
  said: string;
};

const nothing: UploadList = { uploads: [], several: false, unpaired: [], notes: [], said: '' };

/** The uploads of this page. They live outside of React, so that they go on while one looks at other pages. */
const list = createStore(nothing);

export const uploadList = list.get;
export const watchUploads = list.subscribe;
export const useUploads = list.use;

/** The upload with this key; undefined where it was removed meanwhile. */
export const uploadWith = (key: number): UploadState | undefined => list.get().uploads.find((each) => each.key === key);

export const changeList = (changes: Partial<UploadList>): void => list.set({ ...list.get(), ...changes });

/** Ignores changes to an upload that was removed meanwhile. */
export function changeUpload(key: number, changes: Partial<UploadState>): void {
  changeList({ uploads: list.get().uploads.map((each) => (each.key === key ? { ...each, ...changes } : each)) });
}

export const emptyList = (): void => changeList(nothing);

/** True while it is being sent, or is held in the middle of it. */
export const isUploadRunning = ({ phase }: UploadState): boolean =>
  ['starting', 'sending', 'pausing', 'paused', 'offline', 'joining'].includes(phase);

/** True while closing the page would interrupt it, or lose its place in the queue. */
export const isUnderWay = (upload: UploadState): boolean => upload.phase === 'waiting' || isUploadRunning(upload);

/** True where a caption file can be given to it: there is none yet, or one that could not be read. */
export const takesCaptions = ({ phase, retryable, captions }: UploadState): boolean =>
  (captions === undefined || captions.phase === 'failed') && (phase !== 'failed' || retryable === true);

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

/** Has the lists read again in which an upload that is done has another place. */
export function useFreshLists(uploads: readonly UploadState[]): void {
  const client = useQueryClient();
  const done = uploads.filter(({ phase }) => phase === 'done').length;
  useEffect(() => {
    if (done === 0) return;
    for (const queryKey of [['videos'], ['open-uploads']]) void client.invalidateQueries({ queryKey });
  }, [done, client]);
}
