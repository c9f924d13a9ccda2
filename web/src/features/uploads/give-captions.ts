import { failureText } from '../../session/call.ts';
import { pairCaptions } from './pair-captions.ts';
import { sendCaptions } from './send-captions.ts';
import { changeList, changeUpload, takesCaptions, uploadList, uploadWith } from './upload-list.ts';

/**
 * Sends the caption file that a recording in the list has, once the server knows the recording; one that cannot be read
 * stops nothing.
 */
export async function sendChosenCaptions(key: number): Promise<void> {
  const { captions, id } = uploadWith(key) ?? {};
  if (captions?.phase !== 'waiting' || id === undefined) return;
  const settle = (phase: 'added' | 'failed', text: string): void => {
    // Another file may have been chosen since.
    if (uploadWith(key)?.captions?.file === captions.file)
      changeUpload(key, { captions: { ...captions, phase, text } });
  };
  try {
    settle('added', await sendCaptions(id, captions.file));
  } catch (error) {
    settle('failed', failureText(error));
  }
}

/** Gives a recording in the list a caption file: it is sent at once, or with the recording when its turn comes. */
export async function giveCaptions(file: File, key: number): Promise<void> {
  const upload = uploadWith(key);
  if (!upload || !takesCaptions(upload)) return;
  removeUnpaired(file);
  changeUpload(key, { captions: { file, phase: 'waiting' } });
  changeList({ said: `${file.name} goes with ${upload.file.name}.` });
  await sendChosenCaptions(key);
}

/** Takes caption files into the list: those named like one of its recordings go with it, the others wait to be told. */
export function addToList(files: readonly File[]): void {
  const { uploads } = uploadList();
  const free = uploads.filter(takesCaptions);
  const { recordings, left } = pairCaptions(
    free.map(({ file }) => file),
    files,
    { anyName: uploads.length === 1 },
  );
  recordings.forEach(({ captions }, n) => {
    if (captions) void giveCaptions(captions, free[n]!.key);
  });
  keepUnpaired(left);
}

/** The same file is not kept twice. */
export function keepUnpaired(files: readonly File[]): void {
  const byName = new Map([...uploadList().unpaired, ...files].map((file) => [file.name, file]));
  changeList({ unpaired: [...byName.values()] });
}

export function removeUnpaired(file: File): void {
  changeList({ unpaired: uploadList().unpaired.filter((each) => each !== file) });
}
