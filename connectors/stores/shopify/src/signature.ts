/**
 * Shopify signs with the app's client secret: query strings in hexadecimal (parameter `hmac`), deliveries in base64 (header
 * X-Shopify-Hmac-SHA256), both HMAC-SHA256. Compared in constant time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const same = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
};

type Pairs = readonly (readonly [string, string])[];

const sorted = (query: Readonly<Record<string, string>>): Pairs =>
  Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** The documented form: decoded, with only the characters escaped that would make it ambiguous. */
const plainForm = (pairs: Pairs): string =>
  pairs
    .map(([name, value]) => {
      const both = (text: string): string => text.replaceAll('%', '%25').replaceAll('&', '%26');
      return `${both(name).replaceAll('=', '%3D')}=${both(value)}`;
    })
    .join('&');

/** The form of Shopify's own libraries: encoded as a form. They differ for a `host` that ends in "=". */
const encodedForm = (pairs: Pairs): string =>
  new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();

export const hexSignature = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Whether a decoded query with `hmac` was signed by Shopify. */
export function isSignedQuery(query: Readonly<Record<string, string>>, secret: string): boolean {
  const given = query.hmac ?? '';
  if (secret === '' || !/^[0-9a-f]{64}$/.test(given)) return false;
  const pairs = sorted(query);
  // Both are computed whatever the first says, so that the time does not tell.
  const [plain, encoded] = [plainForm(pairs), encodedForm(pairs)].map((text) =>
    same(given, hexSignature(text, secret)),
  );
  return plain === true || encoded === true;
}

/** Whether a delivery's raw bytes were signed by Shopify. */
export function isSignedBody(body: Uint8Array, given: string, secret: string): boolean {
  if (secret === '' || given === '') return false;
  return same(given, createHmac('sha256', secret).update(body).digest('base64'));
}
