/** Seconds, to the millisecond: captions know nothing smaller. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
