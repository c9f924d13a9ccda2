/** One round's measurements of ours and of the alternative, in the same unit. */
export type Round = { ours: number; theirs: number };

/** The round whose ratio is the median: both sides of it met the same neighbours. */
export const middleRound = (rounds: readonly Round[]): Round =>
  rounds.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)[rounds.length >> 1]!;
