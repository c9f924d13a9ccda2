/** The tracks a member has chosen, by the numbers of their streams. What is not there is chosen by what the file says. */
export type WantedTracks = {
  sound?: number;
  /** A track inside the recording, what is recognised in its place, or, without, a file that was given and the likeliest track. */
  captions?: number | 'speech';
  /** All that follows from the words is made again once the chosen sound plays. */
  again?: true;
};

/** What holds of a choice for another file than that whose streams it numbers. */
export const withoutNumbers = (wanted: WantedTracks | null): WantedTracks | null =>
  wanted?.captions === 'speech' ? { captions: 'speech' } : null;

/** The tracks of captions that were read: which was taken, and what share of the recording each has words in. */
export type CaptionsRead = { taken?: number; shares: [track: number, share: number][] };
