import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

const Claims = z.object({
  sub: z.string(),
  aud: z.string(),
  exp: z.number(),
  kid: z.string(),
  time: z.string().optional(),
  width: z.string().optional(),
});

/** The claims of a token of Mux (JWT, RS256) that is right, meant for this and not over; undefined otherwise. */
export function verifyMuxToken(
  key: KeyObject,
  token: string,
  meant: { sub: string; aud: string },
): z.infer<typeof Claims> | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')))
    return undefined;
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const right = claims.sub === meant.sub && claims.aud === meant.aud && claims.exp > Date.now() / 1000;
  return right ? claims : undefined;
}
