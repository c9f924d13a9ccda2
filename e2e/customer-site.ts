import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

/** Bundles a page of `e2e/pages` and serves it from an origin of its own, as a customer's site would. */
export async function openCustomerSite(page: string): Promise<{ origin: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'lectern-customer-'));
  const site = {
    root: join(import.meta.dirname, 'pages', page),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, minify: false },
    preview: { host: '127.0.0.1', port: 0 },
  } as const;
  await build(site);
  const server = await preview(site);
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The customer’s site has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
