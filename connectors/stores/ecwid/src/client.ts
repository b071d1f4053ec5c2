/** The only file that calls Ecwid's REST API: access and errors in Ecwid's words. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import { manifest } from './manifest.ts';

/** Sentence that makes people connect again. */
export const LET_GO = 'Ecwid no longer lets us into this store; the store has to be connected again.';

const ACCESS_REFUSED = 'access-refused';

export interface EcwidCall {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'PUT';
  /** Below the store ("/orders"). */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** Sent as JSON. */
  readonly body?: object | undefined;
}

const sentence = (text: string): string =>
  `${manifest.name}: ${text
    .replace(/[<>{}]/g, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.!?]?$/, '.')}`;

/** `{ errorMessage, errorCode }`; the older part of the API says it in the status line alone. */
function wordsOf(response: HttpResponse): { readonly code?: string | undefined; readonly words?: string | undefined } {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return {};
  const body = readObject(response.json()).isolated();
  return {
    code: body.maybe('errorCode', (n) => body.id(n)),
    words: body.maybe('errorMessage', (n) => body.string(n)),
  };
}

function readProblem(response: HttpResponse): VendorProblem {
  const { code, words } = wordsOf(response);
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: ACCESS_REFUSED, vendorMessage: words };
  if (response.status === 402)
    return {
      kind: 'refused',
      message: 'The plan of this Ecwid store does not include its API. Change the plan at Ecwid, then try again.',
      vendorCode: 'plan',
      vendorMessage: words,
    };
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return {
    ...(refused && words !== undefined && { message: sentence(words) }),
    ...(code !== undefined && { vendorCode: code }),
    vendorMessage: words,
  };
}

const sendWith = (
  http: Http,
  account: string,
  token: string,
  call: EcwidCall,
  accept: readonly number[],
): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: `/api/v3/${account}${call.path}`,
    name: call.name,
    query: call.query,
    accept,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    readProblem,
  });

/** Tokens have no end and no successor: a refused one is told to the access source, which says so. */
const send = (env: StoreEnv, call: EcwidCall, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => sendWith(env.http, env.externalAccount, token, call, accept),
  );

/** @throws ConnectorError */
export const ask = async (env: StoreEnv, call: EcwidCall): Promise<ObjectReader> =>
  readObject((await send(env, call)).json());

/** Undefined where Ecwid does not know the thing (404). @throws ConnectorError */
export async function find(env: StoreEnv, call: EcwidCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** With a token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (
  http: Http,
  account: string,
  token: string,
  call: EcwidCall,
): Promise<ObjectReader> => readObject((await sendWith(http, account, token, call, [])).json());
