/// <reference lib="dom" />
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import type { TestMember } from '@lectern/server/test/member';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { oneHour } from '../media/three-hours.ts';
import type { Page } from './interactions.ts';

/** A usual line at home, in bytes a second, and its latency in milliseconds. */
const line = { throughput: 20e6 / 8, latency: 20 };

/** Bytes a second that reach a page whose line sends that much. */
const brings = 100e6 / 8;

const hasFrame = (): boolean => (document.querySelector('video')?.readyState ?? 0) >= 2;

const waitForFrame = (page: Page) => page.waitForFunction(hasFrame, undefined, { polling: 'raf', timeout: 120_000 });

type Stage = { origin: string; member: TestMember; rounds: number };

/** Gives a page the line of a member. */
async function withLine(page: Page, downloadThroughput: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput,
    uploadThroughput: line.throughput,
  });
  return {
    async empty(): Promise<void> {
      await page.goto('about:blank');
      await session.send('Network.clearBrowserCache');
    },
    [Symbol.asyncDispose]: () => session.detach(),
  };
}

/**
 * Chooses an hour in 1080p in the upload page, cache empty, and watches it meanwhile. Resolves with milliseconds until a
 * frame.
 */
export async function measureEarlyFrames(page: Page, { origin, member, rounds }: Stage): Promise<number[]> {
  await using cache = await withLine(page, brings);
  const file = await oneHour();
  const leave = (dialog: { accept(): Promise<void> }): void => void dialog.accept();
  page.on('dialog', leave);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await cache.empty();
    await page.goto(`${origin}/asset/upload`);
    const input = page.getByLabel('Recording', { exact: true });
    await input.waitFor({ state: 'attached' });
    // The page remembers what it has sent of a file.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('lectern.upload:')) localStorage.removeItem(key);
    });
    const began = performance.now();
    await input.setInputFiles(file);
    await page.getByRole('link', { name: 'Watch meanwhile' }).click();
    await waitForFrame(page);
    times.push(performance.now() - began);
    await cache.empty();
    for (const { id } of (await member.call(uploadRoutes.open, undefined)).data)
      await member.call(uploadRoutes.cancel, { id });
  }
  page.off('dialog', leave);
  return times;
}

/**
 * Opens watch pages of an hour in 1080p with an empty cache: at its last byte, and once it is processed. Resolves with
 * milliseconds until a frame.
 */
export async function measureFirstFrames(
  page: Page,
  { origin, member, rounds }: Stage,
): Promise<{ fresh: number[]; processed: number[] }> {
  await using cache = await withLine(page, line.throughput);
  const file = await oneHour();
  const untilFrame = async (id: string): Promise<number> => {
    const began = performance.now();
    await page.goto(`${origin}/asset/${id}`);
    await waitForFrame(page);
    return performance.now() - began;
  };
  const [fresh, processed]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await cache.empty();
    const id = await uploadFile(member, file, { chunk: 32 * 1024 ** 2 });
    fresh.push(await untilFrame(id));
    await waitUntilProcessed(member, id, 600);
    await cache.empty();
    processed.push(await untilFrame(id));
  }
  return { fresh, processed };
}
