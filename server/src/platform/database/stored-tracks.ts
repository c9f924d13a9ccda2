/** The tracks a member has chosen, by the numbers of their streams. What is not there is chosen by what the file says. */
export type WantedTracks = {
  sound?: number;
  /** A track inside the recording, what is recognised in its place, or, without, a file that was given and the likeliest track. */
  captions?: number | 'speech';
  /** The words are recognised in the chosen sound once it plays, though that loses so many corrected lines. */
  again?: number;
};

/** What holds of a choice for another file than that whose streams it numbers. */
export const withoutNumbers = (wanted: WantedTracks | null): WantedTracks | null =>
  wanted?.captions === 'speech' ? { captions: 'speech' } : null;

/**
 * What a transcript was made from: the track of captions that was taken, or the sound whose words were recognised, and what
 * share of the recording each track that was read has words in.
 */
export type CaptionsRead = { taken?: number; sound?: number; shares: [track: number, share: number][] };
