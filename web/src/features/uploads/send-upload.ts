import { problems } from '@lectern/contract/problem';
import { longest } from '@lectern/contract/rules/longest';
import { uploadRoutes } from '@lectern/contract/uploads';
import { videoRoutes } from '@lectern/contract/videos';
import { call, failureText } from '../../session/call.ts';
import { titleFromName } from './file-facts.ts';
import { putChunk } from './put-chunk.ts';
import { forgetUpload, recallUpload, rememberUpload } from './remembered-uploads.ts';
import type { RememberedUpload } from './remembered-uploads.ts';
import { sendCaptions } from './send-captions.ts';
import { UploadStopped, sendFile } from './send-file.ts';
import type { TransferRate } from './transfer-rate.ts';
import { changeUpload, uploadWith } from './upload-list.ts';
import type { UploadState } from './upload-list.ts';

/** Why an upload is stopped that is to be given up on the server, too. */
export const cancelled = 'cancelled';

type Turn = {
  userId: string;
  signal: AbortSignal;
  rate: TransferRate;
  /** Asked between two chunks: resolves when the person lets it go on. */
  mayGoOn: () => Promise<void>;
};

/**
 * Sends one of the list, from where an earlier attempt stopped, and notes there how it goes and ends. Never rejects; of
 * one that was stopped by the signal nothing more is noted.
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
    await transmit(upload, turn, known ?? recallUpload(file));
    forgetUpload(file);
    changeUpload(key, { phase: 'done', sent: file.size, speed: undefined });
  } catch (error) {
    if (turn.signal.aborted) return;
    const isKnown = error instanceof UploadStopped;
    changeUpload(key, {
      phase: 'failed',
      speed: undefined,
      error: isKnown ? error.message : failureText(error),
      retryable: !isKnown || !error.final,
    });
  }
}

async function transmit(
  upload: Pick<UploadState, 'key' | 'file'>,
  turn: Turn,
  begun: RememberedUpload | undefined,
): Promise<void> {
  const { key, file } = upload;
  const { userId, signal, rate, mayGoOn } = turn;
  const { id, url } = begun ?? (await create(file, userId, signal));
  rememberUpload(file, { id, url });
  changeUpload(key, { phase: 'sending', id });
  void addChosenCaptions(key, id);
  try {
    await sendFile({
      file,
      url,
      put: putChunk,
      signal,
      resume: begun !== undefined,
      mayGoOn,
      onProgress: (sent) => {
        rate.note(sent, performance.now() / 1000);
        changeUpload(key, { sent, speed: rate.speed() });
      },
      onOffline: (offline) => {
        if (offline) rate.restart();
        const phase = uploadWith(key)?.phase;
        if (offline && phase === 'sending') changeUpload(key, { phase: 'offline', speed: undefined });
        else if (!offline && phase === 'offline') changeUpload(key, { phase: 'sending' });
      },
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

async function create(file: File, userId: string, signal: AbortSignal): Promise<RememberedUpload> {
  // Not cut off: only its answer names what is to be given up.
  const { id, url } = await call(uploadRoutes.create, { name: file.name.slice(-longest.file_name) });
  const goOn = async (): Promise<void> => {
    if (signal.reason === cancelled) await call(uploadRoutes.cancel, { id });
    signal.throwIfAborted();
  };
  await goOn();
  if (!url) throw new UploadStopped('No url or endpoint specified -- cannot handleUpload');
  await call(videoRoutes.save, { passthrough: id, userId, title: titleFromName(file.name).slice(0, longest.title) });
  await goOn();
  return { id, url };
}

/** A caption file that cannot be read must not stop the recording. */
async function addChosenCaptions(key: number, id: string): Promise<void> {
  const captions = uploadWith(key)?.captions;
  if (captions?.phase !== 'waiting') return;
  try {
    const text = await sendCaptions(id, captions.file);
    changeUpload(key, { captions: { ...captions, phase: 'added', text } });
  } catch (error) {
    changeUpload(key, { captions: { ...captions, phase: 'failed', text: failureText(error) } });
  }
}
