import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { putChunk } from './put-chunk.ts';

/** The browser's request, of which a test says how far it has come. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onabort?: () => void;
  constructor() {
    FakeRequest.last = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  getResponseHeader = (): null => null;
  abort = (): void => this.onabort?.();
}

describe('a chunk that is sent', () => {
  beforeEach((t) => {
    Object.assign(globalThis, {
      XMLHttpRequest: FakeRequest,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    });
    mock.timers.enable({ apis: ['setTimeout'] });
    (t as { after(done: () => void): void }).after(() => mock.timers.reset());
  });

  const send = () => {
    const { signal } = new AbortController();
    return putChunk('/upload', 'bytes 0-9/10', new Blob(['0123456789']), { signal });
  };

  it('reports no answer for a chunk, when nothing moves for a minute', async () => {
    const answer = send();
    mock.timers.tick(59_000);
    FakeRequest.last.upload.onprogress?.({ loaded: 5 });
    mock.timers.tick(60_000);
    assert.equal((await answer).status, 0);
  });

  it('waits longer for the answer to a chunk, when all is sent and the server joins the recording', async () => {
    const answer = send();
    const request = FakeRequest.last;
    request.upload.onprogress?.({ loaded: 10 });
    request.upload.onload?.();
    mock.timers.tick(180_000);
    request.status = 200;
    request.onload?.();
    assert.equal((await answer).status, 200);
  });
});
