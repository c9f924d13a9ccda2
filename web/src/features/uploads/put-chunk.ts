/** The server's answer to one PUT. Status 0: no answer; -1: stopped by us. */
export type PutAnswer = { status: number; range: string | null; body: string };

export type PutChunk = (
  url: string,
  contentRange: string,
  body: Blob | null,
  options: { signal: AbortSignal; onSent?: (bytes: number) => void },
) => Promise<PutAnswer>;

/** Sends a chunk by XMLHttpRequest, because `fetch` cannot tell how much of a body has been sent. */
export const putChunk: PutChunk = (url, contentRange, body, { signal, onSent }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    const settle = (status: number): void => {
      signal.removeEventListener('abort', stop);
      resolve({
        status,
        range: status > 0 ? request.getResponseHeader('Range') : null,
        body: status > 0 ? request.responseText : '',
      });
    };
    request.open('PUT', url);
    request.setRequestHeader('Content-Range', contentRange);
    if (onSent) request.upload.onprogress = (event) => onSent(event.loaded);
    request.onload = () => settle(request.status);
    request.onerror = () => settle(0);
    request.ontimeout = () => settle(0);
    request.onabort = () => settle(-1);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) settle(-1);
    else request.send(body);
  });
