/** Seconds between keyframes above which a segment is too large to seek in; such a recording is encoded anew. */
export const longestGroup = 12;

/** Seconds below which a file is not a recording. */
export const shortestRecording = 0.1;
