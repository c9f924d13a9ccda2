import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CallError } from '@lectern/contract/client';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { eventually, signUp } from '@lectern/server/test/member';
import { kinds } from '@lectern/server/test/odd-media/kinds';
import { lookAtFrames } from '@lectern/server/test/odd-media/look';
import { createOddMediaMaker } from '@lectern/server/test/odd-media/make';
import { fetchAsset, uploadFile } from '@lectern/server/test/upload';
import { openEmbeddedPlace } from '../server/test/databases.ts';
import { openTestWorld } from '@lectern/server/test/world';
import { openBrowser } from '../e2e/browser.ts';
import { checkPlayer } from '../e2e/odd-media/check-player.ts';
import { players } from '../e2e/odd-media/player-page.ts';

/**
 * `npm run odd-media [-- --folder DIR] [--seeks 50] [--played 600] [--only WORD,WORD]`: plays recordings in other
 * sites' players. Exits 1 on failure; needs ffmpeg and Chromium.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    seeks: { type: 'string', default: '50' },
    played: { type: 'string', default: '600' },
    patience: { type: 'string', default: '120' },
  },
});
const effort = { seeks: Number(values.seeks), played: Number(values.played), patience: Number(values.patience) };

/** Seconds a conversion may take. */
const longest = 3600;

const ffmpeg = (await findFfmpeg(process.env.FFMPEG_PATH)).program;
if (!ffmpeg) {
  console.error('npm run odd-media needs an ffmpeg: install one, or set FFMPEG_PATH.');
  process.exit(1);
}
const own = await mkdtemp(join(tmpdir(), 'lectern-odd-media-'));
const made = createOddMediaMaker(ffmpeg, own);
/** Matches other files of the folder: pictures, captions, and sources of recordings. */
const noRecording = /\.(?:raw|srt|ass|txt|jpg)$|^(?:tmp-|master|a\.wav)/;
const files = values.folder
  ? readdirSync(values.folder)
      .filter((name) => !noRecording.test(name) && statSync(join(values.folder!, name)).isFile())
      .map((name) => () => Promise.resolve(join(values.folder!, name)))
  : kinds.map(
      ({ name }) =>
        () =>
          made(name),
    );

const server = await openTestWorld({ open: openEmbeddedPlace, env: { SPEECH: 'captions' } });
const member = await signUp(server.origin, server.letters, { plan: 'executive' });
const browser = await openBrowser({ viewport: { width: 800, height: 600 } });
let failed = 0;

async function look(file: string): Promise<string[]> {
  const id = await uploadFile(member, file, { chunk: 8 * 1024 * 1024 });
  const video = await eventually(
    async () => {
      const asset = await fetchAsset(member, id);
      return asset.playable || asset.steps.some(({ state }) => state === 'failed') ? asset : undefined;
    },
    file,
    longest,
  );
  try {
    const refusal = video.steps.find(({ state }) => state === 'failed')?.problem;
    if (!video.playable) return [`refused: ${refusal}`];
    const stream = `${server.origin}${mediaPaths.stream(video.playback_id)}`;
    const frames = video.kind === 'video' ? await lookAtFrames(ffmpeg!, stream, { absolute: true }) : [];
    const results: string[] = [];
    for (const player of players) {
      const page = await browser.context.newPage();
      try {
        await checkPlayer(page, player, { stream, duration: video.duration, frames }, effort);
        results.push(`${player} ✔`);
      } catch (error) {
        failed += 1;
        results.push(`${player} ✖ ${(error as Error).message}`);
      }
      await page.close();
    }
    return [video.conversion ? `${video.conversion.how}: ${video.conversion.reason}` : 'as it is', ...results];
  } finally {
    await member.call(videoRoutes.delete, { id });
  }
}

try {
  for (const get of files) {
    const file = await get();
    if (!values.only.split(',').some((word) => file.includes(word))) continue;
    const results = await look(file).catch((error: unknown) => {
      // A recording that cannot be played is told so: at the first look, or when it is looked into.
      if (error instanceof CallError && error.status === 422) return [`refused: ${error.message}`];
      failed += 1;
      return [`✖ ${(error as Error).message}`];
    });
    console.log(`${basename(file).padEnd(28)} ${results.join(' | ')}`);
  }
} finally {
  await browser.close();
  await server.close();
  await rm(own, { recursive: true, force: true });
}
console.log(failed === 0 ? 'Everything plays.' : `${failed} do not play.`);
process.exit(failed === 0 ? 0 : 1);
