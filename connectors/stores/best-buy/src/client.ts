/** The only file that calls Mirakl's seller API: the key, the shop, and its refusals in words. */
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';

export const LET_GO =
  'Best Buy does not accept this API key any more; make a new one in the seller portal and connect the store again.';

export interface Call {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'PUT' | 'POST' | undefined;
  /** From "/api" on. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: object | undefined;
  readonly accept?: readonly number[] | undefined;
}

const sentence = (text: string): string =>
  `Best Buy: ${text
    .replaceAll(/[<>{}]/g, ' ')
    .slice(0, 300)
    .trim()
    .replace(/(?<![.\s])[.\s]*$/, '.')}`;

/** `{ status, message }`, and of newer calls `{ errors: [{ code, message }] }`. */
function readProblem(response: HttpResponse): VendorProblem | undefined {
  const known: VendorProblem = {
    ...(response.status === 401 && { kind: 'not-authorised', message: LET_GO }),
    ...(response.status === 403 && {
      kind: 'not-authorised',
      message: 'Best Buy does not let this user do that. Its role in the seller portal has to allow orders and offers.',
    }),
  };
  if (!/json/.test(response.headers['content-type'] ?? '')) return known;
  const body = readObject(response.json()).isolated();
  const [first] = body.has('errors') ? body.list('errors', (error) => error.isolated()) : [];
  const from = first ?? body;
  const message = from.maybe('message', (n) => from.string(n));
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return {
    ...(refused && message !== undefined && { message: sentence(message) }),
    vendorCode: first?.maybe('code', (n) => first.string(n, /^[\w-]+$/)),
    vendorMessage: message,
    ...known,
  };
}

/** @param shop number of the shop; undefined asks for the user's default one */
const send = (http: Http, key: string, shop: string | undefined, call: Call): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    query: { ...call.query, shop_id: shop },
    headers: {
      authorization: key,
      accept: 'application/json',
      ...(call.body && { 'content-type': 'application/json' }),
    },
    body: call.body && JSON.stringify(call.body),
    accept: call.accept,
    readProblem,
  });

/** A key has no successor: when it is refused, the access source is told and says so. */
const underKey = (env: StoreEnv, call: Call): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === 'HTTP 401',
    (key) => send(env.http, key, env.externalAccount, call),
  );

/** Asks, or changes something that is answered in words. Changing calls are never repeated here. */
export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underKey(env, call)).json());

/**
 * Changes something that is answered by 204 alone.
 * @throws FieldProblem for any other answer, which is not Mirakl's
 */
export async function change(env: StoreEnv, call: Call): Promise<void> {
  const response = await underKey(env, call);
  if (response.status !== 204 || response.bytes.length > 0)
    throw new FieldProblem('The answer', 'should be empty with status 204');
}

/** With a key of one's own, before there is an `AccessSource`. Undefined where one of `accept` was answered. */
export async function askWithKey(
  http: Http,
  key: string,
  shop: string | undefined,
  call: Call,
): Promise<ObjectReader | undefined> {
  const response = await send(http, key, shop, call);
  return response.status === 200 ? readObject(response.json()) : undefined;
}
