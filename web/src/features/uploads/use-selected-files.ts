import { problems } from '@lectern/contract/problem';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMember } from '../../session/stored-session.ts';
import { forgetFiles, takeFiles } from './dropped-files.ts';
import { addToList } from './give-captions.ts';
import { divide, pairCaptions } from './pair-captions.ts';
import { addUploads } from './upload-queue.ts';
import type { Wanted } from './upload-queue.ts';
import { emptyList, isUnderWay, uploadList } from './upload-list.ts';
import { fileProblem } from './file-problem.ts';

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
    const chosen = divide(files);
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
    if (open) return takeFiles(takeDropped);
    forgetFiles();
    return undefined;
  }, [open]);

  return { take, captions, removeCaptions: () => setCaptions(undefined), error };
}

/** Picks as many sendable files as fit beside those already waiting; the others report that there is no room. */
function withinRoom(
  checked: readonly (Pick<Wanted, 'file' | 'captions'> & { reason: string | undefined })[],
  { videos, full }: Room,
): Wanted[] {
  let free = videos - uploadList().uploads.filter(isUnderWay).length;
  return checked.map(({ reason, ...each }) => {
    if (reason) return { ...each, refused: { error: reason, retryable: false } };
    free -= 1;
    return free < 0 ? { ...each, refused: { error: problems[full].text, retryable: true } } : each;
  });
}
