import type { VideoDetail } from '@lectern/contract/videos/videos';
import { signUp } from '@lectern/server/test/member';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { openEmbeddedPlace } from '@lectern/server/test/databases';
import { openTestWorld } from '@lectern/server/test/world';

/** Uploads a recording, with optional captions, to a server with these settings and returns the result. */
export async function throughTheProduct(
  file: string,
  env: Record<string, string>,
  captions?: string,
): Promise<VideoDetail> {
  const server = await openTestWorld({ open: openEmbeddedPlace, env });
  try {
    const member = await signUp(server.origin, server.letters);
    const id = await uploadFile(member, file, captions === undefined ? {} : { captions });
    return await waitUntilProcessed(member, id, 1800);
  } finally {
    await server.close();
  }
}
