import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The portal's pages for the server: one file without imports, that the server loads beside the web app. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/portal/render.tsx',
    outDir: 'dist-portal',
    emptyOutDir: true,
    target: 'node22',
    minify: true,
  },
  define: { 'process.env.NODE_ENV': '"production"' },
});
