import { uploadLimits } from '@lectern/contract/uploads/uploads';
import { firstSegment, type SendingStart } from './plan-start.ts';
import type { PutAnswer, PutChunk } from './put-chunk.ts';

/** Figures of the specification, section 9. Milliseconds. */
const attempts = 5;
const attemptDelay = 1_000;
const retryStatuses: ReadonlySet<number> = new Set([408, 502, 503, 504]);
/** How a proxy says that the server has not answered in time. */
const timeOuts: ReadonlySet<number> = new Set([408, 504]);
const doneStatuses: ReadonlySet<number> = new Set([200, 201, 202, 204]);

/** Milliseconds between two looks why the last answer does not come. */
const lookEvery = 5_000;

/** How it stands with the server: it takes what is sent, does not answer, or has everything and puts it together. */
export type Standing = 'sending' | 'offline' | 'joining';

export type SendOptions = {
  file: Blob;
  url: string;
  put: PutChunk;
  signal: AbortSignal;
  /** Asks the server first how much it has, for an upload begun before. */
  resume: boolean;
  start?: SendingStart | undefined;
  /** Resolves at once, or when the person goes on after a pause; asked between two chunks. */
  mayGoOn: () => Promise<void>;
  onProgress: (sentBytes: number) => void;
  /** Told after each answer, or want of one, and when the server turns out to be joining. */
  onStanding: (standing: Standing) => void;
  /** Whether the server says that it has every byte; false where it cannot be asked. */
  isWhole: () => Promise<boolean>;
  /** Resolves when it makes sense to try again. */
  beforeRetry?: (signal: AbortSignal) => Promise<void>;
};

/** Why an upload stopped; the text is for the user. `status` is the server's last answer, 0 without one. */
export class UploadStopped extends Error {
  override readonly name = 'UploadStopped';
  /** The server does not know the upload any more. */
  readonly gone: boolean;
  /** It can never be finished with this file; otherwise a later attempt goes on where this one stopped. */
  readonly final: boolean;

  constructor(text: string, status = 0) {
    super(text);
    this.gone = status === 404 || status === 410;
    this.final = status >= 400 && status < 500 && status !== 408;
  }
}

/**
 * Uploads a file by Mux direct uploads (Google resumable: Content-Range, 308 with `Range`). Retries without limit,
 * also while the server joins. Rejects with `UploadStopped` or the signal's reason.
 */
export async function uploadFileResumably(options: SendOptions): Promise<void> {
  const { file, url, put, signal, mayGoOn, onProgress, onStanding, isWhole } = options;
  const beforeRetry = options.beforeRetry ?? connectionBack;
  let stored = options.resume ? undefined : 0;
  let { chunk = uploadLimits.chunk as number, tail } = options.start ?? {};
  // It is packed while the first chunk is on its way.
  const packed = tail === undefined ? undefined : pack(file.slice(tail));
  let most = 0;
  let failures = 0;
  /** The server may have everything and not have said so. */
  let mayBeWhole = options.resume;
  const hasArrived = async (): Promise<boolean> => mayBeWhole && (await isWhole());

  while (true) {
    await mayGoOn();
    signal.throwIfAborted();
    const first = stored;
    if (tail !== undefined && first !== undefined && first > 0) {
      const ahead = tail;
      [tail, chunk] = [undefined, firstSegment];
      const body = await packed;
      // No answer matters: it is sent again in its turn.
      if (first < ahead && body)
        await put(url, `bytes ${ahead}-${file.size - 1}/${file.size}`, body, { signal, isPacked: true });
      continue;
    }
    const end = first === undefined ? 0 : Math.min(first + chunk, file.size);
    const began = performance.now();
    const request =
      first === undefined
        ? put(url, `bytes */${file.size}`, null, { signal })
        : put(url, `bytes ${first}-${end - 1}/${file.size}`, file.slice(first, end), {
            signal,
            onSent(bytes) {
              mayBeWhole = first + bytes >= file.size;
              onProgress(Math.min(file.size, first + bytes));
            },
          });
    const answer = await answerTo(request, hasArrived, () => onStanding('joining'));
    signal.throwIfAborted();
    const joining = (answer.status <= 0 || timeOuts.has(answer.status)) && (await hasArrived());
    signal.throwIfAborted();
    onStanding(joining ? 'joining' : answer.status <= 0 ? 'offline' : 'sending');

    if (doneStatuses.has(answer.status)) return onProgress(file.size);
    if (answer.status === 308) {
      stored = storedBytes(answer);
      mayBeWhole = false;
      // Only progress forgives: a server that answers questions but refuses every chunk is given up too.
      if (stored > most) failures = 0;
      most = Math.max(most, stored);
      onProgress(stored);
      if (first !== undefined && stored === end) chunk = nextChunkSize(chunk, (performance.now() - began) / 1000);
    } else if (joining || answer.status <= 0) {
      await checkReadable(file, first ?? 0);
      await beforeRetry(signal);
      stored = undefined;
    } else if (retryStatuses.has(answer.status) && ++failures < attempts) {
      await beforeRetry(signal);
      stored = undefined;
    } else {
      throw new UploadStopped(refusalText(answer), answer.status);
    }
  }
}

/** Compresses the tables of a recording, whose numbers repeat; undefined where the file is not readable any more. */
const pack = (bytes: Blob): Promise<Blob | undefined> =>
  new Response(bytes.stream().pipeThrough(new CompressionStream('gzip'))).blob().catch(() => undefined);

/**
 * The answer to a request. While it is awaited it is looked now and then whether everything has arrived, and that is
 * told.
 */
async function answerTo(
  request: Promise<PutAnswer>,
  hasArrived: () => Promise<boolean>,
  tell: () => void,
): Promise<PutAnswer> {
  let answered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    void hasArrived().then((arrived) => {
      if (answered) return;
      if (arrived) tell();
      timer = setTimeout(look, lookEvery);
    });
  };
  timer = setTimeout(look, lookEvery);
  try {
    return await request;
  } finally {
    answered = true;
    clearTimeout(timer);
  }
}

/** Bytes the server has, from `Range: bytes=0-N`; none without the header. */
function storedBytes({ range }: PutAnswer): number {
  const match = /^bytes=0-(\d+)$/.exec(range ?? '');
  return match ? Number(match[1]) + 1 : 0;
}

/** The server's own reason, else the specified general text: never both. */
function refusalText({ status, body }: PutAnswer): string {
  const general = `Server responded with ${status}. Stopping upload.`;
  try {
    const { msg } = JSON.parse(body) as { msg?: unknown };
    return typeof msg === 'string' && msg !== '' ? msg : general;
  } catch {
    return general;
  }
}

/** A request also fails without an answer when the file was moved, changed or is not readable. */
async function checkReadable(file: Blob, from: number): Promise<void> {
  try {
    await file.slice(from, Math.min(from + 1, file.size)).arrayBuffer();
  } catch {
    throw new UploadStopped(`Unable to read file of size ${file.size} bytes. Try loading from another browser.`);
  }
}

/** After a second; while the browser is offline, as soon as it is online again. */
function connectionBack(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const settle = (then: () => void) => (): void => {
      clearTimeout(timer);
      settled.abort();
      then();
    };
    const timer = navigator.onLine ? setTimeout(settle(resolve), attemptDelay) : undefined;
    addEventListener('online', settle(resolve), { signal: settled.signal });
    signal.addEventListener(
      'abort',
      settle(() => reject(signal.reason)),
      { signal: settled.signal },
    );
  });
}

const step = 256 * 1024;

/**
 * Bytes of the next chunk: doubled below 10 s, halved above 30 s, a multiple of 256 kB within the limits
 * (specification section 9).
 */
export function nextChunkSize(size: number, seconds: number): number {
  const wanted = seconds < 10 ? size * 2 : seconds > 30 ? size / 2 : size;
  const bounded = Math.min(uploadLimits.maxChunk, Math.max(uploadLimits.minChunk, wanted));
  return Math.floor(bounded / step) * step;
}
