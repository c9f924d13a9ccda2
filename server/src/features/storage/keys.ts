/**
 * Where in the storage what belongs to a video lies. All of it begins with `videos/ID/`, and goes with that; archives
 * lie apart.
 */
export const storageKeys = {
  /** The common prefix of all keys, without the slash. */
  folder: (id: string): string => `videos/${id}`,
  /** The recording as it came. */
  original: (id: string): string => `videos/${id}/original`,
  /** Bytes of an upload that is not finished; what follows a writer that is not gone on with lies in the next part. */
  part: (id: string, n = 0): string => `videos/${id}/original.part${n === 0 ? '' : `.${n}`}`,
  /** The end of a recording whose beginning is still arriving: a hint, replaced by what comes in its turn. */
  tail: (id: string): string => `videos/${id}/original.part.end`,
  /** The H.264/AAC rendition of a recording that browsers cannot play. */
  rendition: (id: string): string => `videos/${id}/rendition.mp4`,
  /** The keyframe and segment index of what is played. */
  index: (id: string): string => `videos/${id}/index.json`,
  clip: (id: string, clipId: string): string => `videos/${id}/clips/${clipId}.mp4`,
  /** The n-th sheet of small pictures for previews in the time line. */
  sheet: (id: string, n: number): string => `videos/${id}/storyboard/sheet-${n}.jpg`,
  /** An export that was received to be brought into an account. */
  archive: (id: string): string => `imports/${id}.zip`,
};
