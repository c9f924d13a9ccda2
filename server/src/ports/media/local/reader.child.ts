import { type FileHandle, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Problem } from '@lectern/contract/problem';
import { unlessMissing } from '../../../platform/files/local-files.ts';
import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import type { Arriving, ArrivingInfo } from '../arriving.ts';
import { playableSoundOf } from '../port.ts';
import { buildIndex } from './index/build-index.ts';
import type { PlaybackIndex } from './index/playback-index.ts';
import { isEncrypted } from './mp4/sample-entry.ts';
import { readRecording } from './mp4/stream.ts';
import { probeMp4 } from './probe/probe-mp4.ts';
import { type Probed, type ProbeOptions, probeRecording, writeIndex } from './probe/probe-recording.ts';

export type Probing = { file: string } & Omit<ProbeOptions, 'tellEarly'>;
/** `tellsEarly`: told by some of its pictures, as soon as it plays as it is. Without `isProbed` it is only indexed. */
export type Reading =
  | (Probing & { isProbed: true; tellsEarly?: true })
  | { file: string; sound?: number | undefined; index: string; isProbed?: undefined }
  | (Arriving & { index: string; isProbed?: undefined });

/** Indexes a recording of which the beginning is there, and perhaps the end; null where it does not play as it is. */
async function readArriving(
  handle: FileHandle,
  { size, arrived, tail, index }: Arriving & { index: string },
): Promise<ArrivingInfo | null> {
  await using end = tail && (await open(tail.file, 'r'));
  const recording = await readRecording(
    {
      async read(into, offset, length, position) {
        if (end && position >= tail.first) return end.read(into, offset, length, position - tail.first);
        return handle.read(into, offset, Math.max(0, Math.min(length, arrived - position)), position);
      },
    },
    size,
  );
  if (!recording || recording.tracks.some(({ entries }) => entries.some(isEncrypted))) return null;
  const info = probeMp4(handle.fd, recording, { pictures: 'some', upTo: arrived });
  if (info.playback !== 'direct') return null;
  await writeIndex(handle.fd, recording, index, arrived);
  return { kind: info.kind, duration: info.duration, ...playableSoundOf(info) };
}

async function read(
  reading: Reading,
  tellEarly: (early: Probed) => Promise<void>,
): Promise<Probed | PlaybackIndex | ArrivingInfo | null> {
  await using handle = await open(reading.file, 'r');
  if ('arrived' in reading) return await readArriving(handle, reading);
  const { size } = await handle.stat();
  if (reading.isProbed)
    return await probeRecording(handle, size, { ...reading, tellEarly: reading.tellsEarly && tellEarly });
  const recording = await readRecording(handle, size, reading.sound);
  if (!recording) throw new Problem('media_failed', { cause: 'not an MP4 file with its tables' });
  return await writeIndex(handle.fd, recording, reading.index);
}

const ours = fileURLToPath(new URL('../../../../../sample/webinar.mp4', import.meta.url));

/** Reads the sample. */
async function practise(): Promise<void> {
  const handle = await open(ours, 'r').catch(unlessMissing);
  if (!handle) return;
  await using _ = handle;
  const { size } = await handle.stat();
  await probeRecording(handle, size);
  const recording = await readRecording(handle, size);
  if (recording) Array.from(buildIndex(handle.fd, recording).records);
}

await serveSubprocess('media_unread', read, { once: practise, times: 60 });
