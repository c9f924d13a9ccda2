import { answer } from '../../../platform/confined/answer.ts';
import type { EncodingHints } from './decode-text.ts';
import { readCaptions } from './read-captions.ts';

type Input = { bytes: Uint8Array; fileName: string; hints: EncodingHints };

await answer('captions_unreadable', ({ bytes, fileName, hints }: Input) => readCaptions(bytes, fileName, hints));
