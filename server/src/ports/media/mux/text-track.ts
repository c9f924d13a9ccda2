import type Mux from '@mux/mux-node';
import type { ProviderCaptions } from '../port.ts';
import { callMux, callMuxIfPresent, callMuxOnce } from './calls.ts';

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
