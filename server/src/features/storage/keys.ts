/** Where in the storage what belongs to a video lies. All of it begins with `videos/ID/`, and goes with that. */
export const keyOf = {
  /** The recording as it came. */
  original: (id: string): string => `videos/${id}/original`,
  clip: (id: string, clipId: string): string => `videos/${id}/clips/${clipId}.mp4`,
  screenshot: (id: string, milliseconds: number): string => `videos/${id}/screenshots/${milliseconds}.png`,
  /** The n-th sheet of small pictures for previews in the time line. */
  sheet: (id: string, n: number): string => `videos/${id}/storyboard/sheet-${n}.jpg`,
};
