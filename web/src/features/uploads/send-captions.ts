import { uploadRoutes } from '@lectern/contract/uploads';
import { call } from '../../session/call.ts';
import { askEncoding } from './ask-encoding.ts';

/**
 * Sends a caption file for a video, once more where a person says that its letters were read wrong, and answers what the
 * server says of it. Throws `CallError`.
 */
export async function sendCaptions(passthrough: string, file: File): Promise<string> {
  const wish = { passthrough, name: file.name };
  const { msg, choice } = await call(uploadRoutes.captions, wish, { body: file });
  const encoding = choice && (await askEncoding(file.name, choice));
  if (encoding === undefined) return msg;
  return (await call(uploadRoutes.captions, { ...wish, encoding }, { body: file })).msg;
}
