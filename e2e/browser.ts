import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
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

type Opened = { context: BrowserContext; close: () => Promise<void> };

const programPath = (): string => process.env.LECTERN_TEST_CHROMIUM ?? findChromium().path;

/**
 * Opens a fresh browser with one page. Files in a process share Chromium, each with its own context; `userAgent` or
 * `isOwn` starts another with a profile.
 */
export async function openBrowser({
  viewport = { width: 1440, height: 900 },
  scale = 1,
  userAgent,
  isOwn = userAgent !== undefined,
}: {
  viewport?: { width: number; height: number };
  /** Pixels of the screen for one of CSS. */
  scale?: number;
  userAgent?: string;
  isOwn?: boolean;
} = {}): Promise<Opened> {
  const opened = await (isOwn ? openProfile(viewport, userAgent) : openContext(viewport, scale));
  opened.context.setDefaultTimeout(60_000);
  return opened;
}

async function openProfile(
  viewport: { width: number; height: number },
  userAgent: string | undefined,
): Promise<Opened> {
  const profile = await mkdtemp(join(tmpdir(), 'lectern-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: programPath(),
    // By a flag, for what Playwright sets does not reach what is sent while a page is left.
    args: userAgent === undefined ? flags : [...flags, `--user-agent=${userAgent}`],
    viewport,
    acceptDownloads: true,
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The Chromium of this process, how many use it, and the end that awaits it when nobody does. */
const shared: { browser?: Promise<Browser>; users: number; ending?: NodeJS.Timeout } = { users: 0 };

/** Milliseconds for the next file of this process to take it over. */
const spare = 3_000;

async function openContext(viewport: { width: number; height: number }, scale: number): Promise<Opened> {
  clearTimeout(shared.ending);
  shared.users += 1;
  try {
    const options = { viewport, deviceScaleFactor: scale, acceptDownloads: true };
    const context = await (await (shared.browser ??= launchBrowser())).newContext(options);
    await context.newPage();
    return {
      context,
      async close() {
        await context.close();
        leaveBrowser();
      },
    };
  } catch (error) {
    leaveBrowser();
    throw error;
  }
}

const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: programPath(), args: flags });

function leaveBrowser(): void {
  shared.users -= 1;
  if (shared.users > 0) return;
  // It keeps the process alive, which must end by itself after its last file.
  shared.ending = setTimeout(() => {
    const { browser } = shared;
    delete shared.browser;
    void browser?.then((running) => running.close());
  }, spare);
}
