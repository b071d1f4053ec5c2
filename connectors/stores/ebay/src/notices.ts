/**
 * Notices that an eBay member's account was deleted. Every production key set has to take them; they name a person, not a
 * store. Signed with a key of eBay that is fetched by the id in the signature (Notification API, getPublicKey).
 */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { type ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import {
  EVERY_STORE,
  type Delivery,
  type DeliveryMeaning,
  type DeliveryReader,
  type VerifiedDelivery,
} from '@scanship/connector-kit/store/store';
import type { DeliveryEnv } from '@scanship/connector-kit/store/store-environment';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import { applicationToken } from './authorise.ts';
import { readProblem } from './client.ts';

export const ACCOUNT_DELETION = 'MARKETPLACE_ACCOUNT_DELETION';
const KEYS = '/commerce/notification/v1/public_key';
const KEY_ID = /^[A-Za-z0-9-]{8,64}$/;
/** SHA1 is what eBay signs with today; the key's own answer says which. */
const DIGESTS: Readonly<Record<string, string>> = { SHA1: 'sha1', SHA256: 'sha256' };

const refused = (vendorCode: string): ConnectorError =>
  fail('refused', 'This notice does not carry a valid signature of eBay.', { vendorCode });

/** `x-ebay-signature`: base64 of `{ alg, kid, signature, digest }`. Only the id and the signature are used. */
function readSignature(header: string): { readonly kid: string; readonly signature: Buffer } {
  try {
    const said = readObject(JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as unknown);
    return {
      kid: said.string('kid', KEY_ID),
      signature: Buffer.from(said.string('signature', /^[A-Za-z0-9+/=]{8,400}$/), 'base64'),
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FieldProblem) throw refused('header');
    throw error;
  }
}

/** The key and its digest as one text, or undefined where eBay knows no such id. */
async function fetchKey(kid: string, env: DeliveryEnv): Promise<string | undefined> {
  const response = await withToken(
    env,
    'application',
    () => applicationToken(env),
    (token) =>
      env.http.send({
        method: 'GET',
        name: 'public key',
        path: `${KEYS}/${encodeURIComponent(kid)}`,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        accept: [400, 404],
        readProblem,
      }),
  );
  if (response.status !== 200) return undefined;
  const answer = readObject(response.json());
  const digest = answer.maybe('digest', (n) => answer.string(n)) ?? 'SHA1';
  return `${digest} ${answer.string('key')}`;
}

/** eBay leaves the line breaks of the PEM out. */
function isSigned(kept: string, body: Uint8Array, signature: Uint8Array): boolean {
  const at = kept.indexOf(' ');
  const digest = DIGESTS[kept.slice(0, at).toUpperCase()];
  const der = Buffer.from(kept.slice(at + 1).replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  if (digest === undefined) throw fail('vendor-broken', 'eBay signs with a digest that is not known here.');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return key.asymmetricKeyType === 'ec' && verifySignature(digest, body, key, signature);
}

function parsed(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'eBay sent a notice that is not JSON.', { vendorCode: 'unreadable' });
  }
}

async function verify(
  { headers, body }: Delivery,
  _app: Readonly<Record<string, string>>,
  env: DeliveryEnv,
): Promise<VerifiedDelivery> {
  const { kid, signature } = readSignature(headers['x-ebay-signature'] ?? '');
  const key = await env.keys.get(kid, () => fetchKey(kid, env));
  if (key === undefined) throw refused('key');
  if (!isSigned(key, body, signature)) throw refused('signature');
  const notice = parsed(body);
  // A repeat has another count and time in it, so the notice's own id is what stays.
  return {
    deliveryKey: notice.object('notification').string('notificationId', /^\S{1,150}$/),
    externalAccount: EVERY_STORE,
    topic: notice.object('metadata').string('topic'),
  };
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (topic !== ACCOUNT_DELETION) return { kind: 'nothing', why: `Notices of "${topic}" ask for nothing here.` };
  const data = parsed(body).object('notification').object('data');
  const ids = ['username', 'userId'].flatMap((name) => data.maybe(name, (n) => data.string(n)) ?? []);
  const externalBuyerIds = [...new Set(ids.filter((id) => id !== ''))];
  if (externalBuyerIds.length === 0) throw new FieldProblem('notification.data.username', 'is missing');
  return { kind: 'redact-buyer', externalBuyerIds };
}

/** SHA-256 of code, token and address, in this order, as eBay's guide to the notices has it. */
export const challengeResponse = (code: string, token: string, address: string): string =>
  createHash('sha256').update(code).update(token).update(address).digest('hex');

export const notices: DeliveryReader = {
  verify,
  understand,
  challenge({ query, address }, app) {
    const code = query['challenge_code'];
    const token = app['verificationToken'] ?? '';
    if (code === undefined || code === '' || token === '') return undefined;
    return { challengeResponse: challengeResponse(code, token, address) };
  },
};
