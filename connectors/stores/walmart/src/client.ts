/** The only file that calls Walmart: headers, access, throttling, and refusals in its words. */
import { randomUUID } from 'node:crypto';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { Market } from './market.ts';

export interface Call {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: HttpRequest['method'] | undefined;
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: JsonObject | undefined;
  /** The same call again does no harm, so a lost answer leaves nothing open. */
  readonly harmless?: boolean | undefined;
}

const SERVICE = 'Walmart Marketplace';
const ACCESS_REFUSED = 'HTTP 401';
/** Where Walmart does not say when its budget is filled up again; most of them are per minute. */
const REFILL_MS = 60_000;
const MOST_WAIT_MS = 3_600_000;

export const marketHeaders = (market: Market): Record<string, string> => ({
  'WM_SVC.NAME': SERVICE,
  'WM_QOS.CORRELATION_ID': randomUUID(),
  accept: 'application/json',
  // Some calls want it though they carry no body.
  'content-type': 'application/json',
  ...market.headers,
});

/** Milliseconds until the budget is filled up again. The header is a time in milliseconds since 1970, or ISO 8601. */
export function refillMs(headers: Readonly<Record<string, string>>, now: number): number {
  const text = (headers['x-next-replenishment-time'] ?? headers['x-next-replenish-time'] ?? '').trim();
  const at = /^\d{12,14}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(at) ? REFILL_MS : Math.min(Math.max(at - now, 1_000), MOST_WAIT_MS);
}

const sentence = (name: string, text: string): string =>
  `${name}: ${text
    .replace(/[<>{}]/g, ' ')
    .trim()
    .slice(0, 300)
    .replace(/(?<![.!?\s])[.!?\s]*$/, '.')}`;

/** The list of errors, wherever this call puts it: `errors.error`, `errors`, `error` or `list.errors`. */
function errorsOf(body: ObjectReader): readonly unknown[] {
  const inner = (value: unknown): readonly unknown[] | undefined => {
    if (Array.isArray(value)) return value as unknown[];
    const of = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
    return Array.isArray(of['error']) ? (of['error'] as unknown[]) : undefined;
  };
  const list = body.maybe('list', (n) => body.object(n));
  return inner(body.raw('errors')) ?? inner(body.raw('error')) ?? inner(list?.raw('errors')) ?? [];
}

/** Code and words of the first error; nothing for a page that is not Walmart's. */
export function refusalOf(response: HttpResponse): {
  readonly code?: string | undefined;
  readonly words?: string | undefined;
} {
  if (!/json/.test(response.headers['content-type'] ?? '')) return {};
  const [first] = errorsOf(readObject(response.json()).isolated());
  if (first === undefined) return {};
  const error = readObject(first).isolated();
  return {
    code: error.maybe('code', (n) => error.id(n)),
    words: error.maybe('description', (n) => error.string(n)) ?? error.maybe('info', (n) => error.string(n)),
  };
}

function meaning(market: Market, response: HttpResponse, now: number): VendorProblem {
  const { name } = market.manifest;
  const { status } = response;
  const { code, words } = refusalOf(response);
  const said = {
    ...(code !== undefined && { vendorCode: code }),
    ...(words !== undefined && { vendorMessage: words }),
  };
  if (status === 429)
    return {
      ...said,
      message: `${name} asks us to slow down; the call is repeated later.`,
      retryAfterMs: refillMs(response.headers, now),
    };
  if (status === 401)
    return {
      ...said,
      kind: 'not-authorised',
      vendorCode: ACCESS_REFUSED,
      message: `${name} does not accept these keys any more; the store has to be connected again with new ones.`,
    };
  if (status === 403)
    return {
      ...said,
      kind: 'not-authorised',
      message: `${name} does not let these keys do that. Give them full access to orders and view access to items in the developer portal.`,
    };
  return status >= 400 && status < 500 && words !== undefined ? { ...said, message: sentence(name, words) } : said;
}

async function sendWith(
  market: Market,
  http: Http,
  token: string,
  now: () => Date,
  call: Call & { readonly accept?: readonly number[] },
): Promise<HttpResponse> {
  const { method = 'GET', name, path, query, body, accept, harmless } = call;
  return http.send({
    name,
    method,
    path,
    query,
    accept,
    ...(harmless === true && { readOnly: true }),
    headers: {
      ...marketHeaders(market),
      'WM_SEC.ACCESS_TOKEN': token,
    },
    body: body && JSON.stringify(body),
    readProblem: (response) => meaning(market, response, now().getTime()),
  });
}

/** With access; when Walmart refuses the token (401), with the renewed one, once. */
const send = (
  market: Market,
  env: StoreEnv,
  call: Call & { readonly accept?: readonly number[] },
): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => sendWith(market, env.http, token, () => env.now(), call),
  );

/** The JSON of the answer. Calls that change something are never repeated here. */
export const ask = async (market: Market, env: StoreEnv, call: Call): Promise<unknown> =>
  (await send(market, env, call)).json();

/** As `ask`; undefined where Walmart has no such thing (404, or a number it does not take). */
export async function askMaybe(market: Market, env: StoreEnv, call: Call): Promise<unknown> {
  const response = await send(market, env, { ...call, accept: [404] });
  if (response.status === 200) return response.json();
  // A page of anybody else's must not pass for "there is none".
  readObject(response.json());
  return undefined;
}

/** With a token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (
  market: Market,
  http: Http,
  token: string,
  now: () => Date,
  call: Call,
): Promise<unknown> => (await sendWith(market, http, token, now, call)).json();
