type Take = (files: readonly File[]) => void;

/** Files that were dropped beside the place for them, until the upload page takes them; it may not be open yet. */
let waiting: readonly File[] = [];
let taker: Take | undefined;

export function deliverDroppedFiles(files: readonly File[]): void {
  if (taker) taker(files);
  else waiting = files;
}

/** Takes what was dropped, and what will be until the returned function is called. */
export function receiveDroppedFiles(take: Take): () => void {
  taker = take;
  const files = waiting;
  waiting = [];
  if (files.length > 0) take(files);
  return () => {
    if (taker === take) taker = undefined;
  };
}

/** Nobody is to find a file uploaded later that could not be taken now. */
export function discardDroppedFiles(): void {
  waiting = [];
}
