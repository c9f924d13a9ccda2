/**
 * The tracks a member has chosen, by the numbers of their streams. What is not there is chosen by what the file says.
 */
export type WantedTracks = {
  sound?: number;
  /**
   * A track inside the recording, what is recognised in its place, or, without, a file that was given and the likeliest
   * track.
   */
  captions?: number | 'speech';
  /** The words are recognised in the chosen sound once it plays, though that loses so many corrected lines. */
  again?: number;
};

/** Keeps the part of a choice that is valid for another file, without stream numbers. */
export const withoutNumbers = (wanted: WantedTracks | null): WantedTracks | null =>
  wanted?.captions === 'speech' ? { captions: 'speech' } : null;

/**
 * The source of a transcript: the chosen caption track or the recognised audio stream, and the share of the recording
 * each read track has words in.
 */
export type CaptionsRead = { taken?: number; sound?: number; shares: [track: number, share: number][] };
