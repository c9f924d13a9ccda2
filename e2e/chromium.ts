import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const attempt = (command: string, args: string[]): void => {
  try {
    execFileSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  } catch {
    // The next way is tried; the caller says so when all fail.
  }
};

const present = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find((path) => path && existsSync(path));

/**
 * A Chromium to test with: the system's, else Playwright's own download, else Debian's package where we may install it.
 * Throws with one clear line when none can be had.
 */
export function findChromium(): string {
  const ways: (() => void)[] = [
    () => {
      if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
      console.log('No browser here: installing Debian’s chromium …');
      attempt('apt-get', ['update', '-qq']);
      attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']);
    },
    () => {
      console.log('No browser here: asking Playwright for one …');
      const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
      attempt(process.execPath, [cli, 'install', 'chromium']);
    },
  ];
  for (const way of ways) {
    const path = present();
    if (path) return path;
    way();
  }
  const path = present();
  if (path) return path;
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program.');
}
