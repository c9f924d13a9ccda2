import type { Cue } from '@lectern/contract/transcripts/cue';
import type { RecognisedWord } from '../../../ports/speech/port.ts';
import { type Aligned, alignWords } from './aligned.ts';

export type ToAlign = { cues: readonly Cue[]; words: readonly RecognisedWord[]; duration: number };

export default ({ cues, words, duration }: ToAlign): Aligned => alignWords(cues, words, duration);
