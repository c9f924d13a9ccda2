import { isSound } from '@lectern/chaptering/sound-marks';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { foldText } from '@lectern/contract/rules/folded-text';

/** How much of the next cue a span holds, in characters: longer than any phrase somebody types. */
const overlap = 200;

/** The spoken text of a cue; sounds such as "[Music]" count as empty. */
const saidIn = (cue: Cue | undefined): string => (cue === undefined || isSound(cue.text) ? '' : cue.text);

/** The searched text of a cue: its own first `own` characters, then the beginning of the next cue. */
export type Span = { text: string; own: number };

/** Each cue with the beginning of the one after it, folded: a phrase said across two cues is found, and once. */
export const spansOf = (cues: readonly Cue[]): Span[] =>
  cues.map((cue, n) => {
    const said = saidIn(cue);
    return {
      text: foldText(`${said} ${saidIn(cues[n + 1]).slice(0, overlap)}`).trim(),
      own: Array.from(foldText(said).trim()).length,
    };
  });
