/** Headers every answer carries. The content security policy has a fresh nonce per answer and no `unsafe-inline`. */
import { randomBytes } from 'node:crypto';
import type { FastifyHelmetOptions } from '@fastify/helmet';

export const newNonce = (): string => randomBytes(16).toString('base64');

/**
 * - pictures: those that lie elsewhere are fetched by the server (`outside-pictures`); previews are blobs
 * - WebAssembly: barcodes in the camera's picture, where the browser has no detector of its own; no other eval is allowed
 * - frames: labels are previewed and printed from the page's own blobs; nothing is embedded as an object
 * - cards: the provider's card field, where a page has one (`cardSources`)
 */
export const contentSecurityPolicy = (nonce: string, upgrade: boolean, cards: readonly string[] = []): string =>
  [
    "default-src 'self'",
    ['script-src', "'self'", `'nonce-${nonce}'`, "'wasm-unsafe-eval'", ...cards].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...cards].join(' '),
    "worker-src 'self' blob:",
    ["frame-src 'self' blob:", ...cards].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(upgrade ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

/**
 * What pages may ask the browser for: the camera for barcodes, printers and scales by HID, passkeys, the clipboard, the
 * card provider's sheets. Everything else is nobody's, frames included.
 */
export const PERMISSIONS = [
  ...['camera', 'hid', 'usb', 'fullscreen', 'clipboard-write', 'publickey-credentials-get'].map(
    (each) => `${each}=(self)`,
  ),
  'publickey-credentials-create=(self)',
  'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
  ...['accelerometer', 'autoplay', 'browsing-topics', 'display-capture', 'geolocation', 'gyroscope'].map(
    (each) => `${each}=()`,
  ),
  ...['magnetometer', 'microphone', 'midi', 'screen-wake-lock', 'serial', 'xr-spatial-tracking'].map(
    (each) => `${each}=()`,
  ),
].join(', ');

/** Pages with a card field; the web application opens their documents anew where a foreign script is needed. */
const CARD_PAGES = /^\/(?:account\/billing|customer\/money\/account)(?:\/|$)/;
/** Besides the script's own: the API it calls and the frames of banks (docs.stripe.com/security/guide#content-security-policy). */
const STRIPE_SOURCES = ['https://api.stripe.com', 'https://hooks.stripe.com', 'https://*.js.stripe.com'];

/** Origins the page at this path may load for its card field; none for any other page. */
export function cardSources(path: string, scriptUrl: string): readonly string[] {
  if (!CARD_PAGES.test(path)) return [];
  const { origin } = new URL(scriptUrl);
  return origin === 'https://js.stripe.com' ? [origin, ...STRIPE_SOURCES] : [origin];
}

/** @param production adds HSTS: the site answers over TLS only */
export const helmetOptions = (production: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: false,
  strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginEmbedderPolicy: false,
  frameguard: { action: 'sameorigin' },
});
