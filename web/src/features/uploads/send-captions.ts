import { uploadRoutes } from '@lectern/contract/uploads';
import { call } from '../../session/call.ts';

/** Sends a caption file for a video and answers what the server says of it. Throws `CallError`. */
export async function sendCaptions(passthrough: string, file: File): Promise<string> {
  const { msg } = await call(uploadRoutes.captions, { passthrough, name: file.name }, { body: file });
  return msg;
}
