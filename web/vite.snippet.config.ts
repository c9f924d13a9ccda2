import { defineConfig } from 'vite';

/** The script that customers' pages load: one classic script under a name that never changes. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2020',
    lib: {
      entry: 'src/portal/embed/snippet.ts',
      formats: ['iife'],
      name: 'LecternPortal',
      fileName: () => 'portal.js',
    },
  },
});
