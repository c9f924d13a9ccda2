/**
 * Portal messages by `postMessage`: `{ source: 'lectern-portal', type, … }`. The snippet makes all but the first two
 * `lectern:TYPE` frame events with the rest as `detail`.
 */
export type PortalMessage = { source: typeof source; portal: string } & (
  | {
      type: 'size';
      /** CSS pixels. */
      height: number;
      /** The visitor has just done something in the portal, and expects that things move. */
      acted: boolean;
    }
  | { type: 'structured-data'; json: string }
  | { type: 'play'; video: string; title: string; seconds: number }
  | { type: 'chapter'; video: string; title: string; chapter: string; seconds: number }
  | { type: 'quote-shared'; video: string; text: string; link: string }
);

export const source = 'lectern-portal';
