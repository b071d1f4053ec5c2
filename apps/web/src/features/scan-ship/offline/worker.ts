/**
 * The service worker of packing stations (bundled alone into `station-worker.js` by `scripts/station-worker-plugin.mjs`): keeps the
 * whole program, so that a station that is opened without a line still comes up. It keeps no answer of the server but the
 * franchise's logo.
 */
import { clientsClaim } from 'workbox-core';
import { PrecacheFallbackPlugin, cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';

/** Put in when this is bundled. A file whose name holds its hash has no revision. */
declare const PROGRAM_FILES: { readonly url: string; readonly revision: string | null }[];
/** Of the worker's global scope, which is not the window's. */
declare const skipWaiting: () => Promise<void>;

// What is on screen already must find its parts without a line, too.
void skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(PROGRAM_FILES);
registerRoute(
  ({ request }) => request.mode === 'navigate',
  new NetworkOnly({ plugins: [new PrecacheFallbackPlugin({ fallbackURL: 'index.html' })] }),
);
registerRoute(({ url }) => /^\/brand\/[0-9a-f]/.test(url.pathname), new CacheFirst({ cacheName: 'brand' }));
