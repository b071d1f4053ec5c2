/**
 * Two signatures of Wix. The installation that a return names: `<signature>.<data>`, base64url, HMAC-SHA256 over the data with
 * the app's secret. A delivery: a JSON Web Token (RS256, RFC 7515) that the app's public key proves.
 */
import { createHmac, createPublicKey, createVerify, timingSafeEqual, type KeyObject } from 'node:crypto';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';

const parsed = (text: string): ObjectReader | undefined => {
  try {
    return readObject(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FieldProblem) return undefined;
    throw error;
  }
};

/** What a signed installation says, or undefined when Wix did not sign it. */
export function readInstance(signed: string, secret: string): ObjectReader | undefined {
  const [, signature = '', data = ''] = /^([\w-]{43})=?\.([\w=-]{10,4000})$/.exec(signed) ?? [];
  if (secret === '' || signature === '') return undefined;
  const wanted = createHmac('sha256', secret).update(data).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? parsed(data) : undefined;
}

/** As the dashboard shows it (PEM), whatever a form made of its line breaks; undefined for what is no key. */
function keyOf(text: string): KeyObject | undefined {
  const plain = text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\\n|\s/g, '');
  if (!/^[A-Za-z0-9+/]{100,2000}={0,2}$/.test(plain)) return undefined;
  const bytes = Buffer.from(plain, 'base64');
  // Some dialogs hand out the PEM text itself in base64.
  if (bytes.subarray(0, 10).toString('latin1') === '-----BEGIN') return keyOf(bytes.toString('latin1'));
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  } catch {
    // Whatever OpenSSL dislikes about it: it is no key.
    return undefined;
  }
}

/** The claims of a token, or undefined when the key does not prove it. */
export function readToken(body: Uint8Array, publicKey: string): ObjectReader | undefined {
  const text = Buffer.from(body).toString('latin1');
  const [, header = '', claims = '', signature = ''] = /^([\w-]{1,1000})\.([\w-]+)\.([\w-]+)$/.exec(text) ?? [];
  const key = keyOf(publicKey);
  // The algorithm is ours to choose, not the sender's.
  if (!key || key.asymmetricKeyType !== 'rsa' || parsed(header)?.raw('alg') !== 'RS256') return undefined;
  const good = createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(key, signature, 'base64url');
  return good ? parsed(claims) : undefined;
}

/** The claims of a token that was proved before, when it arrived. */
export const claimsOf = (body: Uint8Array): ObjectReader | undefined =>
  parsed(Buffer.from(body).toString('latin1').split('.')[1] ?? '');
