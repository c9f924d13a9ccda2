/** Facts about a track among others of its kind. `share` is the part of the recording it covers, 0 to 1. */
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

/**
 * Ranks possible tracks by their metadata alone, likeliest first. Excludes forced ones, which only accompany another.
 */
export function rankTracks<Track extends TrackFacts>(tracks: readonly Track[], language?: string): Track[] {
  const spoken = canonical(language);
  const rank = (track: Track): number =>
    (spoken !== undefined && canonical(track.language) === spoken ? 0 : 2) + (track.isDefault ? 0 : 1);
  return tracks.filter(({ isForced }) => !isForced).toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Chooses the audio or caption track: never a forced one; among those that cover most of the recording, by language,
 * then default, then order.
 */
export function chooseTrack<Track extends TrackFacts>(tracks: readonly Track[], language?: string): Track | undefined {
  const ranked = rankTracks(tracks, language);
  const fullest = Math.max(...ranked.map(({ share = 1 }) => share));
  return ranked.find(({ share = 1 }) => share >= fullest * fullEnough);
}
