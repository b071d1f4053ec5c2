/** The only file that calls the Selling Partner API: access, refusals in Amazon's words, rates. */
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import {
  ACCESS_ENDED,
  readSellingPartnerRefusal,
  sellingPartnerHeaders,
  type SellingPartnerWords,
} from '@scanship/connector-kit/amazon/selling-partner';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';

/** Sentence that makes people connect again. */
export const LET_GO = 'Amazon no longer lets us into this seller account; the store has to be connected again.';

const WORDS: SellingPartnerWords = {
  accessEnded: LET_GO,
  notAllowed:
    'Amazon does not let this app do that with the seller account. Connect the store again, or ask the operator which roles the app has.',
};

export interface AmazonCall {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** Present for a call that changes something. */
  readonly body?: object | undefined;
  /** Calls a second that Amazon publishes for the operation, where the answer does not name the seller's own rate. */
  readonly rate: number;
}

const sendWith = (http: Http, token: string, call: AmazonCall, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.body === undefined ? 'GET' : 'POST',
    path: call.path,
    name: call.name,
    query: call.query,
    accept,
    headers: {
      ...sellingPartnerHeaders(token),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    readProblem: readSellingPartnerRefusal(call.rate, WORDS),
  });

/** With access; when Amazon says that the token has ended, with the renewed one, once. */
const send = (env: StoreEnv, call: AmazonCall, accept: readonly number[]): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_ENDED,
    (token) => sendWith(env.http, token, call, accept),
  );

/** @throws ConnectorError */
export const ask = async (env: StoreEnv, call: AmazonCall): Promise<ObjectReader> =>
  readObject((await send(env, call, [])).json());

/** As `ask`; undefined where Amazon knows no such thing (404, or 400 for an id it does not take). */
export async function askMaybe(env: StoreEnv, call: AmazonCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [400, 404]);
  return response.status === 200 ? readObject(response.json()) : undefined;
}

/** With a token of one's own, before there is an `AccessSource`. @param accept refusals that mean "not for this app" */
export async function askWithToken(
  http: Http,
  token: string,
  call: AmazonCall,
  accept: readonly number[] = [],
): Promise<ObjectReader | undefined> {
  const response = await sendWith(http, token, call, accept);
  return response.status === 200 ? readObject(response.json()) : undefined;
}

/** Changes something; the answer is empty (204). Never repeated here. */
export async function change(env: StoreEnv, call: AmazonCall & { readonly body: object }): Promise<void> {
  const response = await send(env, call, []);
  // An answer that is not Amazon's must not pass for one.
  if (response.bytes.length > 0) readObject(response.json());
}
