import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sharedChunk } from './shared-chunks.ts';

/** During development the server runs beside Vite on its own port. */
const server = 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { zod: join(import.meta.dirname, 'zod-shapes.ts') } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // For scripts/bundle-sizes.ts.
    manifest: true,
    target: 'es2023',
    // The Content-Security-Policy allows no data: fonts, and scripts only from files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: { index: 'index.html', portal: 'src/portal/main.tsx', share: 'src/portal/shares/main.tsx' },
      output: {
        // Small chunks compress badly: what every page needs stays together.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules[\\/](react|react-dom|scheduler|clsx)[\\/]|lucide-react.*esm[\\/](?!icons)|icons[\\/](?:camera|check|play|search)[.]|src[\\/]ui[\\/](button|brand|chunk|logo|page-title|lazy-part|translated|was-copied)[.]|rules[\\/]final-status/,
            },
            {
              name: 'router',
              test: /node_modules[\\/]react-router|button-link|src[\\/]session[\\/]stored|feedback-types|rules[\\/]plans/,
            },
            // Icons of the landing page are grouped above.
            { name: 'icons', test: /lucide-react.*icons/, minShareCount: 2 },
            { name: sharedChunk, debugName: 'shared', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // Pages of portals come from the server, with the files of the last build.
    proxy: Object.fromEntries(
      ['/api', '/media', '/upload', '/download', '/portal', '/s', '/oembed', '/assets'].map((path) => [path, server]),
    ),
  },
});
