import path from 'node:path';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import { makeConfig } from '@lingui/conf';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cataloguePlugin, SOURCE_LOCALE } from './scripts/catalogue-plugin.mjs';
import { leaveOutSchemasPlugin } from './scripts/leave-out-schemas.mjs';
import { stationWorkerPlugin } from './scripts/station-worker-plugin.mjs';

/** Makes messages of what is written in code. Babel is the slowest step, so a file without Lingui's macros does not go through it. */
const MESSAGES = defineRolldownBabelPreset({
  preset: {
    plugins: [
      [
        '@lingui/babel-plugin-lingui-macro',
        { linguiConfig: makeConfig({ sourceLocale: SOURCE_LOCALE }, { skipValidation: true }) },
      ],
    ],
  },
  rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
});

/**
 * `__CSP_NONCE__` stands in the built index.html wherever a nonce belongs; the server replaces it on every answer.
 * In development the API is taken from a server on its usual port.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    leaveOutSchemasPlugin(),
    react(),
    babel({ include: [/\/src\/.*\.tsx?$/], presets: [MESSAGES] }),
    cataloguePlugin(),
    stationWorkerPlugin(),
  ],
  // The contracts' schemas are for the server; the browser takes their types alone.
  resolve: { alias: { 'zod/mini': path.join(import.meta.dirname, 'src/lib/no-schemas.ts') } },
  html: { cspNonce: '__CSP_NONCE__' },
  // Everything is bundled at build time; one hashed folder can be cached for ever.
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    assetsInlineLimit: 0,
    // Names of chunks stand in every chunk that imports them, and their hashes do not compress; 42 bits are enough.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
  server: { port: 5173, proxy: { '/api': { target: process.env.API_TARGET ?? 'http://localhost:8080' } } },
});
