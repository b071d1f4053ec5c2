/** The only file that calls ShipStation: the pair of key and secret, and refusals in ShipStation's words. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';

const LET_GO =
  'ShipStation does not accept this API key any more; connect the store again with the key and secret that its API settings show.';
const PAIR_REFUSED = 'pair-refused';

export interface Call {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'DELETE' | undefined;
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: object | undefined;
}

/** `{ Message, ExceptionMessage }`, as ASP.NET writes it; 401 and 429 come as plain text. */
function wordsOf(response: HttpResponse): string | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return undefined;
  const body = readObject(response.json()).isolated();
  const text = (name: string): string | undefined => body.maybe(name, (n) => body.string(n));
  return text('ExceptionMessage') ?? text('Message') ?? text('message');
}

function readProblem(response: HttpResponse): VendorProblem {
  const words = wordsOf(response);
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: PAIR_REFUSED, vendorMessage: words };
  if (response.status === 429) {
    const seconds = response.headers['x-rate-limit-reset'] ?? '';
    const known = response.headers['retry-after'] === undefined && /^\d{1,4}$/.test(seconds);
    return { kind: 'quota', ...(known && { retryAfterMs: Number(seconds) * 1_000 }), vendorMessage: words };
  }
  const refused = response.status >= 400 && response.status < 500;
  return {
    ...(refused &&
      words !== undefined && {
        message: `ShipStation: ${words.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.'),
      }),
    vendorMessage: words,
  };
}

/** As it is kept: key and secret in one, which is the user and password of Basic authentication. */
export const pairOf = (key: string, secret: string): string => `${key}:${secret}`;

const send = (http: Http, pair: string, call: Call, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    query: call.query,
    accept,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`,
      // Also where nothing is sent: the document demands it of every call that changes something.
      ...((call.method ?? 'GET') !== 'GET' && { 'content-type': 'application/json' }),
    },
    body: call.body && JSON.stringify(call.body),
    readProblem,
  });

/** A pair has no successor: when it is refused, the access source is told and says so. */
const underPair = (env: StoreEnv, call: Call, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === PAIR_REFUSED,
    (pair) => send(env.http, pair, call, accept),
  );

export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underPair(env, call)).json());

/** A list without an object around it, as `name`. */
export const askList = async (env: StoreEnv, name: string, call: Call): Promise<ObjectReader> =>
  readObject({ [name]: (await underPair(env, call)).json() });

/** Undefined where ShipStation does not know the thing (404). */
export async function find(env: StoreEnv, call: Call): Promise<ObjectReader | undefined> {
  const response = await underPair(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** Removes something; what is gone already (404) is what we want. */
export const remove = async (env: StoreEnv, call: Call): Promise<void> => {
  await underPair(env, { ...call, method: 'DELETE' }, [404]);
};

/** A list with a pair of one's own, before there is an `AccessSource`. */
export const askListWithPair = async (http: Http, pair: string, name: string, call: Call): Promise<ObjectReader> =>
  readObject({ [name]: (await send(http, pair, call, [])).json() });
