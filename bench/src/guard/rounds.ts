/** What one round took us and what a person would use instead, in the same unit. */
export type Round = { ours: number; theirs: number };

/** The round whose ratio is the median: both sides of it met the same neighbours. */
export const middleRound = (rounds: readonly Round[]): Round =>
  rounds.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)[rounds.length >> 1]!;
