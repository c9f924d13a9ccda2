import { Problem } from '@lectern/contract/problem';
import type { HttpExchange } from '../../platform/http/context.ts';
import { hashToken, newToken } from './secret-tokens.ts';

/** The prefix keeps other hosts and plain http from setting it. */
const name = '__Host-lectern-signin';

/** Seconds for which a browser may be away at the provider. */
export const signInSeconds = 600;

const sent = ({ request }: HttpExchange): string | undefined =>
  new RegExp(`(?:^|; )${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];

/** Marks the browser that begins a sign-in. It keeps an earlier mark, which another tab may still need. */
export function markBrowser(wire: HttpExchange): Buffer {
  const value = sent(wire) ?? newToken();
  void wire.reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Max-Age=${signInSeconds}; Secure; HttpOnly; SameSite=Lax`,
  );
  return hashToken(value);
}

/** The mark of the browser. Throws `sign_in_other_browser` without one. */
export function requireMark(wire: HttpExchange): Buffer {
  const value = sent(wire);
  if (value === undefined) throw new Problem('sign_in_other_browser');
  return hashToken(value);
}
