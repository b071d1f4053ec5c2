/** The only file that calls Wix: access and errors in Wix's words. */
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { manifest } from './manifest.ts';

/** Sentence that makes people connect again. */
export const LET_GO = 'Wix no longer lets us into this site; the store has to be connected again.';

const ACCESS_REFUSED = 'HTTP 401';

export interface WixCall {
  /** Short name for the trace ("search orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
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

/** `{ message, details: { applicationError: { code, description } } }` */
function wordsOf(response: HttpResponse): { readonly code?: string | undefined; readonly words?: string | undefined } {
  if (!/json/.test(response.headers['content-type'] ?? '')) return {};
  const body = readObject(response.json());
  const details = body.maybe('details', (n) => body.object(n));
  const error = details?.maybe('applicationError', (n) => details.object(n));
  return {
    code: error?.maybe('code', (n) => error.id(n)),
    words: error?.maybe('description', (n) => error.string(n)) ?? body.maybe('message', (n) => body.string(n)),
  };
}

function readProblem(response: HttpResponse): VendorProblem {
  const { code, words } = wordsOf(response);
  if (response.status === 401)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: ACCESS_REFUSED, vendorMessage: words };
  if (response.status === 403)
    return {
      kind: 'not-authorised',
      message:
        'Wix does not let this app do that on the site. Install the newest version of the app and allow everything.',
      vendorMessage: words,
    };
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return {
    ...(refused && words !== undefined && { message: sentence(words) }),
    ...(code !== undefined && { vendorCode: code }),
    vendorMessage: words,
  };
}

const sendWith = (http: Http, token: string, call: WixCall, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    query: call.query,
    accept,
    readOnly: call.readOnly,
    headers: {
      accept: 'application/json',
      // As it is: Wix wants no "Bearer".
      authorization: token,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    readProblem,
  });

/** With access; when Wix refuses the token (401), with a new one, once. */
const send = (env: StoreEnv, call: WixCall, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => sendWith(env.http, token, call, accept),
  );

/** @throws ConnectorError */
export const ask = async (env: StoreEnv, call: WixCall): Promise<ObjectReader> =>
  readObject((await send(env, call)).json());

/** Undefined where Wix does not know the thing (404). @throws ConnectorError */
export async function find(env: StoreEnv, call: WixCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** With a token of one's own, before there is an `AccessSource`; undefined for a status of `without`. */
export async function askWithToken(
  http: Http,
  token: string,
  call: WixCall,
  without: readonly number[] = [],
): Promise<ObjectReader | undefined> {
  const response = await sendWith(http, token, call, without);
  return without.includes(response.status) ? undefined : readObject(response.json());
}
