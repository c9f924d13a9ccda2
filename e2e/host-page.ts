import { createServer } from 'node:http';
import { once } from 'node:events';

export type HostPage = { html: string; headers?: Record<string, string> };

/**
 * Serves a customer's site by path on another site (localhost against 127.0.0.1), so the browser treats embedded
 * content as third-party.
 */
export async function openHostSite(): Promise<{
  origin: string;
  pages: Map<string, HostPage>;
  close(): Promise<void>;
}> {
  const pages = new Map<string, HostPage>();
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    const page = pages.get(path);
    response.writeHead(page ? 200 : path === '/favicon.ico' ? 204 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...page?.headers,
    });
    response.end(page?.html);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host site has no port.');
  return {
    origin: `http://localhost:${address.port}`,
    pages,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A page with words above and below what is embedded. */
export const hostHtml = (embedded: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Our company</title></head>
<body><main><h1>Our company</h1><p id="above">What we talk about.</p>${embedded}<p id="below">And how to reach us.</p></main></body></html>`;
