import { problems } from '@lectern/contract/problem';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '@lectern/contract/rules/format-bytes';
import { maxDuration } from '@lectern/contract/rules/plans';
import { useMember } from '../../session/stored-session.ts';
import { discardDroppedFiles, receiveDroppedFiles } from './dropped-files.ts';
import { addToList } from './give-captions.ts';
import { separateCaptions, pairCaptions } from './pair-captions.ts';
import { addUploads, type UploadRequest } from './upload-queue.ts';
import { emptyList, isUnderWay, uploadList } from './upload-list.ts';
import { isLikelyRecording } from './file-facts.ts';

/** For how many more videos the plan has room, and what is said of those beyond. */
type Room = { videos: number; full: 'plan_maximum' | 'plan_minutes' };

type Choice = {
  room: Room;
  /** Bytes. */
  maxFileSize: number;
  /** False where nothing can be uploaded now. */
  open: boolean;
};

/**
 * Passes chosen or dropped files on to the queue, from this page or another. Keeps and shows a caption file until its
 * recording is chosen.
 */
export function useChosenFiles({ room, maxFileSize, open }: Choice) {
  const { id: userId } = useMember();
  const [captions, setCaptions] = useState<File>();
  const [error, setError] = useState<string>();

  const take = async (files: readonly File[]): Promise<void> => {
    const chosen = separateCaptions(files);
    setError(undefined);
    if (chosen.recordings.length === 0) return takeCaptions(chosen.captions);
    // As before: what comes with the recordings takes the place of what was chosen first.
    const beside = [...chosen.captions, ...(captions ? [captions] : [])];
    const { recordings, left } = pairCaptions(chosen.recordings, beside);
    const checked = await Promise.all(
      recordings.map(async (each) => ({ ...each, reason: await fileProblem(each.file, maxFileSize) })),
    );
    const [only] = checked;
    // Where there is no list yet, a single refusal needs none.
    if (only?.reason && checked.length === 1 && uploadList().uploads.length === 0) return setError(only.reason);
    setCaptions(undefined);
    addUploads(withinRoom(checked, room), userId, left);
  };

  const takeCaptions = (files: readonly File[]): void => {
    const [first, ...more] = files;
    const { uploads, unpaired } = uploadList();
    if (unpaired.length > 0 || uploads.some(({ phase }) => phase !== 'done')) return addToList(files);
    emptyList();
    if (more.length > 0) setError('Please choose several caption files together with their recordings.');
    else if (first) setCaptions(first);
  };

  // Takes files dropped beside the zone or on another page.
  const takeDropped = useEffectEvent((files: readonly File[]) => void take(files));
  useEffect(() => {
    if (open) return receiveDroppedFiles(takeDropped);
    discardDroppedFiles();
    return undefined;
  }, [open]);

  return { take, captions, removeCaptions: () => setCaptions(undefined), error };
}

/** Picks as many sendable files as fit beside those already waiting; the others report that there is no room. */
function withinRoom(
  checked: readonly (Pick<UploadRequest, 'file' | 'captions'> & { reason: string | undefined })[],
  { videos, full }: Room,
): UploadRequest[] {
  let free = videos - uploadList().uploads.filter(isUnderWay).length;
  return checked.map(({ reason, ...each }) => {
    if (reason) return { ...each, refused: { error: reason, retryable: false } };
    free -= 1;
    return free < 0 ? { ...each, refused: { error: problems[full].text, retryable: true } } : each;
  });
}

/** Two numbers of bytes that differ, so that it is seen. */
function apart(a: number, b: number): [string, string] {
  const texts: [string, string] = [formatBytes(a), formatBytes(b)];
  const exactly = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`;
  return texts[0] === texts[1] ? [exactly(a), exactly(b)] : texts;
}

/** Why a file cannot be uploaded, as far as the browser can tell; undefined where it may. `maxFileSize` in bytes. */
async function fileProblem(file: File, maxFileSize: number): Promise<string | undefined> {
  const isLikely = isLikelyRecording(file);
  // Without a wrong type the browser looks at the content.
  const length = recordingLength(isLikely ? file : file.slice());
  if (!isLikely && (await length) === undefined) return problems.not_media.text;
  if (file.size > maxFileSize) {
    const [size, limit] = apart(file.size, maxFileSize);
    return `The file size exceeds the maximum: ${file.name} has ${size}, the limit is ${limit}.`;
  }
  return ((await length) ?? 0) > maxDuration ? problems.media_too_long.text : undefined;
}

/** Milliseconds a browser may take to tell; what it cannot tell by then the server finds out. */
const patience = 4_000;

/** How long a recording is, in seconds, where this browser can read it; otherwise undefined. */
function recordingLength(file: Blob): Promise<number | undefined> {
  return new Promise((resolve) => {
    const media = document.createElement('video');
    const address = URL.createObjectURL(file);
    const settle = (seconds?: number): void => {
      clearTimeout(timer);
      media.removeAttribute('src');
      media.load();
      URL.revokeObjectURL(address);
      resolve(seconds !== undefined && Number.isFinite(seconds) ? seconds : undefined);
    };
    const timer = setTimeout(settle, patience);
    media.preload = 'metadata';
    media.addEventListener('loadedmetadata', () => settle(media.duration), { once: true });
    media.addEventListener('error', () => settle(), { once: true });
    media.src = address;
  });
}
