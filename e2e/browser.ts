import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { findChromium } from './chromium.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** A fresh Chromium with a profile of its own. Close it with `closeBrowser`. */
export async function openBrowser({
  viewport = { width: 1440, height: 900 },
  userAgent,
}: {
  viewport?: { width: number; height: number };
  userAgent?: string;
} = {}): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'lectern-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.LECTERN_TEST_CHROMIUM ?? findChromium().path,
    // By a flag, for what Playwright sets does not reach what is sent while a page is left.
    args: userAgent === undefined ? flags : [...flags, `--user-agent=${userAgent}`],
    viewport,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(60_000);
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
