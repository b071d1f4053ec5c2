/** Notices of deleted accounts, signed as eBay signs them, and the call that shows the public key. */
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { jsonAnswer, type SimRoute } from '@scanship/simulator-kit/simulator';
import { isAppAccess } from './app-access.ts';
import { refusal, refusalAnswer } from './refusals.ts';

/** One pair for the life of the process; a receiver learns the id with each notice. */
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY_ID = randomUUID();

/** The whole PEM in one line, as eBay answers it. */
const publicKey = (): string => pair.publicKey.export({ format: 'pem', type: 'spki' }).toString().replaceAll('\n', '');

export interface SignedNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @param kid another id than that of the key, for judges */
export function signNotice(payload: object, kid: string = KEY_ID): SignedNotice {
  const body = JSON.stringify(payload);
  const signature = createSign('sha1').update(body).sign(pair.privateKey, 'base64');
  const header = { alg: 'ecdsa', kid, signature, digest: 'SHA1' };
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-ebay-signature': Buffer.from(JSON.stringify(header)).toString('base64'),
    },
  };
}

/** A member's account was deleted. */
export function accountDeletion(member: { readonly username: string; readonly userId: string }, at: Date): object {
  return {
    metadata: { topic: 'MARKETPLACE_ACCOUNT_DELETION', schemaVersion: '1.0', deprecated: false },
    notification: {
      notificationId: `${randomUUID()}_${randomUUID()}`,
      eventDate: at.toISOString(),
      publishDate: at.toISOString(),
      publishAttemptCount: 1,
      data: { ...member, eiasToken: 'nY+sHZ2PrBmdj6wVnY+sEZ2PrA2dj6wJnY+gAZGEpwmdj6x9nY+seQ==' },
    },
  };
}

export const keyRoute: SimRoute = {
  name: 'public key',
  method: 'GET',
  path: '/commerce/notification/v1/public_key/:key',
  effect: 'read',
  handle(request, context) {
    const bearer = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
    if (!isAppAccess(bearer, context)) return refusalAnswer(refusal(401, 1_001, 'Invalid access token'));
    if (request.params['key'] !== KEY_ID)
      return refusalAnswer(refusal(404, 195_001, 'The specified key id is invalid.'));
    return jsonAnswer(200, { key: publicKey(), algorithm: 'ECDSA', digest: 'SHA1' });
  },
};
