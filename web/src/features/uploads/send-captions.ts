import type { CodePage } from '@lectern/contract/code-pages';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { call } from '../../session/call.ts';
import { askEncoding } from './ask-encoding.ts';

/** Encodings that users chose, by file, for when a file is sent again. */
const chosen = new WeakMap<File, CodePage>();

/**
 * Sends a caption file for a video, once more with the encoding that a person chooses where two make sense, and answers what
 * the server says of it. Throws `CallError`.
 */
export async function sendCaptions(passthrough: string, file: File): Promise<string> {
  const send = (encoding: CodePage | undefined) =>
    call(uploadRoutes.captions, { passthrough, name: file.name, ...(encoding ? { encoding } : {}) }, { body: file });
  const { msg, choice } = await send(chosen.get(file));
  if (!choice) return msg;
  const encoding = await askEncoding(file.name, choice);
  chosen.set(file, encoding);
  return (await send(encoding)).msg;
}
