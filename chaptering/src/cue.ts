/**
 * One timed line of a transcript, seconds. The same shape as the contract's cue, written down here because the engine knows
 * of nothing else.
 */
export type Cue = { start: number; end: number; text: string; speaker?: string };
