import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import { type Hints, readCaptions } from './read-captions.ts';

type Input = { bytes: Uint8Array; fileName: string; hints: Hints };

await serveSubprocess('captions_unreadable', ({ bytes, fileName, hints }: Input) =>
  readCaptions(bytes, fileName, hints),
);
