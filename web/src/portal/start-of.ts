/** Seconds where the address wants the video to begin, which the server says beside what it has drawn. */
export const readStartSeconds = ({ dataset: { start } }: HTMLElement): number | undefined =>
  start === undefined ? undefined : Number(start);
