import { createHash } from 'node:crypto';
import { clipRoutes } from '@lectern/contract/playback/clips';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { setTimeout as delay } from 'node:timers/promises';
import { essential } from '../findings.ts';
import { sendTrackedPut } from '../load/uploads.ts';
import type { Oracle, ExpectedVideo } from '../oracle.ts';
import type { Wire } from '../wire.ts';

/** Seconds a clip of some seconds may take. */
const patience = 300;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function originalOf({ member }: ExpectedVideo, asset: VideoDetail, wire: Wire): Promise<string | undefined> {
  const filename = asset.localVideo.split('/').at(-1)!;
  const link = await member.call('proof: link of an original', clipRoutes.downloadLink, { filename });
  const told = link.is === 'done' ? await wire.raw('proof: an original', link.value.url) : undefined;
  // A bucket sends it itself.
  const elsewhere = told?.status === 302 ? told.headers.get('location') : null;
  const file = elsewhere ? await wire.raw('proof: an original in the bucket', elsewhere) : told;
  return file?.status === 200 ? sha256(new Uint8Array(await file.arrayBuffer())) : undefined;
}

/** Cuts the clip once more: the same range is the same clip, and one that failed is cut again. */
async function clipState(
  { member, id }: ExpectedVideo,
  times: { timeIn: string; timeOut: string },
  wire: Wire,
): Promise<number | string> {
  const cut = await member.call('proof: a clip', clipRoutes.cut, { passthrough: id, ...times });
  if (cut.is !== 'done') return cut.reason;
  for (const until = Date.now() + patience * 1000; ; await delay(250)) {
    const answer = await wire.raw('proof: is the clip there', cut.value.data.data, { method: 'HEAD' });
    if ((answer && answer.status !== 404 && answer.status < 500) || Date.now() > until)
      return answer?.status ?? 'no answer';
  }
}

/** The recordings that are whole are what was sent, and the clips of them are there. */
export async function proveRecordings(oracle: Oracle, assets: Map<string, VideoDetail>, wire: Wire): Promise<void> {
  const { findings } = oracle;
  for (const video of oracle.videos.values()) {
    const asset = assets.get(video.id);
    if (!asset) continue;
    const sum = await originalOf(video, asset, wire);
    findings.check(essential.bytes, video.sha256.includes(sum ?? ''), `${video.id}: ${sum}`);
    for (const times of video.clips.values()) {
      const state = await clipState(video, times, wire);
      findings.check('every clip that was asked for is there', state === 200, `${video.id} ${times.timeIn}: ${state}`);
    }
  }
}

/** Every byte that was acknowledged of an upload is there, and it goes on from there. */
export async function proveUploads(oracle: Oracle, wire: Wire): Promise<void> {
  const { findings } = oracle;
  for (const upload of oracle.uploads) {
    if (upload.state === 'finished' || upload.state === 'refused') continue;
    const before = upload.state;
    const status = await sendTrackedPut({ oracle, wire }, upload, `bytes */${upload.size}`);
    const expected = { open: [308, 200], ending: [308, 200, 410], cancelled: [410] }[before];
    findings.check(
      'an unfinished upload goes on, and a cancelled one does not',
      expected.includes(status ?? 0),
      `${upload.id}, ${before}: ${status}`,
    );
  }
}
