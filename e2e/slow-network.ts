import type { Page } from 'playwright-core';

/** How fast a page can send: bytes a second, or `fast` again. Also cuts the line, as the browser itself notices it. */
export type NetworkControl = { setSpeed(bytesPerSecond: number | 'fast'): Promise<void>; cut(): Promise<void> };

/** Takes hold of a page's network, so that the middle of an upload can be met for sure. */
export async function controlNetwork(page: Page): Promise<NetworkControl> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const emulate = (offline: boolean, uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
  return {
    async setSpeed(speed) {
      await emulate(false, speed === 'fast' ? -1 : speed);
    },
    async cut() {
      await emulate(true, -1);
    },
  };
}
