import { hasErrorCode } from '@lectern/contract/client';
import { problems } from '@lectern/contract/problem';
import { textLimits } from '@lectern/contract/rules/longest';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { call, failureText } from '../../session/call.ts';
import { titleFromName } from '@lectern/contract/rules/title-from-name';
import { sendChosenCaptions } from './give-captions.ts';
import { planStart } from './plan-start.ts';
import { putChunk } from './put-chunk.ts';
import { forgetUpload, recallUpload, rememberUpload, type RememberedUpload } from './remembered-uploads.ts';
import { type Standing, UploadStopped, uploadFileResumably } from './send-file.ts';
import { changeUpload, uploadWith, type UploadState } from './upload-list.ts';

/** Why an upload is stopped that is to be given up on the server, too. */
export const cancelled = 'cancelled';

/** Phases that follow how it stands with the server; a pause does not. */
const standings: readonly UploadState['phase'][] = ['sending', 'offline', 'joining'] satisfies Standing[];

/** Milliseconds: who has no connection is to read so before long. */
const longestLook = 10_000;

type Turn = {
  userId: string;
  signal: AbortSignal;
  rate: TransferRate;
  /** Asked between two chunks: resolves when the person lets it go on. */
  mayGoOn: () => Promise<void>;
};

/**
 * Sends an upload from where its last attempt stopped and records its progress and result in the list. Never rejects;
 * records nothing after an abort.
 */
export async function sendUpload(upload: UploadState, turn: Turn): Promise<void> {
  const { key, file, known, captions } = upload;
  changeUpload(key, {
    phase: 'starting',
    sent: 0,
    error: undefined,
    captions: captions && { file: captions.file, phase: 'waiting' },
  });
  try {
    if (file.size === 0) throw new UploadStopped(problems.empty_file.text, problems.empty_file.status);
    await transmit(upload, turn, known ?? recallUpload(file, upload.workspace));
    forgetUpload(file);
    changeUpload(key, { phase: 'done', sent: file.size, speed: undefined });
  } catch (error) {
    if (turn.signal.aborted) return;
    const isKnown = error instanceof UploadStopped;
    const isRemoved = isKnown && error.gone && (await hasLeft(upload.workspace));
    changeUpload(key, {
      phase: 'failed',
      speed: undefined,
      error: isRemoved
        ? 'You are not in that workspace any more: the upload has ended.'
        : isKnown
          ? error.message
          : failureText(error),
      retryable: !isKnown || !error.final,
    });
  }
}

async function transmit(
  upload: Pick<UploadState, 'key' | 'file' | 'workspace'>,
  turn: Turn,
  begun: RememberedUpload | undefined,
): Promise<void> {
  const { key, file, workspace } = upload;
  const { userId, signal, rate, mayGoOn } = turn;
  const { id, url } = begun ?? (await create(upload, userId, signal));
  rememberUpload(file, { id, url, workspace });
  // Elsewhere nobody would know what to do with an end that comes first.
  const start = new URL(url, location.href).origin === location.origin ? await planStart(file) : undefined;
  changeUpload(key, { phase: 'sending', id });
  void sendChosenCaptions(key);
  try {
    await uploadFileResumably({
      file,
      url,
      put: putChunk,
      signal,
      resume: begun !== undefined,
      start,
      mayGoOn,
      onProgress: (sent) => {
        rate.note(sent, performance.now() / 1000);
        // Not before: one that was begun earlier may be gone.
        changeUpload(key, { sent, speed: rate.speed(), isWatchable: start !== undefined });
      },
      onStanding: (standing) => {
        if (standing !== 'sending') rate.restart();
        const phase = uploadWith(key)?.phase;
        if (phase === standing || phase === undefined) return;
        // A pause is for what is still to be sent.
        if (isStanding(phase) || (standing === 'joining' && phase === 'pausing'))
          changeUpload(key, { phase: standing, ...(standing === 'sending' ? {} : { speed: undefined }) });
      },
      isWhole: () => isWhole(id, signal, workspace),
    });
  } catch (error) {
    if (!(error instanceof UploadStopped)) throw error;
    if (error.final) forgetUpload(file);
    if (!error.gone || !begun) throw error;
    // The server has forgotten an upload begun earlier (it expires): the file goes up from the start.
    changeUpload(key, { phase: 'starting', sent: 0 });
    await transmit(upload, turn, undefined);
  }
}

const isStanding = (phase: UploadState['phase']): phase is Standing => standings.includes(phase);

/** Whether the server has every byte of an upload that is not finished; false where it does not say. */
async function isWhole(id: string, signal: AbortSignal, workspace: string | undefined): Promise<boolean> {
  try {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(longestLook)]);
    const { data } = await call(uploadRoutes.open, undefined, { signal: soon, workspace });
    const upload = data.find((each) => each.id === id);
    return upload !== undefined && upload.size !== null && upload.received === upload.size;
  } catch {
    return false;
  }
}

/** Whether the person is not in the workspace any more; the call leads them on to another. */
const hasLeft = (workspace: string | undefined): Promise<boolean> =>
  call(uploadRoutes.open, undefined, { workspace }).then(
    () => false,
    (cause: unknown) => hasErrorCode(cause, 'workspace_left'),
  );

async function create(
  { file, workspace }: Pick<UploadState, 'file' | 'workspace'>,
  userId: string,
  signal: AbortSignal,
): Promise<RememberedUpload> {
  // Not cut off: only its answer names what is to be given up.
  const { id, url } = await call(uploadRoutes.create, { name: file.name.slice(-textLimits.file_name) }, { workspace });
  const goOn = async (): Promise<void> => {
    if (signal.reason === cancelled) await call(uploadRoutes.cancel, { id });
    signal.throwIfAborted();
  };
  await goOn();
  if (!url) throw new UploadStopped('No url or endpoint specified -- cannot handleUpload');
  await call(videoRoutes.save, { passthrough: id, userId, title: titleFromName(file.name).slice(0, textLimits.title) });
  await goOn();
  return { id, url };
}

/** Seconds over which the speed is averaged: long enough to be calm, short enough to notice a change. */
const memory = 8;

export type TransferRate = {
  /** Notes how many bytes have been sent in all, at a moment in seconds. */
  note: (bytes: number, seconds: number) => void;
  /** Bytes a second; undefined until there is something to tell. */
  speed: () => number | undefined;
  /** After a pause or a break: the time without sending does not count. */
  restart: () => void;
};

export function transferRate(): TransferRate {
  let points: { bytes: number; seconds: number }[] = [];
  return {
    note(bytes, seconds) {
      const last = points.at(-1);
      // A resumed upload may step back to what the server has.
      if (last && bytes < last.bytes) points = [];
      points.push({ bytes, seconds });
      while (points.length > 2 && seconds - (points[0]?.seconds ?? 0) > memory) points.shift();
    },
    speed() {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last || last.seconds - first.seconds < 0.5) return undefined;
      return (last.bytes - first.bytes) / (last.seconds - first.seconds);
    },
    restart() {
      points = [];
    },
  };
}
