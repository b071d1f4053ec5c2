/** The only file that calls Zoho Inventory: data centre, organization, access, and refusals in Zoho's words. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import { addressOf, organizationOf, type Centre } from './data-centres.ts';

/** Sentence that makes people connect again. */
export const LET_GO = 'Zoho no longer lets us into this organization; the store has to be connected again.';

const ACCESS_REFUSED = 'access-refused';
/** "You are not authorized to perform this operation": the access is good, the person or the scope is not. */
const NOT_ALLOWED = '57';
const DAY_USED_UP = '45';
const TOO_MANY_AT_ONCE = '1070';
/** Where Zoho names no time: its budgets are of a minute and a day, and of calls at the same moment. */
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MOMENT_MS = 5_000;

export interface ZohoCall {
  /** Short name for the trace ("sales orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'DELETE' | undefined;
  /** Below /inventory/v1. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: object | undefined;
}

const sentence = (text: string): string =>
  `Zoho: ${text
    .replace(/[<>{}]/g, ' ')
    .trim()
    .slice(0, 300)
    .replace(/[.!?]?$/, '.')}`;

/** `{ code, message }`. */
function wordsOf(response: HttpResponse): { readonly code?: string | undefined; readonly words?: string | undefined } {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return {};
  const body = readObject(response.json()).isolated();
  return { code: body.maybe('code', (n) => body.id(n)), words: body.maybe('message', (n) => body.string(n)) };
}

function throttled(response: HttpResponse, code: string | undefined): VendorProblem {
  const day = code === DAY_USED_UP;
  const wait = day ? HOUR_MS : code === TOO_MANY_AT_ONCE ? MOMENT_MS : MINUTE_MS;
  return {
    kind: 'quota',
    message: day
      ? 'Zoho allows no more calls for this organization today; the call is repeated later.'
      : 'Zoho asks us to slow down; the call is repeated later.',
    ...(response.headers['retry-after'] === undefined && { retryAfterMs: wait }),
  };
}

function readProblem(response: HttpResponse): VendorProblem {
  const { code, words } = wordsOf(response);
  if (response.status === 429) return { ...throttled(response, code), vendorMessage: words };
  if (response.status === 401 && code !== NOT_ALLOWED)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: ACCESS_REFUSED, vendorMessage: words };
  if (response.status === 401 || response.status === 403)
    return {
      kind: 'not-authorised',
      message:
        'Zoho does not allow this to the person who connected the store. Connect it again as an administrator of the organization, and allow everything.',
      vendorCode: code,
      vendorMessage: words,
    };
  const refused = response.status >= 400 && response.status < 500;
  return {
    ...(refused && words !== undefined && { message: sentence(words) }),
    ...(code !== undefined && { vendorCode: code }),
    vendorMessage: words,
  };
}

/** @param organization left out where Zoho is asked which there are */
async function sendOnce(
  http: Http,
  mode: StoreEnv['mode'],
  to: { readonly centre: Centre; readonly organization?: string | undefined },
  token: string,
  call: ZohoCall,
  accept: readonly number[],
): Promise<HttpResponse> {
  return http.send({
    method: call.method ?? 'GET',
    path: addressOf(mode, to.centre, 'api', `/inventory/v1${call.path}`),
    name: call.name,
    query: { ...(to.organization !== undefined && { organization_id: to.organization }), ...call.query },
    accept,
    headers: {
      accept: 'application/json',
      authorization: `Zoho-oauthtoken ${token}`,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body && JSON.stringify(call.body),
    readProblem,
  });
}

/** With a token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (
  http: Http,
  mode: StoreEnv['mode'],
  to: { readonly centre: Centre; readonly organization?: string | undefined },
  token: string,
  call: ZohoCall,
): Promise<ObjectReader> => readObject((await sendOnce(http, mode, to, token, call, [])).json());

/** A call with access; when Zoho refuses the token, with the renewed one, once. */
function send(env: StoreEnv, call: ZohoCall, accept: readonly number[] = []): Promise<HttpResponse> {
  const { centre, id } = organizationOf(env);
  return withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => sendOnce(env.http, env.mode, { centre, organization: id }, token, call, accept),
  );
}

/** @throws ConnectorError */
export const ask = async (env: StoreEnv, call: ZohoCall): Promise<ObjectReader> =>
  readObject((await send(env, call)).json());

/** Undefined where Zoho does not know the thing (404). @throws ConnectorError */
export async function find(env: StoreEnv, call: ZohoCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** Removes something; what is gone already (404) is what we want. @throws ConnectorError */
export const remove = async (env: StoreEnv, call: ZohoCall): Promise<void> => {
  await send(env, { ...call, method: 'DELETE' }, [404]);
};
