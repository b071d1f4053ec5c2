/** The only file that calls the Open API: access, the app's key, and errors in Etsy's words. */
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { manifest } from './manifest.ts';

export interface EtsyCall {
  /** Short name for the trace ("receipts"). */
  readonly name: string;
  /** Below /v3/application. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** Present for a call that changes something: sent as a form. */
  readonly form?: Readonly<Record<string, string>> | undefined;
}

type App = Readonly<Record<string, string>>;

/** One second's budget, where Etsy names no time; the day's, counted over the last 24 hours, comes back bit by bit. */
const SECOND_MS = 1_000;
const DAY_USED_UP_MS = 3_600_000;

const sentence = (text: string): string =>
  `${manifest.name}: ${text
    .replace(/[<>{}]/g, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.!?]?$/, '.')}`;

/** `error` and, from the sign-in, `error_description`. */
export function wordsOf(response: HttpResponse): {
  readonly code?: string | undefined;
  readonly words?: string | undefined;
} {
  if (!/json/.test(response.headers['content-type'] ?? '')) return {};
  const body = readObject(response.json());
  const code = body.maybe('error', (n) => body.string(n));
  return { code, words: body.maybe('error_description', (n) => body.string(n)) ?? code };
}

function throttled(response: HttpResponse): VendorProblem {
  const given = /^\d{1,6}$/.test(response.headers['retry-after'] ?? '')
    ? Number(response.headers['retry-after']) * 1_000
    : undefined;
  const dayIsOver = response.headers['x-remaining-today'] === '0';
  return {
    kind: 'quota',
    message: dayIsOver
      ? 'Etsy allows no more calls of this app today; the call is repeated later.'
      : 'Etsy asks us to slow down; the call is repeated later.',
    retryAfterMs: given ?? (dayIsOver ? DAY_USED_UP_MS : SECOND_MS),
  };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 429) return throttled(response);
  const { words } = wordsOf(response);
  if (response.status === 401)
    return {
      message: 'Etsy no longer lets us into this shop; the store has to be connected again.',
      vendorMessage: words,
    };
  if (response.status === 403)
    return {
      kind: 'not-authorised',
      message: 'Etsy does not let this app do this in the shop. Connect the store again and allow everything.',
      vendorMessage: words,
    };
  return words === undefined ? undefined : { message: sentence(words), vendorMessage: words };
}

async function sendOnce(
  http: Http,
  app: App,
  token: string,
  call: EtsyCall,
  accept: readonly number[],
): Promise<HttpResponse> {
  const changes = call.form !== undefined;
  return http.send({
    method: changes ? 'POST' : 'GET',
    path: `/v3/application${call.path}`,
    name: call.name,
    query: call.query,
    accept,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      // Both parts since 2026-02-09; the keystring alone is refused.
      'x-api-key': `${app.clientId ?? ''}:${app.clientSecret ?? ''}`,
      ...(changes ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    body: changes ? new URLSearchParams(call.form).toString() : undefined,
    readProblem: readRefusal,
  });
}

/** With an access token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (http: Http, app: App, token: string, call: EtsyCall): Promise<ObjectReader> =>
  readObject((await sendOnce(http, app, token, call, [])).json());

/** A call with access; when Etsy refuses the token (401), with the renewed one, once. */
const send = (env: StoreEnv, call: EtsyCall, accept: readonly number[]): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ kind, vendorCode }) => kind === 'not-authorised' && vendorCode === 'HTTP 401',
    (token) => sendOnce(env.http, env.app, token, call, accept),
  );

/** Asks, or changes something where the call has a form. @throws ConnectorError */
export const ask = async (env: StoreEnv, call: EtsyCall): Promise<ObjectReader> =>
  readObject((await send(env, call, [])).json());

/** Asks for one thing; undefined where Etsy does not know it (404). @throws ConnectorError */
export async function find(env: StoreEnv, call: EtsyCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}
