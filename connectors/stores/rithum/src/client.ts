/** The only file that calls the REST API (OData 4): access, links to further pages, and errors in Rithum's words. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import { manifest } from './manifest.ts';

/** Sentence that makes people connect again. */
export const LET_GO = 'Rithum no longer lets us into this account; the store has to be connected again.';

const ACCESS_REFUSED = 'HTTP 401';
/** Rithum counts requests of a minute. */
const COME_BACK_MS = 60_000;

export interface RithumCall {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  /** Below the address ("/v1/Orders"). */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** A call that may be made again whatever became of it. */
  readonly readOnly?: boolean | undefined;
}

const sentence = (text: string): string =>
  `${manifest.name}: ${text
    .replace(/[<>{}]/g, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.!?]?$/, '.')}`;

/** `{ error: { code, message } }` of OData, or `{ Message }` and `{ error, error_description }` of what stands before it. */
export function wordsOf(response: HttpResponse): { readonly code?: string; readonly words?: string } {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return {};
  const body = readObject(response.json()).isolated();
  const error = typeof body.raw('error') === 'object' ? body.maybe('error', (n) => body.object(n)) : undefined;
  const text = (owner: ObjectReader | undefined, name: string): string | undefined =>
    owner?.maybe(name, (n) => owner.string(n));
  const code = error ? text(error, 'code') : text(body, 'error');
  const words = text(error, 'message') ?? text(body, 'Message') ?? text(body, 'error_description');
  return { ...(code !== undefined && { code }), ...(words !== undefined && { words }) };
}

function readProblem(response: HttpResponse): VendorProblem {
  const { code, words } = wordsOf(response);
  if (response.status === 401)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: ACCESS_REFUSED, vendorMessage: words };
  if (response.status === 403)
    return {
      kind: 'not-authorised',
      message: 'Rithum does not let this app do that in the account. Connect the store again and allow everything.',
      vendorMessage: words,
    };
  const throttled = response.status === 429;
  const refused = response.status >= 400 && response.status < 500 && !throttled;
  return {
    ...(throttled && response.headers['retry-after'] === undefined && { retryAfterMs: COME_BACK_MS }),
    ...(refused && words !== undefined && { message: sentence(words) }),
    ...(code !== undefined && { vendorCode: code }),
    vendorMessage: words,
  };
}

const sendWith = (http: Http, token: string, call: RithumCall, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    query: call.query,
    accept,
    readOnly: call.readOnly,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    readProblem,
  });

/** With access; when Rithum refuses the token (401), with the renewed one, once. */
export const send = (env: StoreEnv, call: RithumCall, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => sendWith(env.http, token, call, accept),
  );

/** @throws ConnectorError */
/** Filter (OData) of what is the account's own and fulfils the conditions. */
export const ownWhere = (env: StoreEnv, ...conditions: readonly string[]): string =>
  [`ProfileID eq ${env.externalAccount}`, ...conditions].join(' and ');

/** Condition: the time in this field is not before `since`; none without it. */
export const sinceIn = (field: string, since: string | undefined): readonly string[] =>
  since === undefined ? [] : [[field, 'ge', since].join(' ')];

export const ask = async (env: StoreEnv, call: RithumCall): Promise<ObjectReader> =>
  readObject((await send(env, call)).json());

/** Changes something; the answer holds nothing, or JSON. @throws ConnectorError */
export async function change(env: StoreEnv, call: RithumCall): Promise<void> {
  const response = await send(env, call);
  // A page of somebody in between is no answer of Rithum's.
  if (response.bytes.length > 0) response.json();
}

/** Undefined where Rithum does not know the thing (404). @throws ConnectorError */
export async function find(env: StoreEnv, call: RithumCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** With an access token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (http: Http, token: string, call: RithumCall): Promise<ObjectReader> =>
  readObject((await sendWith(http, token, call, [])).json());

/**
 * Where a link to more leads, below our own address: the host it names does not matter, and a token it may carry is left out.
 * @throws FieldProblem for what is no link of the API
 */
export function linkPath(owner: ObjectReader, name: string): string {
  const text = owner.string(name);
  const at = URL.canParse(text) ? new URL(text) : undefined;
  const path = at?.pathname.slice(at.pathname.indexOf('/v1/')) ?? '';
  if (!at || !/^\/v1\/[A-Za-z0-9()/]+$/.test(path)) throw new FieldProblem(owner.at(name), 'is no address of Rithum');
  at.searchParams.delete('access_token');
  return `${path}?${at.searchParams.toString()}`;
}
