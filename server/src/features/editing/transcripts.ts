import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { feature } from '../../platform/http/serve.ts';
import { chooseTracks, lookForTracks } from './choose-tracks.ts';
import { editCue } from './edit-cue.ts';
import { renameSpeaker } from './rename-speaker.ts';
import { speakersElsewhere } from './speakers-elsewhere.ts';
import { tracksOf } from './tracks.ts';

export const transcripts = feature(transcriptRoutes, {
  editCue,
  renameSpeaker,
  speakersElsewhere,
  tracks: tracksOf,
  chooseTracks,
  lookForTracks,
});
