import type { Context } from '../../platform/context.ts';
import type { Wire } from '../../platform/serve.ts';

type Shown = {
  html: string;
  /** Origins that may show it in a frame; none: all may. */
  sites: readonly string[];
  status?: number;
};

/**
 * Sends a page that other sites may show in a frame. The origin stands beside 'self', which names nothing within a
 * sandboxed frame.
 */
export function showPage({ origin }: Pick<Context<'capability'>, 'origin'>, { reply }: Wire, shown: Shown): void {
  const own = `'self' ${origin}`;
  const policy = [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data:`,
    `font-src ${own}`,
    `connect-src ${own}`,
    `media-src ${own} blob:`,
    `worker-src ${own} blob:`,
    "base-uri 'none'",
    `form-action ${own}`,
    // Without the directive a frame that is itself sandboxed may show it too; its origin is no site that has a name.
    ...(shown.sites.length > 0 ? [`frame-ancestors ${own} ${shown.sites.join(' ')}`] : []),
  ];
  void reply
    .code(shown.status ?? 200)
    .removeHeader('x-frame-options')
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'private, no-cache')
    .type('text/html; charset=utf-8')
    .send(shown.html);
}
