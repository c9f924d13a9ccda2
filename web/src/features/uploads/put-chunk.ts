/** The server's answer to one PUT. Status 0: no answer; -1: stopped by us. */
export type PutAnswer = { status: number; range: string | null; body: string };

export type PutChunk = (
  url: string,
  contentRange: string,
  body: Blob | null,
  options: { signal: AbortSignal; isPacked?: boolean; onSent?: (bytes: number) => void },
) => Promise<PutAnswer>;

/** A connection on which nothing moves for so long is given up. Milliseconds. */
const longestSilence = 60_000;

/** When all of a chunk has been sent: the server joins the parts of a recording before it answers the last one. */
const longestAnswer = 240_000;

/**
 * Sends a chunk by XMLHttpRequest, because `fetch` reports no upload progress. Ends requests that an offline browser
 * leaves waiting, and reports them as unanswered.
 */
export const putChunk: PutChunk = (url, contentRange, body, { signal, isPacked, onSent }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    let silence = setTimeout(stop, longestSilence);
    const bePatient = (patience: number): void => {
      clearTimeout(silence);
      silence = setTimeout(stop, patience);
    };
    const settle = (status: number): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      removeEventListener('offline', stop);
      resolve({
        status,
        range: status > 0 ? request.getResponseHeader('Range') : null,
        body: status > 0 ? request.responseText : '',
      });
    };
    request.open('PUT', url);
    request.setRequestHeader('Content-Range', contentRange);
    if (isPacked) request.setRequestHeader('Content-Encoding', 'gzip');
    request.upload.onprogress = (event) => {
      bePatient(longestSilence);
      onSent?.(event.loaded);
    };
    request.upload.onload = () => bePatient(longestAnswer);
    request.onload = () => settle(request.status);
    request.onerror = () => settle(0);
    request.onabort = () => settle(signal.aborted ? -1 : 0);
    signal.addEventListener('abort', stop, { once: true });
    addEventListener('offline', stop);
    if (signal.aborted) settle(-1);
    else request.send(body);
  });
