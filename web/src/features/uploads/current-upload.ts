import { problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads';
import { videoRoutes } from '@lectern/contract/videos';
import { useSyncExternalStore } from 'react';
import { call, failureText } from '../../session/call.ts';
import { currentSession, onSessionChange } from '../../session/stored-session.ts';
import { titleFromName } from './file-facts.ts';
import { putChunk } from './put-chunk.ts';
import { forgetUpload, recallUpload, rememberUpload } from './remembered-uploads.ts';
import type { RememberedUpload } from './remembered-uploads.ts';
import { sendCaptions } from './send-captions.ts';
import { UploadStopped, sendFile } from './send-file.ts';
import { transferRate } from './transfer-rate.ts';

export type UploadState = {
  phase: 'idle' | 'starting' | 'sending' | 'pausing' | 'paused' | 'offline' | 'done' | 'failed';
  file?: File;
  /** The passthrough, once the server has given one. */
  id?: string;
  sent: number;
  /** Bytes a second. */
  speed?: number | undefined;
  error?: string;
  /** Why it failed may pass: the same file goes on where it stopped. */
  retryable?: boolean;
  captions?: Captions;
};

/** A caption file chosen together with the recording. */
type Captions = { file: File; phase: 'waiting' | 'added' | 'failed'; text?: string };

/**
 * The one upload of this page. It lives outside of React, so that it goes on while one looks at other
 * pages of the application.
 */
const idle: UploadState = { phase: 'idle', sent: 0 };
let state = idle;
const listeners = new Set<() => void>();
const rate = transferRate();
let stop = new AbortController();
let owner: string | undefined;
let resumeNow: (() => void) | undefined;

function set(changes: Partial<UploadState>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentUpload = (): UploadState => state;

export const useUpload = (): UploadState => useSyncExternalStore(subscribe, () => state);

/** True while closing the page would interrupt the sending. */
const isUnderWay = (): boolean => ['starting', 'sending', 'pausing', 'paused', 'offline'].includes(state.phase);

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

function watchForLeaving(): void {
  if (isUnderWay()) addEventListener('beforeunload', warnBeforeLeaving);
  else removeEventListener('beforeunload', warnBeforeLeaving);
}
listeners.add(watchForLeaving);

type Start = {
  file: File;
  userId: string;
  captions?: File | undefined;
  /** One of the server's open uploads, to go on with. */
  known?: RememberedUpload | undefined;
};

/** Begins an upload, or goes on with the one this file was begun with. */
export async function startUpload({ file, userId, captions, known }: Start): Promise<void> {
  if (isUnderWay()) return;
  stop = new AbortController();
  // Of this upload: the next one may have begun before the last answer of this one comes.
  const { signal } = stop;
  owner = userId;
  rate.restart();
  state = idle;
  set({ phase: 'starting', file, ...(captions ? { captions: { file: captions, phase: 'waiting' } } : {}) });
  try {
    if (file.size === 0) throw new UploadStopped(problems.empty_file.text, problems.empty_file.status);
    await transmit(file, userId, known ?? recallUpload(file), signal);
    forgetUpload(file);
    set({ phase: 'done', sent: file.size, speed: undefined });
  } catch (error) {
    if (signal.aborted) return;
    const known = error instanceof UploadStopped;
    set({
      phase: 'failed',
      speed: undefined,
      error: known ? error.message : failureText(error),
      retryable: !known || !error.final,
    });
  }
}

async function transmit(
  file: File,
  userId: string,
  begun: RememberedUpload | undefined,
  signal: AbortSignal,
): Promise<void> {
  const upload = begun ?? (await create(file, userId, signal));
  rememberUpload(file, upload);
  set({ phase: 'sending', id: upload.id });
  void addChosenCaptions(upload.id);
  try {
    await sendFile({
      file,
      url: upload.url,
      put: putChunk,
      signal,
      resume: begun !== undefined,
      mayGoOn,
      onProgress: (sent) => {
        rate.note(sent, performance.now() / 1000);
        set({ sent, speed: rate.speed() });
      },
      onOffline: (offline) => {
        if (offline) rate.restart();
        if (offline && state.phase === 'sending') set({ phase: 'offline', speed: undefined });
        else if (!offline && state.phase === 'offline') set({ phase: 'sending' });
      },
    });
  } catch (error) {
    if (!(error instanceof UploadStopped)) throw error;
    if (error.final) forgetUpload(file);
    if (!error.gone || !begun) throw error;
    // The server has forgotten an upload begun earlier (it expires): the file goes up from the start.
    set({ phase: 'starting', sent: 0 });
    await transmit(file, userId, undefined, signal);
  }
}

/** Why an upload is stopped that is to be given up on the server, too. */
const cancelled = 'cancelled';

async function create(file: File, userId: string, signal: AbortSignal): Promise<RememberedUpload> {
  // Not cut off: only its answer names what is to be given up.
  const { id, url } = await call(uploadRoutes.create, { name: file.name.slice(-300) });
  const goOn = async (): Promise<void> => {
    if (signal.reason === cancelled) await call(uploadRoutes.cancel, { id });
    signal.throwIfAborted();
  };
  await goOn();
  if (!url) throw new UploadStopped('No url or endpoint specified -- cannot handleUpload');
  await call(videoRoutes.save, { passthrough: id, userId, title: titleFromName(file.name).slice(0, 300) });
  await goOn();
  return { id, url };
}

/** A caption file that cannot be read must not stop the recording. */
async function addChosenCaptions(id: string): Promise<void> {
  const { captions } = state;
  if (captions?.phase !== 'waiting') return;
  try {
    const text = await sendCaptions(id, captions.file);
    set({ captions: { ...captions, phase: 'added', text } });
  } catch (error) {
    set({ captions: { ...captions, phase: 'failed', text: failureText(error) } });
  }
}

/** Signing out stops the sending; the next account must not see it. The server keeps what it has, to go on later. */
onSessionChange(() => {
  if (owner === undefined || currentSession()?.id === owner) return;
  owner = undefined;
  stop.abort();
  resumeNow?.();
  clearUpload();
});

/** Between two chunks: waits while the person has paused. */
function mayGoOn(): Promise<void> {
  if (state.phase !== 'pausing') return Promise.resolve();
  set({ phase: 'paused', speed: undefined });
  return new Promise((resolve) => {
    resumeNow = () => {
      resumeNow = undefined;
      rate.restart();
      set({ phase: 'sending' });
      resolve();
    };
  });
}

/** Stops after the chunk under way, as the specification says. */
export function pauseUpload(): void {
  if (state.phase === 'sending' || state.phase === 'offline') set({ phase: 'pausing' });
}

export function resumeUpload(): void {
  if (state.phase === 'pausing') set({ phase: 'sending' });
  else resumeNow?.();
}

/** Gives the upload up, here and on the server. */
export async function cancelUpload(): Promise<void> {
  const { file, id } = state;
  stop.abort(cancelled);
  resumeNow?.();
  if (file) forgetUpload(file);
  clearUpload();
  if (id) await call(uploadRoutes.cancel, { id });
}

/** Makes room for the next file after a finished or failed one. */
export function clearUpload(): void {
  state = idle;
  set({});
}
