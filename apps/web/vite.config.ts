import path from 'node:path';
import babel from '@rolldown/plugin-babel';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { leaveOutSchemasPlugin } from './scripts/leave-out-schemas.mjs';

/**
 * `__CSP_NONCE__` stands in the built index.html wherever a nonce belongs; the server replaces it on every answer.
 * In development the API is taken from a server on its usual port.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    leaveOutSchemasPlugin(),
    react(),
    babel({ include: [/\/src\/.*\.tsx?$/], plugins: ['@lingui/babel-plugin-lingui-macro'] }),
    lingui({ failOnMissing: true }),
    // The worker of packing stations: registered by Scan and Ship alone, so that nobody else's browser keeps the program.
    VitePWA({
      injectRegister: false,
      // The manifest bears the name and colour of the host's franchise: the server writes it.
      manifest: false,
      filename: 'station-worker.js',
      workbox: {
        inlineWorkboxRuntime: true,
        // What is on screen already must find its parts without a line, too.
        clientsClaim: true,
        skipWaiting: true,
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}'],
        // The viewer for browsers without one of their own.
        globIgnores: ['assets/pdf*', 'assets/Pdf*'],
        navigateFallback: null,
        runtimeCaching: [
          {
            urlPattern: ({ request }) => request.mode === 'navigate',
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: 'index.html' } },
          },
          { urlPattern: /\/brand\/[0-9a-f]/, handler: 'CacheFirst', options: { cacheName: 'brand' } },
        ],
      },
    }),
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
  },
  server: { port: 5173, proxy: { '/api': { target: process.env.API_TARGET ?? 'http://localhost:8080' } } },
});
