/** Clips of a member that wait to be cut, or are being cut, at a time. */
export const mostUncutClips = 20;
