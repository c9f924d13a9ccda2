import { Problem } from '@lectern/contract/problem';
import type { World } from '../../platform/context.ts';
import type { MediaInfo } from '../../ports/media/port.ts';
import { recordingFile } from '../storage/recording.ts';
import { savePlayback } from '../videos/facts.ts';
import type { VideoRow } from '../videos/find.ts';
import type { Step } from '../videos/pipeline.ts';
import { makePlayable } from './playable.ts';

const notes: Readonly<Record<MediaInfo['playback'], string>> = {
  direct: 'plays from the original',
  repackage: 'copied into a format that browsers play',
  transcode: 're-encoded for browsers',
};

/** Only an attempt shows that it cannot be copied; encoding it is for a job of its own kind. */
class MustBeEncoded extends Error {
  readonly info: MediaInfo;
  constructor(info: MediaInfo) {
    super('The recording must be re-encoded.');
    this.info = info;
  }
}

/** Of another sound than the one that was looked at first, only a look tells whether browsers play it as it is. */
async function infoOf(
  { media }: World,
  { media: known, wanted_tracks: wanted }: VideoRow,
  file: string | undefined,
  signal: AbortSignal,
): Promise<MediaInfo> {
  if (!known) throw new Problem('internal', { cause: 'playable before inspect' });
  if (file === undefined || wanted?.sound === undefined || known.playback === 'transcode') return known;
  const { audio, playback, reason } = await media.inspect(file, signal, wanted.sound);
  const { reason: _, audio: __, ...rest } = known;
  return { ...rest, ...(audio ? { audio } : {}), playback, ...(reason === undefined ? {} : { reason }) };
}

/** Indexes the recording, and before that makes a rendition where browsers cannot play it as it is. */
export const playableStep: Step = async (world, video, run) => {
  try {
    await using original = video.remote ? undefined : await recordingFile(world, video, 'whole', run.signal);
    const info = await infoOf(world, video, original?.path, run.signal);
    const played = await makePlayable(world, video.id, video.remote ?? original!.path, info, {
      signal: run.signal,
      onProgress: (fraction) => run.progress(fraction, info.reason),
      beforeEncoding(encoded) {
        // What plays already plays on meanwhile, as its facts say.
        if (info.playback !== 'transcode' && !video.playable) throw new MustBeEncoded(encoded);
      },
    });
    const note = [notes[played.playback], ...(played.unread === undefined ? [] : [played.unread])].join('; ');
    return { note, save: (tx) => savePlayback(tx, video.id, played, true) };
  } catch (error) {
    if (!(error instanceof MustBeEncoded)) throw error;
    return { state: 'waiting', save: (tx) => savePlayback(tx, video.id, error.info, false) };
  }
};
