import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import { type Hints, readCaptions } from './read-captions.ts';

/** `counted`: how many cues there are is wanted, without them. */
export type CaptionsInput = { bytes: Uint8Array; fileName: string; hints: Hints; counted: boolean };

await serveSubprocess('captions_unreadable', ({ bytes, fileName, hints, counted }: CaptionsInput) => {
  const captions = readCaptions(bytes, fileName, hints);
  return counted ? { ...captions, cues: captions.cues.length } : captions;
});
