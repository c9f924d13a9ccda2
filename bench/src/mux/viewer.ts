import { setTimeout as delay } from 'node:timers/promises';
import { mediaPaths, type SignedPlaybackId } from '@lectern/contract/playback/playback';

/** Milliseconds between two looks. */
const interval = 500;

/** The addresses of a media playlist and of its segments, as a page that is opened now finds them. */
async function segmentsOf(stream: string): Promise<string[]> {
  const opened = await fetch(stream);
  if (!opened.ok) throw new Error(`${stream}: ${opened.status}`);
  const variant = (await opened.text()).split('\n').find((line) => /^[^#\s]/.test(line))!;
  const address = new URL(variant, opened.url);
  const playlist = await fetch(address);
  if (!playlist.ok) throw new Error(`${address.pathname}: ${playlist.status}`);
  return (await playlist.text())
    .split('\n')
    .filter((line) => /^[^#\s]/.test(line))
    .map((line) => new URL(line, address).href);
}

/** Observations of a viewer; `slowest` in milliseconds. */
export type ViewerReport = { looks: number; failures: string[]; slowest: number };

/**
 * Watches a video until stopped, as two viewers: one keeps reading segments of the original playlist, the other
 * reopens the page each time.
 */
export async function startViewer(
  origin: string,
  playback: SignedPlaybackId,
): Promise<{ stop(): Promise<ViewerReport> }> {
  const stream = new URL(mediaPaths.stream(playback), origin).href;
  const first = await segmentsOf(stream);
  const seen: ViewerReport = { looks: 0, failures: [], slowest: 0 };
  const stopped = new AbortController();

  async function look(): Promise<void> {
    const began = performance.now();
    seen.looks += 1;
    const at = (seen.looks * 7) % first.length;
    try {
      const now = await segmentsOf(stream);
      for (const address of [first[at]!, now[at % now.length]!]) {
        const reply = await fetch(address);
        const { byteLength } = await reply.arrayBuffer();
        if (!reply.ok || byteLength === 0) throw new Error(`${new URL(address).pathname}: ${reply.status}`);
      }
    } catch (error) {
      seen.failures.push(String(error));
    }
    seen.slowest = Math.max(seen.slowest, performance.now() - began);
  }

  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await look();
      await delay(interval, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await watching;
      return seen;
    },
  };
}
