import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { openEmbeddedPlace, openPostgresPlace } from '@lectern/server/test/databases';
import { findPostgres } from '@lectern/server/test/postgres-cluster';
import { readOutboxEmails } from '@lectern/server/test/outbox-emails';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { startServer } from '@lectern/server/test/process';
import { fetchAsset } from '@lectern/server/test/upload';
import { ffmpegProgram, ffmpeg, median, processorSeconds, measureTime, recordPeakMemory } from './measure.ts';
import { benchFrameRate, copies, piece, threeHours } from './three-hours.ts';
import { bytesAt, openStream, packageDirectly } from './stream.ts';
import { uploadBesidePlain } from './upload-beside-plain.ts';

const execute = promisify(execFile);
const [width, height] = [96, 54];

async function frames(file: string): Promise<Buffer[]> {
  const { stdout } = await execute(
    ffmpegProgram,
    [
      ...'-v error -nostdin -i'.split(' '),
      file,
      ...`-vf scale=${width}:${height},format=gray -vsync 0 -f rawvideo pipe:1`.split(' '),
    ],
    { encoding: 'buffer', maxBuffer: 1 << 28 },
  );
  const size = width * height;
  return Array.from({ length: Math.floor(stdout.length / size) }, (_, n) => stdout.subarray(n * size, (n + 1) * size));
}

const distance = (a: Buffer, b: Buffer): number => a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0);

function nearest(frame: Buffer, candidates: readonly Buffer[]): number {
  const distances = candidates.map((candidate) => distance(frame, candidate));
  return distances.indexOf(Math.min(...distances));
}

/** Number, in its copy of the piece, of the frame shown at a second; copies begin every `period` seconds. */
const frameShownAt = (second: number, period: number): number => Math.floor((second % period) * benchFrameRate + 0.01);

/** How many frames the first and the last frame of a clip are off, found by their pictures in the piece. */
async function clipError(
  clip: Buffer,
  { source, period, folder }: { source: string; period: number; folder: string },
  { start, end }: { start: number; end: number },
): Promise<{ first: number; last: number }> {
  const file = join(folder, 'clip.mp4');
  await writeFile(file, clip);
  const [all, piece] = await Promise.all([frames(file), frames(source)]);
  return {
    first: nearest(all[0]!, piece) - frameShownAt(start, period),
    last: nearest(all.at(-1)!, piece) - frameShownAt(end - 0.01, period),
  };
}

const seconds = (ms: number): string => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`);

function row(what: string, ours: number, direct: number, how: string): void {
  console.log(
    `${what.padEnd(42)} ${seconds(ours).padStart(9)}   ${how}: ${seconds(direct)}, ratio ${(ours / direct).toFixed(3)}`,
  );
}

/** The way of an issue: measures the whole server on a three-hour recording, beside ffmpeg used directly. */
export async function mediaBench(args: string[]): Promise<void> {
  const postgresql = !args.includes('--embedded') && findPostgres() !== undefined;
  console.log('Building the three-hour recording, once …');
  const { file, source, bytes } = await threeHours();
  const place = postgresql ? await openPostgresPlace() : await openEmbeddedPlace();
  const folder = place.dataDir;
  const server = await startServer({
    DATA_DIR: folder,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
  });
  const memory = recordPeakMemory(server.pid);
  console.log(`${(bytes / 1e9).toFixed(2)} GB, database: ${postgresql ? 'PostgreSQL' : 'embedded'}\n`);
  try {
    const member = await signUp(server.origin, () => readOutboxEmails(join(folder, 'outbox')));

    memory.peak();
    const { url, id } = await member.call(uploadRoutes.create, {});
    const sent = await uploadBesidePlain(url, { file, size: bytes, copy: join(folder, 'copy') });
    const { video, base, starts } = await openStream(server.origin, member, id);
    const playable = performance.now() - sent.lastByte;
    const uploading = memory.peak();
    console.log(
      `${'upload, 30 MB chunks'.padEnd(42)} ${(bytes / 1e3 / sent.ours).toFixed(0).padStart(4)} MB/s   plain write of the same stream, in turns: ${(bytes / 1e3 / sent.plain).toFixed(0)} MB/s, ratio ${(sent.plain / sent.ours).toFixed(2)}`,
    );
    const packaging = await packageDirectly(file, folder);
    row('last byte to first segment served', playable, packaging, 'ffmpeg -f hls');

    const far = starts.findIndex((start) => start >= 7200);
    const seek = await measureTime(() => bytesAt(`${base}segment-${far}.m4s`));
    const directSeek = await ffmpeg(
      '-ss',
      '7200',
      '-i',
      file,
      '-t',
      '8',
      '-c',
      'copy',
      '-movflags',
      'frag_keyframe+empty_moov',
      '-f',
      'mp4',
      'pipe:1',
    );
    row('cold seek to 2:00:00', seek.ms, directSeek, 'ffmpeg -ss');

    await eventually(
      async () => {
        const { steps } = await fetchAsset(member, id);
        const looked = steps.some(
          ({ step, state }) => step === 'storyboard' && (state === 'done' || state === 'failed'),
        );
        return (looked && steps.every(({ state }) => state !== 'running')) || undefined;
      },
      'the pipeline to come to rest',
      300,
    );
    const pipeline = memory.peak();

    const warm: number[] = [];
    for (let n = 0; n < 30; n += 1)
      warm.push((await measureTime(() => bytesAt(`${base}segment-${(n * 37) % starts.length}.m4s`))).ms);
    row('segment, p50 of 30', median(warm), directSeek, 'ffmpeg -ss');

    const pictures: number[] = [];
    const direct: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const time = starts[(n * 53 + 7) % starts.length]!;
      pictures.push(
        (
          await measureTime(() =>
            bytesAt(`${server.origin}${mediaPaths.thumbnail(video.playback_id, Math.ceil(time * 10) / 10)}`),
          )
        ).ms,
      );
      direct.push(
        await ffmpeg('-ss', String(time), '-i', file, '-frames:v', '1', '-vf', 'scale=640:-2', '-f', 'mjpeg', 'pipe:1'),
      );
    }
    row('thumbnail at a keyframe, p50 of 11', median(pictures), median(direct), 'ffmpeg -ss');

    const { steps } = await fetchAsset(member, id);
    const storyboard = await storyboardTime(folder, id);
    const directBoard = await ffmpeg(
      ...'-discard:v nokey -skip_frame nokey -i'.split(' '),
      file,
      ...'-vf scale=160:90,fps=1/10,tile=10x10 -an -vsync 0'.split(' '),
      join(folder, 'direct-%d.jpg'),
    );
    row(
      `storyboard and slides (${steps.find(({ step }) => step === 'storyboard')?.note ?? ''})`,
      storyboard,
      directBoard,
      'ffmpeg -discard nokey',
    );

    memory.peak();
    const cuts: { ms: number; processor: number; error: { first: number; last: number } }[] = [];
    for (let n = 0; n < 5; n += 1) {
      // Spread over the distance of two keyframes, where a cut costs least and most.
      const start = 90 * piece + 300 * n + 2 * n;
      const before = processorSeconds(server.pid);
      const cut = await measureTime(() => makeClip(member, id, start));
      cuts.push({
        ms: cut.ms,
        processor: processorSeconds(server.pid) - before,
        error: await clipError(
          await bytesAt(cut.result),
          { source, period: video.duration / copies, folder },
          { start, end: start + 60 },
        ),
      });
    }
    const encoded = await ffmpeg(
      ...`-ss ${90 * piece} -i`.split(' '),
      file,
      ...'-t 60 -c:v libx264 -preset veryfast -crf 20 -c:a aac'.split(' '),
      join(folder, 'direct.mp4'),
    );
    row('clip of 60 s, p50 of 5', median(cuts.map(({ ms }) => ms)), encoded, 'ffmpeg, encoded anew');
    const processor = cuts.map((cut) => cut.processor).sort((a, b) => a - b);
    const worst = (end: 'first' | 'last'): number => Math.max(...cuts.map(({ error }) => Math.abs(error[end])));
    console.log(
      `${'  processor, p50 (all)'.padEnd(42)} ${median(processor).toFixed(1).padStart(7)} s   (${processor.map((each) => each.toFixed(1)).join(', ')}); worst first frame ${worst('first')} off, last frame ${worst('last')} off`,
    );

    memory.peak();
    for (const n of starts.keys()) await bytesAt(`${base}segment-${n}.m4s`);
    const playing = memory.peak();
    console.log('\nLargest resident memory of the server, MB (with its child processes):');
    for (const [what, { alone, together }] of Object.entries({ uploading, pipeline, playing }))
      console.log(`${`  ${what}`.padEnd(42)} ${alone.toFixed(0).padStart(7)}   (${together.toFixed(0)})`);
  } finally {
    memory.stop();
    await server.stop();
    await place.close();
  }
}

/** Cuts sixty seconds and waits for the file; resolves with its address. */
async function makeClip({ call }: TestMember, passthrough: string, start: number): Promise<string> {
  const [timeIn, timeOut] = [formatTimecode(start), formatTimecode(start + 60)];
  const { data } = await call(clipRoutes.cut, { passthrough, timeIn, timeOut });
  await eventually(async () => ((await fetch(data.data, { method: 'HEAD' })).ok ? true : undefined), 'the clip', 120);
  return data.data;
}

/** The storyboard once more, by the media port alone. */
async function storyboardTime(folder: string, id: string): Promise<number> {
  const { createLocalMedia } = await import('@lectern/server/ports/media/local/media');
  const { createDiskCache } = await import('@lectern/server/platform/cache/disk-cache');
  const { silentLog } = await import('@lectern/server/main/silent-log');
  const engine = await createLocalMedia({
    cache: createDiskCache(join(folder, 'bench-cache'), 1e9),
    log: silentLog,
  });
  const video = join(folder, 'videos', id);
  const { ms } = await measureTime(() =>
    engine.storyboard({ file: join(video, 'original'), index: join(video, 'index.json') }, join(folder, 'bench-board')),
  );
  await engine.close();
  return ms;
}
