import { setImmediate as pause } from 'node:timers/promises';
import { textLimits } from '@lectern/contract/rules/longest';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { Queryable } from '../../platform/database/database.ts';
import { glossaryRewriter } from './glossary/rules-of.ts';
import type { EditedCue } from './merge-cue-edits.ts';

/** Lines after which others get their turn. */
const atOnce = 500;

/**
 * Applies the member's glossary, keeps the recognised text beside it and counts changed cues. Skips cues that would
 * exceed the length limit.
 */
export async function applyGlossary(
  db: Queryable,
  userId: string,
  cues: readonly Cue[],
): Promise<{ cues: EditedCue[]; changed: number }> {
  const rewrite = await glossaryRewriter(db, userId);
  const made: EditedCue[] = [];
  for (const [n, cue] of cues.entries()) {
    if (n > 0 && n % atOnce === 0) await pause();
    const text = rewrite(cue.text);
    const fits = text.length <= Math.max(textLimits.line, cue.text.length);
    made.push(text === cue.text || !fits ? cue : { ...cue, text, heardText: cue.text });
  }
  return { cues: made, changed: made.filter(({ heardText }) => heardText !== undefined).length };
}

/** The lines that a person has edited before as they left them, and the others as the glossary has them. */
export const editedFirst = (kept: readonly EditedCue[], fresh: readonly EditedCue[]): EditedCue[] =>
  kept.map((cue, n) => (cue.heardText === undefined ? { ...fresh[n]!, ...withSpeaker(cue) } : cue));

const withSpeaker = ({ speaker, heardSpeaker }: EditedCue): Partial<EditedCue> => ({
  ...(speaker === undefined ? {} : { speaker }),
  ...(heardSpeaker === undefined ? {} : { heardSpeaker }),
});
