import { z } from 'zod';
import { appScopes } from '../accounts/oauth.ts';
import { routes } from '../route.ts';
import { boundedText } from '../text.ts';

const assistant = { access: 'person', scope: 'any', oauthScopes: appScopes, reply: 'stream' } as const;

/**
 * Model Context Protocol, over streamable HTTP without sessions. The caller's scopes and role open the tools; each asks
 * for what the same call of the API does.
 */
export const mcpRoutes = routes({
  call: { ...assistant, method: 'POST', path: '/mcp' },
  /** There is no stream to listen to. */
  listen: { ...assistant, method: 'GET', path: '/mcp' },
  end: { ...assistant, method: 'DELETE', path: '/mcp' },
  /** The same for visitors of a portal, to read only. */
  callPortal: {
    method: 'POST',
    path: '/portal/:token/mcp',
    access: 'capability',
    work: 'page',
    params: z.object({ token: boundedText(64).min(10) }),
    reply: 'stream',
  },
});
