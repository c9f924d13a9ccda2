import { type NumberedLine, numberLines } from '@lectern/chaptering/draft/numbered-lines';
import { readTranscript } from '@lectern/chaptering/transcript';
import type { Cue } from '@lectern/contract/transcripts/cue';

export default (cues: readonly Cue[]): NumberedLine[] => numberLines(readTranscript(cues, 0), cues);
