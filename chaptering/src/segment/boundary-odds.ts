import type { Transcript } from '../transcript.ts';
import type { Lexicon } from './lexicon.ts';
import { evidenceOdds } from './recording-evidence.ts';

const OPENING =
  /^(?:so|okay|ok|now|all right|alright|next|well)\b.{0,60}\b(?:next|move|question|talk about|let's|first|finally|last|agenda)\b/i;

/** Per sentence, the log odds that a chapter begins with it. */
export function boundaryOdds(transcript: Transcript, _lexicon: Lexicon, slides: readonly number[]): Float64Array {
  const evidence = evidenceOdds(transcript, slides);
  return Float64Array.from(transcript.sentences, ({ text }, i) => evidence[i]! + (OPENING.test(text) ? 1.5 : 0));
}
