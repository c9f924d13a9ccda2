import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { call } from '../../session/call.ts';
import { currentSession, onSessionChange } from '../../session/stored-session.ts';
import { keepUnpaired } from './give-captions.ts';
import { forgetUpload, isSameFile, type RememberedUpload } from './remembered-uploads.ts';
import { cancelled, sendUpload, transferRate, type TransferRate } from './send-upload.ts';
import {
  changeList,
  changeUpload,
  emptyList,
  isUploadRunning,
  isUnderWay,
  uploadList,
  uploadWith,
  watchUploads,
  type UploadState,
} from './upload-list.ts';

export type UploadRequest = {
  file: File;
  captions?: File | undefined;
  /** One of the server's open uploads, to go on with. */
  known?: RememberedUpload | undefined;
  /** Why it is not sent, as far as that is known before. */
  refused?: Pick<UploadState, 'error' | 'retryable'> | undefined;
};

type Turn = { key: number; stop: AbortController; rate: TransferRate; goOn?: (() => void) | undefined };

let lastKey = 0;
let owner: string | undefined;
let turn: Turn | undefined;

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

watchUploads(() => {
  if (uploadList().uploads.some(isUnderWay)) addEventListener('beforeunload', warnBeforeLeaving);
  else removeEventListener('beforeunload', warnBeforeLeaving);
});

/** Puts recordings at the end of the queue. What of them is there already is not put there twice, and that is told. */
export function addUploads(wanted: readonly UploadRequest[], userId: string, unpaired: readonly File[] = []): void {
  owner = userId;
  const { uploads, several, unpaired: before } = uploadList();
  // Finished uploads make room; choosing a failed file again replaces its entry.
  const over = uploads.every(({ phase }) => phase === 'done');
  const kept = over
    ? []
    : uploads.filter(({ phase, file }) => phase !== 'failed' || !wanted.some((each) => isSameFile(each.file, file)));
  const isThere = ({ file }: UploadRequest): boolean => kept.some((each) => isSameFile(each.file, file));
  const [twice, added] = [wanted.filter(isThere), wanted.filter((each) => !isThere(each))];
  const all = [...kept, ...added.map(entryOf)];
  changeList({
    uploads: all,
    several: (several && !over) || all.length > 1,
    unpaired: over ? [] : before,
    notes: twice.map(({ file }) => `${file.name} is already in the list.`),
  });
  keepUnpaired(unpaired);
  void takeTurns();
}

const entryOf = ({ file, captions, known, refused }: UploadRequest): UploadState => ({
  key: ++lastKey,
  workspace: currentSession()?.workspace?.id,
  file,
  sent: 0,
  phase: refused ? 'failed' : 'waiting',
  ...(captions ? { captions: { file: captions, phase: 'waiting' } } : {}),
  ...(known ? { known } : {}),
  ...refused,
});

/** Sends what waits, one after another; one that fails or is cancelled does not keep the next from its turn. */
async function takeTurns(): Promise<void> {
  const next = uploadList().uploads.find(({ phase }) => phase === 'waiting');
  if (turn || !next || owner === undefined) return;
  const mine: Turn = { key: next.key, stop: new AbortController(), rate: transferRate() };
  turn = mine;
  const { stop, rate } = mine;
  await sendUpload(next, { userId: owner, signal: stop.signal, rate, mayGoOn: () => mayGoOn(mine) });
  // One that was stopped has given its turn away already.
  if (turn !== mine) return;
  turn = undefined;
  const ended = uploadWith(next.key);
  if (ended?.phase === 'done') changeList({ said: `${next.file.name} has been uploaded.` });
  if (ended?.phase === 'failed') changeList({ said: `${next.file.name} was not uploaded. ${ended.error}` });
  void takeTurns();
}

/** Signing out stops the sending; the next account must not see it. The server keeps what it has, to go on later. */
onSessionChange(() => {
  if (owner === undefined || currentSession()?.id === owner) return;
  owner = undefined;
  stopTurn();
  emptyList();
});

function stopTurn(reason?: string): void {
  const stopped = turn;
  turn = undefined;
  stopped?.stop.abort(reason);
  stopped?.goOn?.();
}

/** Between two chunks: waits while the person has paused. */
function mayGoOn(mine: Turn): Promise<void> {
  if (uploadWith(mine.key)?.phase !== 'pausing') return Promise.resolve();
  changeUpload(mine.key, { phase: 'paused', speed: undefined });
  return new Promise((resolve) => {
    mine.goOn = () => {
      mine.goOn = undefined;
      mine.rate.restart();
      changeUpload(mine.key, { phase: 'sending' });
      resolve();
    };
  });
}

/** Stops after the chunk under way, as the specification says. */
export function pauseUpload({ key }: UploadState): void {
  const phase = uploadWith(key)?.phase;
  if (phase === 'sending' || phase === 'offline') changeUpload(key, { phase: 'pausing' });
}

export function resumeUpload({ key }: UploadState): void {
  if (uploadWith(key)?.phase === 'pausing') changeUpload(key, { phase: 'sending' });
  else if (turn?.key === key) turn.goOn?.();
}

/** Gives the upload up, here and on the server. */
export async function cancelUpload({ key, file }: UploadState): Promise<void> {
  const now = uploadWith(key);
  if (now && isUploadRunning(now)) {
    if (turn?.key === key) stopTurn(cancelled);
    forgetUpload(file);
    removeUpload(now);
    void takeTurns();
  }
  if (now?.id) await call(uploadRoutes.cancel, { id: now.id });
}

/** Takes one off the list that is not being sent. */
export function removeUpload({ key }: UploadState): void {
  const rest = uploadList().uploads.filter((each) => each.key !== key);
  if (rest.length === 0) emptyList();
  else changeList({ uploads: rest });
}

/** One that had come whole was not uploaded after all: the server cannot use it. */
export function refuseUpload({ key, file }: UploadState, reason: string): void {
  if (uploadWith(key)?.phase !== 'done') return;
  changeUpload(key, { phase: 'failed', error: reason, retryable: false, isWatchable: false });
  changeList({ said: `${file.name} was not uploaded. ${reason}` });
}

/** Sends one that failed again, where it stopped, when its turn comes. */
export function retryUpload({ key }: UploadState): void {
  if (uploadWith(key)?.phase !== 'failed') return;
  changeUpload(key, { phase: 'waiting', error: undefined });
  void takeTurns();
}
