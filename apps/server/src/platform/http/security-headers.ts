/** Headers every answer carries. The content security policy has a fresh nonce per answer and no `unsafe-inline`. */
import { randomBytes } from 'node:crypto';
import type { FastifyHelmetOptions } from '@fastify/helmet';

export const newNonce = (): string => randomBytes(16).toString('base64');

/**
 * - pictures: a franchise's logos may lie at an https address; previews are blobs
 * - WebAssembly: barcodes in the camera's picture, where the browser has no detector of its own; no other eval is allowed
 * - frames and objects: labels are previewed and printed from the page's own blobs
 */
export const contentSecurityPolicy = (nonce: string, upgrade: boolean): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(upgrade ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

/** @param production adds HSTS: the site answers over TLS only */
export const helmetOptions = (production: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: false,
  strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  crossOriginEmbedderPolicy: false,
  frameguard: { action: 'sameorigin' },
});
