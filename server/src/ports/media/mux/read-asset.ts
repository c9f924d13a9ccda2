import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import type { Asset } from '@mux/mux-node/resources/video/assets';
import type { MediaInfo, Remote, ProviderCaptions } from '../port.ts';
import { checkMuxName, callMux, callMuxIfPresent, callMuxOnce } from './calls.ts';
import type Mux from '@mux/mux-node';

/** Begins the passthrough of our own tracks; the id of the captions follows. */
const mark = 'captions/';

/** Language sent to Mux when unknown (BCP 47: undetermined). */
const unknown = 'und';

function tagOf(language: string | null | undefined): string {
  try {
    return Intl.getCanonicalLocales(language ?? unknown)[0] ?? unknown;
  } catch {
    return unknown;
  }
}

/**
 * Makes these captions the only ones of ours on an asset; with null there are none. Mux fetches them from their address
 * some time after. Harmless to repeat.
 */
export async function putTextTrack(mux: Mux, assetId: string, captions: ProviderCaptions | null): Promise<void> {
  const asset = await callMuxIfPresent(() => mux.video.assets.retrieve(assetId));
  if (!asset) return;
  const ours = (asset.tracks ?? []).filter(
    ({ type, status, passthrough }) => type === 'text' && status !== 'deleted' && passthrough?.startsWith(mark),
  );
  const wanted = captions && `${mark}${captions.id}`;
  // First, for Mux refuses a second track of the same name.
  for (const { id, passthrough } of ours)
    if (id && passthrough !== wanted) await callMux(() => mux.video.assets.deleteTrack(assetId, id));
  if (!captions || !wanted || ours.some(({ passthrough }) => passthrough === wanted)) return;
  const { url, language } = captions;
  await callMuxOnce((options) =>
    mux.video.assets.createTrack(
      assetId,
      {
        type: 'text',
        text_type: 'subtitles',
        url,
        language_code: tagOf(language),
        name: 'Captions',
        passthrough: wanted,
      },
      options,
    ),
  );
}

/** Milliseconds Mux may work on an asset. Three hours take it minutes; what takes a day never comes. */
const longest = day;

/** An asset by the names under which it is played; undefined without a signed playback id, which ours all have. */
export function readAssetRemote({ id, playback_ids: playbackIds }: Asset): Remote | undefined {
  const signed = playbackIds?.find(({ policy }) => policy === 'signed');
  return signed && { asset: checkMuxName(id), playback: checkMuxName(signed.id) };
}

const trackOf = ({ tracks }: Asset, type: 'video' | 'audio') => tracks?.find((track) => track.type === type);

/**
 * Reads media info from an asset. Throws `media_pending` while processing, `unreadable_media` for invalid input,
 * `broken_media` for unfinished processing and `not_media` if nothing is playable.
 */
export function readAsset(asset: Asset, now: number): MediaInfo {
  if (asset.status === 'errored') {
    const cause = `Mux: ${asset.errors?.type ?? 'errored'}: ${(asset.errors?.messages ?? []).join(' ')}`;
    throw new Problem(asset.errors?.type === 'invalid_input' ? 'unreadable_media' : 'broken_media', { cause });
  }
  if (asset.status !== 'ready') {
    if (now - Number(asset.created_at) * 1000 > longest)
      throw new Problem('broken_media', { cause: `Mux has not finished the asset ${asset.id} within a day.` });
    throw new Problem('media_pending');
  }
  const video = trackOf(asset, 'video');
  const audio = trackOf(asset, 'audio');
  if (!asset.duration || (!video && !audio)) throw new Problem('not_media', { cause: 'Mux found nothing to play.' });
  return {
    kind: video ? 'video' : 'audio',
    container: 'Mux',
    duration: asset.duration,
    ...(video
      ? {
          video: {
            codec: 'h264',
            width: video.max_width ?? 0,
            height: video.max_height ?? 0,
            frameRate: video.max_frame_rate ?? 0,
            rotation: 0,
          },
        }
      : {}),
    ...(audio ? { audio: { codec: 'aac', channels: audio.max_channels ?? 2, sampleRate: 48_000 } } : {}),
    captionTracks: [],
    playback: 'direct',
  };
}

/** Its file with the sound alone; undefined where there is none, `preparing` while it is being made. */
export const readAudioRenditionState = ({
  static_renditions: renditions,
}: Asset): 'ready' | 'preparing' | undefined => {
  const status = renditions?.files?.find(({ name }) => name === 'audio.m4a')?.status;
  return status === 'ready' || status === 'preparing' ? status : undefined;
};

/**
 * The name of the file that people download. Throws `media_pending` while it is being made, `media_failed` without one.
 */
export function readDownloadFileName({ status, static_renditions: renditions }: Asset): string {
  if (status === 'preparing') throw new Problem('media_pending');
  const files = renditions?.files ?? [];
  const found =
    files.find(({ name, status }) => name === 'highest.mp4' && status !== 'skipped') ??
    files.find(({ name, status }) => name === 'audio.m4a' && status !== 'skipped');
  if (found?.status === 'preparing') throw new Problem('media_pending');
  if (found?.status !== 'ready' || !found.name)
    throw new Problem('media_failed', { cause: 'Mux has made no file of it.' });
  return found.name;
}
