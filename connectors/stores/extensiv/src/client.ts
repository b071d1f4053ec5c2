/** The only file that calls Extensiv: the token, and refusals in Extensiv's words. Its answers are lists without an object around. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';

const LET_GO =
  'Extensiv does not accept this API token any more, or the token may not do this; make one with all permissions and connect the store again.';
const TOKEN_REFUSED = 'token-refused';

export interface Call {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'PUT' | undefined;
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: object | undefined;
}

/** The form of refusals is not documented: what has one of the usual names is quoted. */
function wordsOf(response: HttpResponse): string | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return undefined;
  const json = response.json();
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const body = readObject(json).isolated();
  const text = (name: string): string | undefined => body.maybe(name, (n) => body.string(n));
  return text('message') ?? text('error_description') ?? text('error');
}

function readProblem(response: HttpResponse): VendorProblem {
  const words = wordsOf(response);
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: TOKEN_REFUSED, vendorMessage: words };
  if (response.status === 429) {
    const wait = response.headers['x-skubana-quota-retryafter'] ?? '';
    const known = response.headers['retry-after'] === undefined && /^\d{1,7}$/.test(wait);
    return { kind: 'quota', ...(known && { retryAfterMs: Number(wait) }), vendorMessage: words };
  }
  const refused = response.status >= 400 && response.status < 500;
  return {
    ...(refused &&
      words !== undefined && {
        message: `Extensiv: ${words.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.'),
      }),
    vendorMessage: words,
  };
}

const send = (http: Http, token: string, call: Call): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    query: call.query,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(call.body && { 'content-type': 'application/json; charset=utf-8' }),
    },
    body: call.body && JSON.stringify(call.body),
    readProblem,
  });

/** A token has no successor: when it is refused, the access source is told and says so. */
const underToken = (env: StoreEnv, call: Call): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === TOKEN_REFUSED,
    (token) => send(env.http, token, call),
  );

export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underToken(env, call)).json());

/** A list, as `items`. */
export const askList = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject({ items: (await underToken(env, call)).json() });

/** Changes something; what is answered then may be nothing. */
export async function change(env: StoreEnv, call: Call): Promise<unknown> {
  const response = await underToken(env, call);
  return response.bytes.length === 0 ? undefined : response.json();
}

/** Either form with a token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (http: Http, token: string, call: Call): Promise<ObjectReader> =>
  readObject((await send(http, token, call)).json());
export const askListWithToken = async (http: Http, token: string, call: Call): Promise<ObjectReader> =>
  readObject({ items: (await send(http, token, call)).json() });

/** How many items came, readable or not; a full page has another after it. */
export const countOf = (list: ObjectReader): number => {
  const items = list.raw('items');
  return Array.isArray(items) ? items.length : 0;
};
