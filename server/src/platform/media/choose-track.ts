/** What is known of a track among others of its kind. `share` of the recording that it covers, from 0 to 1. */
export type TrackFacts = {
  isDefault?: boolean | undefined;
  isForced?: boolean | undefined;
  language?: string | undefined;
  share?: number | undefined;
};

/** A track that covers less of the recording than this part of what the fullest covers only names signs or songs. */
export const fullEnough = 0.5;

const canonical = (language: string | undefined): string | undefined => {
  try {
    return language && Intl.getCanonicalLocales(language)[0]?.split('-')[0];
  } catch {
    return undefined;
  }
};

/** Those that may be meant, the likeliest first, as far as is known without reading them. Forced ones only go with another. */
export function rankTracks<Track extends TrackFacts>(tracks: readonly Track[], language?: string): Track[] {
  const spoken = canonical(language);
  const rank = (track: Track): number =>
    (spoken !== undefined && canonical(track.language) === spoken ? 0 : 2) + (track.isDefault ? 0 : 1);
  return tracks.filter(({ isForced }) => !isForced).toSorted((one, other) => rank(one) - rank(other));
}

/**
 * The one track that is meant, of sound and of captions alike: never a forced one, which only goes with another; of those that
 * cover most of the recording the one in the language of its sound, then the default one, then the first.
 */
export function chooseTrack<Track extends TrackFacts>(tracks: readonly Track[], language?: string): Track | undefined {
  const ranked = rankTracks(tracks, language);
  const fullest = Math.max(...ranked.map(({ share = 1 }) => share));
  return ranked.find(({ share = 1 }) => share >= fullest * fullEnough);
}
