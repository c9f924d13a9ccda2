import { transcriptRoutes } from '@lectern/contract/transcripts';
import { feature } from '../../platform/serve.ts';
import { editCue } from './edit-cue.ts';
import { renameSpeaker } from './rename-speaker.ts';
import { speakersElsewhere } from './speakers-elsewhere.ts';

export const transcripts = feature(transcriptRoutes, { editCue, renameSpeaker, speakersElsewhere });
