/**
 * The only file that makes calls. Prices are asked with the seller's access token; buying, looking and cancelling answer the
 * buyer's address, so Amazon wants a restricted data token for them, which the access token gets.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import {
  sendAsSeller,
  signInAsSeller,
  type SellingPartnerCall,
} from '@scanship/connector-kit/amazon/selling-partner-carrier';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { manifest } from './manifest.ts';

export interface AmazonCall extends SellingPartnerCall {
  /** Calls a second that Amazon publishes for the operation. */
  readonly rate: number;
}

const NOT_ALLOWED =
  'Amazon does not let this application do that; it needs the role Direct-to-Consumer Shipping (restricted), and the seller must have authorised it since.';

const send = (env: CarrierEnv, { rate, ...call }: AmazonCall, token: string): Promise<HttpResponse> =>
  sendAsSeller(env, call, token, { name: manifest.name, notAllowed: NOT_ALLOWED, rate });

/** One call with the seller's access token. */
export const exchange = (env: CarrierEnv, call: AmazonCall): Promise<HttpResponse> =>
  withToken(
    env,
    'lwa',
    () => signInAsSeller(env, manifest.name),
    (token) => send(env, call, token),
  );

/** Operations that answer the buyer's address (Tokens API, "List of restricted operations"). */
const RESTRICTED = [
  { method: 'POST', path: '/mfn/v0/shipments' },
  { method: 'GET', path: '/mfn/v0/shipments/{shipmentId}' },
  { method: 'DELETE', path: '/mfn/v0/shipments/{shipmentId}' },
] as const;

async function restrictedToken(env: CarrierEnv): Promise<AccessToken> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/tokens/2021-03-01/restrictedDataToken',
    name: 'restricted data token',
    readOnly: true,
    json: { restrictedResources: RESTRICTED },
    rate: 1,
  });
  const answer = readObject(response.json());
  const seconds = answer.integer('expiresIn', 1);
  return {
    value: answer.string('restrictedDataToken', /^\S+$/),
    expiresAt: new Date(env.now().getTime() + seconds * 1000),
  };
}

/** One call that answers the buyer's address. */
export const exchangeRestricted = (env: CarrierEnv, call: AmazonCall): Promise<HttpResponse> =>
  withToken(
    env,
    'rdt',
    () => restrictedToken(env),
    (token) => send(env, call, token),
  );
