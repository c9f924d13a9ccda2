import { answer } from '../../../platform/confined/answer.ts';
import { readCaptions } from './read-captions.ts';

type Input = { bytes: Uint8Array; fileName: string };

await answer('captions_unreadable', ({ bytes, fileName }: Input) => readCaptions(bytes, fileName));
