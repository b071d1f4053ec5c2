/** The only file that calls Square: access, the version every call is written for, and errors in Square's words. */
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { manifest } from './manifest.ts';

/** The version of Square's API (a day) that requests and answers follow. */
export const VERSION = '2025-08-20';

/** Sentence that makes people connect again. */
export const LET_GO = 'Square no longer lets us into this account; the store has to be connected again.';

const ACCESS_REFUSED = 'HTTP 401';
/** Square names no time; its advice is to wait a little longer each time. */
const COME_BACK_MS = 2_000;

export interface SquareCall {
  /** Short name for the trace ("search orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** A POST that only asks. */
  readonly readOnly?: boolean | undefined;
}

const sentence = (text: string): string =>
  `${manifest.name}: ${text
    .replace(/[<>{}]/g, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.!?]?$/, '.')}`;

/** The first of `errors`: `{ category code detail field }`. */
export function firstError(response: HttpResponse): { readonly code?: string; readonly detail?: string } {
  if (!/json/.test(response.headers['content-type'] ?? '')) return {};
  const body = readObject(response.json());
  const [first] = body.has('errors') ? body.list('errors', (error) => error.isolated()) : [];
  return {
    code: first?.maybe('code', (n) => first.string(n)),
    detail: first?.maybe('detail', (n) => first.string(n)),
  };
}

function readProblem(response: HttpResponse): VendorProblem {
  if (response.status === 401)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: ACCESS_REFUSED, vendorMessage: '' };
  if (response.status === 403)
    return {
      kind: 'not-authorised',
      message: 'Square does not let this app do that in the account. Connect the store again and allow everything.',
    };
  const throttled = response.status === 429 ? { retryAfterMs: COME_BACK_MS } : {};
  const { code, detail } = firstError(response);
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return {
    ...throttled,
    ...(refused && detail !== undefined && { message: sentence(detail) }),
    ...(code !== undefined && { vendorCode: code }),
    vendorMessage: detail,
  };
}

const sendWith = (http: Http, token: string, call: SquareCall, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    accept,
    readOnly: call.readOnly,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'square-version': VERSION,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    readProblem,
  } satisfies HttpRequest);

/** With access; when Square refuses the token (401), with the renewed one, once. */
const send = (env: StoreEnv, call: SquareCall, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => sendWith(env.http, token, call, accept),
  );

/** @throws ConnectorError */
export const ask = async (env: StoreEnv, call: SquareCall): Promise<ObjectReader> =>
  readObject((await send(env, call)).json());

/** Asks for one thing; undefined where Square does not know it (404). @throws ConnectorError */
export async function find(env: StoreEnv, call: SquareCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** With an access token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (http: Http, token: string, call: SquareCall): Promise<ObjectReader> =>
  readObject((await sendWith(http, token, call, [])).json());
