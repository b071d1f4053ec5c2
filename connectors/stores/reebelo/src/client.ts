/** The only file that calls Reebelo: the key, and the refusals of the gateway in front of it. */
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';

const LET_GO =
  'Reebelo does not accept this API key any more; ask your Reebelo account manager for a new one and connect the store again.';

export interface Call {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'PUT' | undefined;
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: object | undefined;
}

const KEY_REFUSED = 'key-refused';

/** `{ message }` of the gateway. It answers 403 to a key it does not know, and to an address that does not exist. */
function readProblem(response: HttpResponse): VendorProblem | undefined {
  const json = /json/.test(response.headers['content-type'] ?? '');
  const body = json ? readObject(response.json()).isolated() : undefined;
  const message = body?.maybe('message', (n) => body.string(n));
  if (response.status === 403 && message === 'Missing Authentication Token')
    return { kind: 'refused', message: 'Reebelo does not know this call any more.', vendorMessage: message };
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: KEY_REFUSED, vendorMessage: message };
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return refused && message !== undefined
    ? {
        message: `Reebelo: ${message.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.'),
        vendorMessage: message,
      }
    : { vendorMessage: message };
}

const send = (http: Http, key: string, call: Call): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    query: call.query,
    headers: { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/json' },
    body: call.body && JSON.stringify(call.body),
    readProblem,
  });

/** A key has no successor: when it is refused, the access source is told and says so. */
const underKey = (env: StoreEnv, call: Call): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === KEY_REFUSED,
    (key) => send(env.http, key, call),
  );

export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underKey(env, call)).json());

/** Changes something. What Reebelo answers then is not documented: nothing, or JSON; anything else is not Reebelo's. */
export async function change(env: StoreEnv, call: Call): Promise<void> {
  const response = await underKey(env, call);
  if (response.bytes.length > 0) response.json();
}

/** With a key of one's own, before there is an `AccessSource`. */
export const askWithKey = async (http: Http, key: string, call: Call): Promise<ObjectReader> =>
  readObject((await send(http, key, call)).json());
