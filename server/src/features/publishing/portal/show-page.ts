import type { Readable } from 'node:stream';
import { isSite } from '@lectern/contract/rules/web-origin';
import { contentSecurityPolicy } from '../../../platform/http/content-security-policy.ts';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';

type Shown = {
  html: string | Readable;
  /** Origins that may show it in a frame; none: all may. */
  sites: readonly string[];
  status?: number;
};

/**
 * Sends a page that other sites may show in a frame. The origin stands beside 'self', which names nothing within a
 * sandboxed frame.
 */
export function showPage(
  { origin, media }: Pick<Context<'capability'>, 'origin' | 'media'>,
  { reply }: HttpExchange,
  shown: Shown,
): void {
  const own = ["'self'", new URL(origin).origin];
  const { sources } = media.provider ?? {};
  const policy = contentSecurityPolicy({
    'default-src': ["'none'"],
    'script-src': own,
    'style-src': [...own, "'unsafe-inline'"],
    'img-src': [...own, 'data:', ...(sources?.['img-src'] ?? [])],
    'font-src': own,
    'connect-src': [...own, ...(sources?.['connect-src'] ?? [])],
    'media-src': [...own, 'blob:', ...(sources?.['media-src'] ?? [])],
    'worker-src': [...own, 'blob:'],
    'base-uri': ["'none'"],
    'form-action': own,
    // Without the directive, sandboxed frames, whose origin names no site, may show the page too. Invalid sites saved
    // by an earlier version are left out.
    ...(shown.sites.length > 0 ? { 'frame-ancestors': [...own, ...shown.sites.filter(isSite)] } : {}),
  });
  void reply
    .code(shown.status ?? 200)
    .removeHeader('x-frame-options')
    .header('content-security-policy', policy)
    .header('cache-control', 'private, no-cache')
    .type('text/html; charset=utf-8')
    .send(shown.html);
}
