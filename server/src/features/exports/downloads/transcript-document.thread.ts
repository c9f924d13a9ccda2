import type { Cue } from '@lectern/contract/transcripts/cue';
import { transcriptDocument } from './transcript-document.ts';

export type Written = { title: string; cues: readonly Cue[]; chapters: readonly { title: string; start: number }[] };

export default ({ title, cues, chapters }: Written): Promise<Uint8Array> => transcriptDocument(title, cues, chapters);
