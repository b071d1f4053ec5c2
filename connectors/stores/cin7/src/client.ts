/** The only file that calls Cin7: Core with a pair of headers, Omni with Basic authentication, and refusals in their words. */
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import { systemOf, type System } from './system.ts';

const PAIR_REFUSED = 'pair-refused';
const LET_GO: Readonly<Record<System, string>> = {
  core: 'Cin7 Core does not accept this application key any more; connect the store again with the Account ID and key that its API settings show.',
  omni: 'Cin7 Omni does not accept this connection key any more; connect the store again with the username and key that its API settings show.',
};
const NOT_ALLOWED =
  'This API connection may not do that at Cin7 Omni; allow it there under Settings, Integrations, API v1, and try again.';

export interface Call {
  /** Short name for the trace ("sales"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  /** Below the version ("/sale"). */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: object | undefined;
}

/** Core: `{ ErrorCode, Exception }`, also in a list. Omni: a text, or `{ message }`. */
function wordsOf(response: HttpResponse): string | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return undefined;
  const parsed = response.json();
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null) return undefined;
  const body = readObject(first).isolated();
  const text = (name: string): string | undefined => body.maybe(name, (n) => body.string(n));
  return text('Exception') ?? text('Message') ?? text('message');
}

const NAMES: Readonly<Record<System, string>> = { core: 'Cin7 Core', omni: 'Cin7 Omni' };

/** The platform's own words as a sentence of ours. */
export const quoted = (system: System, words: string): string =>
  `${NAMES[system]}: ${words.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.');

function readProblem(system: System, response: HttpResponse): VendorProblem {
  const words = wordsOf(response);
  if (response.status === 401 || (system === 'core' && response.status === 403))
    return { kind: 'not-authorised', message: LET_GO[system], vendorCode: PAIR_REFUSED, vendorMessage: words };
  if (response.status === 403) return { kind: 'not-authorised', message: NOT_ALLOWED, vendorMessage: words };
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return { ...(refused && words !== undefined && { message: quoted(system, words) }), vendorMessage: words };
}

/** As it is kept: account and key, or user and key, in one. */
export const pairOf = (user: string, key: string): string => `${user}:${key}`;

function headersFor(system: System, pair: string): Record<string, string> {
  if (system === 'omni') return { authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` };
  const colon = pair.indexOf(':');
  return { 'api-auth-accountid': pair.slice(0, colon), 'api-auth-applicationkey': pair.slice(colon + 1) };
}

/** Omni stands on another host, in the simulator on the same. */
const addressOf = (system: System, mode: ConnectorMode, path: string): string =>
  system === 'core' ? `/ExternalApi/v2${path}` : `${mode === 'simulator' ? '' : 'https://api.cin7.com'}/api/v1${path}`;

export interface Door {
  readonly http: Http;
  readonly mode: ConnectorMode;
}

export const sendWithPair = (
  door: Door,
  system: System,
  pair: string,
  call: Call,
  accept: readonly number[] = [],
): Promise<HttpResponse> =>
  door.http.send({
    method: call.method ?? 'GET',
    path: addressOf(system, door.mode, call.path),
    name: call.name,
    query: call.query,
    accept,
    headers: {
      accept: 'application/json',
      ...headersFor(system, pair),
      ...(call.body && { 'content-type': 'application/json' }),
    },
    body: call.body && JSON.stringify(call.body),
    readProblem: (response) => readProblem(system, response),
  });

/** A pair has no successor: when it is refused, the access source is told and says so. */
const underPair = (env: StoreEnv, call: Call, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === PAIR_REFUSED,
    (pair) => sendWithPair(env, systemOf(env), pair, call, accept),
  );

export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underPair(env, call)).json());

/** A list without an object around it, as `name`. */
export const askList = async (env: StoreEnv, name: string, call: Call): Promise<ObjectReader> =>
  readObject({ [name]: (await underPair(env, call)).json() });

/** Undefined where Cin7 does not know the thing: Omni answers 404, Core 404 or 400. */
export async function find(env: StoreEnv, call: Call): Promise<ObjectReader | undefined> {
  const unknown = systemOf(env) === 'core' ? [400, 404] : [404];
  const response = await underPair(env, call, unknown);
  return unknown.includes(response.status) ? undefined : readObject(response.json());
}

/** Removes something; what is gone already is what we want. */
export const remove = async (env: StoreEnv, call: Call): Promise<void> => {
  await underPair(env, { ...call, method: 'DELETE' }, [400, 404]);
};
