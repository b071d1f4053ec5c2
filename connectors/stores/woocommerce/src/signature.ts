/**
 * Deliveries are signed with the webhook's own secret: base64 of HMAC-SHA256 over the body's bytes (X-WC-Webhook-Signature).
 * A shop's owner can read the secret of its webhooks, so each shop has one of its own, made from ours and its address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (secret: string, text: string | Uint8Array): Buffer => createHmac('sha256', secret).update(text).digest();

/** The secret of one shop's webhooks: 64 hexadecimal digits, which no form of escaping changes. */
export const shopSecret = (secret: string, externalAccount: string): string =>
  hmac(secret, `deliveries of ${externalAccount}`).toString('hex');

/** Tells our webhooks of a shop from anybody else's; part of their name. */
export const shopMark = (secret: string, externalAccount: string): string =>
  hmac(secret, `name of ${externalAccount}`).toString('hex').slice(0, 10);

export const bodyDigest = (body: Uint8Array): string =>
  createHmac('sha256', '').update(body).digest('hex').slice(0, 16);

/** Whether a delivery's raw bytes were signed by this shop. Constant time. */
export function isSignedBody(body: Uint8Array, given: string, secret: string, externalAccount: string): boolean {
  if (secret === '' || given === '') return false;
  const [a, b] = [
    Buffer.from(given, 'utf8'),
    Buffer.from(hmac(shopSecret(secret, externalAccount), body).toString('base64')),
  ];
  return a.length === b.length && timingSafeEqual(a, b);
}
