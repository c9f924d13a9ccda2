/// <reference lib="dom" />
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The players people put on their own pages, and what the browser can do alone. */
export const players = ['hls.js', 'video.js', 'shaka', 'chromium'] as const;
export type PlayerName = (typeof players)[number];

const require = createRequire(import.meta.url);
const scripts: Readonly<Record<PlayerName, string | undefined>> = {
  'hls.js': require.resolve('hls.js/dist/hls.min.js'),
  'video.js': require.resolve('video.js/dist/video.min.js'),
  shaka: require.resolve('shaka-player/dist/shaka-player.compiled.js'),
  chromium: undefined,
};

/** How each is started on `video` with `stream`; what it says is fatal goes to `fail`. */
const starts: Readonly<Record<PlayerName, string>> = {
  'hls.js': `
    const hls = new Hls();
    hls.on(Hls.Events.ERROR, (event, { fatal, type, details }) => fatal && fail(type + ' ' + details));
    hls.loadSource(stream);
    hls.attachMedia(video);`,
  'video.js': `
    const player = videojs(video, { html5: { vhs: { overrideNative: true } } });
    player.on('error', () => fail(player.error().message));
    player.src({ src: stream, type: 'application/vnd.apple.mpegurl' });`,
  shaka: `
    shaka.polyfill.installAll();
    const player = new shaka.Player();
    player.addEventListener('error', ({ detail }) => detail.severity === 2 && fail('shaka ' + detail.code));
    player.attach(video).then(() => player.load(stream)).catch((error) => fail('shaka ' + error.code));`,
  chromium: `
    video.src = stream;`,
};

const pageOf = (player: PlayerName, stream: string): string => `<!doctype html>
<title>${player}</title>
${scripts[player] ? '<script src="/odd-media/player.js"></script>' : ''}
<video id="video" muted playsinline width="640" height="360"></video>
<script>
  const video = document.getElementById('video');
  const stream = ${JSON.stringify(stream)};
  window.failures = [];
  const fail = (text) => window.failures.push(text);
  video.addEventListener('error', () => fail('video: ' + (video.error && video.error.message)));
  ${starts[player]}
</script>`;

/** Opens a page of the stream's own origin with one player on it, and waits until it shows something. */
export async function openPlayer(page: Page, player: PlayerName, stream: string): Promise<void> {
  const { origin } = new URL(stream);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(`${origin}/odd-media/page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: pageOf(player, stream) }),
  );
  const script = scripts[player];
  if (script) await page.route(`${origin}/odd-media/player.js`, (route) => route.fulfill({ path: script }));
  await page.goto(`${origin}/odd-media/page`);
}

/** Waits for a player to report an error, or for some seconds: then false. */
export const waitForPlayerFailure = (page: Page, seconds: number): Promise<boolean> =>
  page
    .waitForFunction(() => (globalThis as unknown as { failures?: string[] }).failures?.length, undefined, {
      timeout: seconds * 1000,
    })
    .then(
      () => true,
      () => false,
    );

/** Returns all failures so far in the player's words. */
export const getPlayerFailures = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { failures: string[] }).failures);
