import { type Line, linesOf } from '@lectern/chaptering/draft/numbered-lines';
import { readTranscript } from '@lectern/chaptering/transcript';
import type { Cue } from '@lectern/contract/transcripts/cue';

export default (cues: readonly Cue[]): Line[] => linesOf(readTranscript(cues, 0), cues);
