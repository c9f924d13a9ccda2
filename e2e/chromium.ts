import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { minute } from '@lectern/contract/rules/durations';
import { fetchDebianChromium } from './debian-chromium.ts';

/** `version` is what the program says of itself, `from` where it was found or came from. */
export type Chromium = { path: string; version: string; from: string };

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Where one may be besides the PATH: Chrome of macOS, and Playwright's own download. */
const usual = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', chromium.executablePath()];
const projectCache = join(import.meta.dirname, '../.cache/chromium');

/**
 * Returns the version the program prints; undefined if it does not start, for example without its libraries or as
 * Ubuntu's stub.
 */
function versionOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 120_000 });
  return status === 0 ? stdout.trim().split(' built on ')[0] : undefined;
}

/** Playwright's own download, for systems without apt. It keeps it in the user's cache. */
function fetchFromPlaywright(env: NodeJS.ProcessEnv): void {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    encoding: 'utf8',
    env,
    timeout: 10 * minute,
  });
  if (status !== 0) throw new Error(/^(?:Error: )?(.*(?:Error|E[A-Z]{4,}).*)$/m.exec(stderr)?.[1] ?? 'no download');
}

/**
 * Finds Chromium in this order: LECTERN_TEST_CHROMIUM, PATH, an earlier download, a new download into the project
 * cache without root. Throws one line if none is available.
 */
export function findChromium({
  env = process.env,
  cache = projectCache,
  elsewhere = usual,
  say = console.log,
}: {
  env?: NodeJS.ProcessEnv;
  cache?: string;
  elsewhere?: readonly string[];
  say?: (line: string) => void;
} = {}): Chromium {
  const at = (path: string, from: string): Chromium | undefined => {
    const version = versionOf(path);
    return version === undefined ? undefined : { path, version, from };
  };
  const named = env.LECTERN_TEST_CHROMIUM;
  if (named) {
    const found = at(named, 'LECTERN_TEST_CHROMIUM');
    if (!found) throw new Error(`LECTERN_TEST_CHROMIUM names no browser that starts: ${named}`);
    return found;
  }
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  for (const path of [...onPath, ...elsewhere]) {
    const found = at(path, path);
    if (found) return found;
  }
  const kept = join(cache, 'chromium');
  const earlier = at(kept, `${cache}, fetched earlier`);
  if (earlier) return earlier;

  say(`No browser here: fetching Debian’s Chromium into ${cache}, which leaves the system as it is …`);
  const ways = [
    {
      source: 'apt',
      path: kept,
      from: `Debian’s packages, now in ${cache}`,
      fetch: () => fetchDebianChromium(cache, env),
    },
    {
      source: 'Playwright',
      path: chromium.executablePath(),
      from: 'Playwright',
      fetch: () => fetchFromPlaywright(env),
    },
  ];
  const reasons: string[] = [];
  for (const { source, path, from, fetch } of ways) {
    try {
      fetch();
      const found = at(path, from);
      if (found) return found;
      reasons.push(`${source}: what it brought does not start`);
    } catch (error) {
      reasons.push(`${source}: ${(error as Error).message}`);
    }
  }
  throw new Error(
    `No browser could be had (${reasons.join('; ')}): install Chromium, or name one in LECTERN_TEST_CHROMIUM.`,
  );
}
