/// <reference lib="dom" />
import type { TestMember } from '@lectern/server/test/member';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { oneHour } from '../media/three-hours.ts';
import type { Page } from './interactions.ts';

/** A usual line at home, in bytes a second, and its latency in milliseconds. */
const line = { throughput: 20e6 / 8, latency: 20 };

const hasFrame = (): boolean => (document.querySelector('video')?.readyState ?? 0) >= 2;

/**
 * Opens watch pages of an hour in 1080p with an empty cache: at its last byte, and once it is processed. Resolves with
 * milliseconds until a frame.
 */
export async function measureFirstFrames(
  page: Page,
  { origin, member, rounds }: { origin: string; member: TestMember; rounds: number },
): Promise<{ fresh: number[]; processed: number[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.throughput,
    uploadThroughput: line.throughput,
  });
  const file = await oneHour();
  const untilFrame = async (id: string): Promise<number> => {
    const began = performance.now();
    await page.goto(`${origin}/asset/${id}`);
    await page.waitForFunction(hasFrame, undefined, { polling: 'raf', timeout: 120_000 });
    return performance.now() - began;
  };
  const empty = async (): Promise<void> => {
    await page.goto('about:blank');
    await session.send('Network.clearBrowserCache');
  };
  const [fresh, processed]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await empty();
    const id = await uploadFile(member, file, { chunk: 32 * 1024 ** 2 });
    fresh.push(await untilFrame(id));
    await waitUntilProcessed(member, id, 600);
    await empty();
    processed.push(await untilFrame(id));
  }
  await session.detach();
  return { fresh, processed };
}
