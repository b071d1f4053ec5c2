/** The only file that calls Extensiv: tokens, HAL lists, entity tags, and refusals in Extensiv's words. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { JsonObject } from '@scanship/domain/values/json';

/** As Extensiv writes it in lists, capital C and all. */
const REL = 'http://api.3plCentral.com/rels/';
const ACCESS_REFUSED = 'access-refused';
/** "Typically between 30 and 60 minutes", whatever `expires_in` says. */
const MOST_TOKEN_SECONDS = 1_800;

const KEYS_REFUSED =
  'Extensiv does not accept these API credentials; check client ID, client secret, user login and 3PL key with the warehouse, and connect the store with them.';
const LET_GO = 'Extensiv does not accept the access of this store any more; connect it again.';
const NO_RIGHT =
  'Extensiv does not let these credentials do that; the warehouse has to ask for the roles to view and edit orders, and to view items, customers and facilities.';

/** `ErrorCode` of an `OperationException`. */
const OPERATIONS: Readonly<Record<string, string>> = {
  NotFullyAllocated:
    'Not all goods of this order are allocated at the warehouse, so it cannot be closed; let the warehouse allocate it.',
  OrderConfirmed: 'The warehouse has closed this order already.',
  AlreadyCompleted: 'The warehouse has closed this order already.',
  OrderCanceled: 'The order was cancelled at the warehouse.',
  DateBeforeFreeze: 'The warehouse has closed its books for this day; let the warehouse close the order.',
};

export interface Call {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | undefined;
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: JsonObject | undefined;
  /** Entity tag of what is changed, as it was when it was looked at. */
  readonly ifMatch?: string | undefined;
}

interface Refusal {
  readonly type: string;
  readonly code: string | undefined;
  readonly words: string | undefined;
}

/** `{ $type, ErrorCode, Hint, Properties }`, or `{ Message }` of the sign-in; a 500 is plain text. */
function refusalOf(response: HttpResponse): Refusal {
  const nothing = { type: '', code: undefined, words: undefined };
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return nothing;
  const body = readObject(response.json()).isolated();
  const text = (name: string): string | undefined => body.maybe(name, (n) => body.string(n));
  const code = text('ErrorCode');
  return { type: text('$type') ?? '', code, words: text('Hint') ?? text('Message') ?? code };
}

const sentence = (words: string): string =>
  `Extensiv: ${words.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.');

function readProblem(response: HttpResponse): VendorProblem {
  const { status } = response;
  const { type, code, words } = refusalOf(response);
  const said = { ...(code !== undefined && { vendorCode: code }), vendorMessage: words };
  if (status === 401)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: ACCESS_REFUSED, vendorMessage: words };
  if (status === 403) {
    if (!/OperationException/.test(type)) return { ...said, kind: 'not-authorised', message: NO_RIGHT };
    const known = code !== undefined && Object.hasOwn(OPERATIONS, code) ? OPERATIONS[code] : undefined;
    return { ...said, kind: 'refused', message: known ?? sentence(words ?? 'this is not possible now') };
  }
  // The precondition failed, so nothing was changed.
  if (status === 412)
    return {
      ...said,
      kind: 'temporary-before-effect',
      message: 'The order was changed at the warehouse at the same moment; it is looked at again.',
    };
  return status >= 400 && status < 500 && words !== undefined ? { ...said, message: sentence(words) } : said;
}

const send = (http: Http, token: string, call: Call, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: call.path,
    name: call.name,
    query: call.query,
    accept,
    headers: {
      // Without it the names are in another case, and lists stand elsewhere.
      accept: 'application/hal+json',
      authorization: `Bearer ${token}`,
      ...(call.body && { 'content-type': 'application/hal+json' }),
      ...(call.ifMatch !== undefined && { 'if-match': call.ifMatch }),
    },
    body: call.body && JSON.stringify(call.body),
    readProblem,
  });

const underAccess = (env: StoreEnv, call: Call, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => send(env.http, token, call, accept),
  );

export interface Keys {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userLogin: string;
  readonly tplKey: string;
}

/** A new token; older ones stay good beside it. */
export async function newToken(http: Http, keys: Keys, now: Date): Promise<Record<string, string>> {
  const response = await http.send({
    name: 'token',
    method: 'POST',
    path: '/AuthServer/api/Token',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${keys.clientId}:${keys.clientSecret}`, 'utf8').toString('base64')}`,
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      ...(keys.tplKey !== '' && { tpl: keys.tplKey }),
      user_login: keys.userLogin,
    }),
    readOnly: true,
    readProblem(refused) {
      const { words } = refusalOf(refused);
      if (![400, 401, 403].includes(refused.status)) return { vendorMessage: words };
      return { kind: 'not-authorised', message: KEYS_REFUSED, vendorCode: 'keys-refused', vendorMessage: words };
    },
  });
  const answer = readObject(response.json());
  const seconds = Math.min(answer.integer('expires_in', 1), MOST_TOKEN_SECONDS);
  return {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    [ACCESS_EXPIRES_AT]: new Date(now.getTime() + seconds * 1_000).toISOString(),
  };
}

export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underAccess(env, call)).json());

/** With a token of one's own, before there is an `AccessSource`; undefined where there is no such thing (404). */
export async function findWithToken(http: Http, token: string, call: Call): Promise<ObjectReader | undefined> {
  const response = await send(http, token, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** A thing with its entity tag, which a change of it has to name. */
export interface Tagged {
  readonly thing: ObjectReader;
  readonly tag: string;
}

/** Undefined where Extensiv does not know the thing (404). */
export async function findTagged(env: StoreEnv, call: Call): Promise<Tagged | undefined> {
  const response = await underAccess(env, call, [404]);
  if (response.status === 404) return undefined;
  const tag = response.headers.etag ?? '';
  if (!/^(?:W\/)?"[\x21-\x7e]*"$/.test(tag)) throw new FieldProblem('ETag', 'is missing');
  return { thing: readObject(response.json()), tag };
}

/** An operator, which answers nothing (204). */
export async function operate(env: StoreEnv, call: Call): Promise<void> {
  const response = await underAccess(env, call);
  if (response.status !== 204 || response.bytes.length > 0) throw new FieldProblem('The answer', 'should be empty');
}

export interface List {
  /** How many there are in all. */
  readonly total: number;
  readonly items: readonly ObjectReader[];
  /** Of items that are no objects. */
  readonly problems: readonly string[];
}

/** The items of a HAL list. @param rel "orders/order"; @param name as messages call it */
export function readList(answer: ObjectReader, rel: string, name: string): List {
  const total = answer.integer('totalResults', 0);
  const embedded = answer.has('_embedded') ? (answer.object('_embedded').raw(`${REL}${rel}`) ?? undefined) : undefined;
  if (embedded === undefined && total > 0) throw new FieldProblem(name, 'are missing');
  const list = readObject({ [name]: embedded ?? [] });
  const items = list.list(name, (item) => item);
  return { total, items, problems: list.problems };
}

/** The lines of an order, which stand embedded in it, as `items`. */
export function readLines<T>(order: ObjectReader, read: (line: ObjectReader) => T): T[] {
  const embedded = order.object('_embedded');
  return readObject({ items: embedded.raw(`${REL}orders/item`) }, order.path, order.problems).strictList('items', read);
}
