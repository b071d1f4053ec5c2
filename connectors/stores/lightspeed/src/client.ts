/** The only file that calls Lightspeed eCom: cluster, language, the pair of key and secret, and refusals in Lightspeed's words. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';

const LET_GO =
  'Lightspeed does not accept this API key for what was asked. Look in its back office, under Developers, whether the key is switched on and may read and write orders, then connect the store again.';
const PAIR_REFUSED = 'pair-refused';

const CLUSTERS: Readonly<Record<string, string>> = {
  eu1: 'https://api.webshopapp.com',
  us1: 'https://api.shoplightspeed.com',
};

/** Where a shop lives. */
export interface Site {
  readonly mode: StoreEnv['mode'];
  /** `eu1` or `us1`. */
  readonly cluster: string;
  /** Two letters; part of every address. */
  readonly language: string;
}

export interface Call {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  /** Below the language, without the ending ("orders/123"). */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: object | undefined;
}

/** "us1-4711" is shop 4711 of cluster us1: each cluster counts its own. */
export const accountOf = (cluster: string, shop: string): string => `${cluster}-${shop}`;

function siteOf(env: Pick<StoreEnv, 'mode' | 'externalAccount' | 'settings'>): Site {
  const { language } = env.settings;
  return {
    mode: env.mode,
    cluster: env.externalAccount.slice(0, 3),
    language: typeof language === 'string' && /^[a-z]{2}$/.test(language) ? language : 'en',
  };
}

/** The simulator has both clusters behind one address. */
const addressOf = ({ mode, cluster, language }: Site, path: string): string =>
  `${mode === 'simulator' ? `/${cluster}` : (CLUSTERS[cluster] ?? '')}/${language}/${path}.json`;

/** `{ "error": { "code": 404, "message": "..." } }` */
function wordsOf(response: HttpResponse): string | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return undefined;
  const error = readObject(response.json()).isolated();
  return error.maybe('error', (n) => error.object(n).string('message'));
}

/**
 * "0/2712/11500" remain of the calls in five minutes, an hour and a day, which begin anew in "277/3277/21277" seconds. The wait is
 * for the longest of those that are used up.
 */
function waitOf(headers: HttpResponse['headers']): number | undefined {
  const parts = (name: string): number[] => (headers[name] ?? '').split('/').map((text) => Number(text));
  const remaining = parts('x-ratelimit-remaining');
  const resets = parts('x-ratelimit-reset').filter((_seconds, index) => (remaining[index] ?? 0) < 1);
  const seconds = Math.max(0, ...resets.filter((one) => Number.isFinite(one)));
  return seconds > 0 && seconds <= 86_400 ? seconds * 1_000 : undefined;
}

function readProblem(response: HttpResponse): VendorProblem {
  const words = wordsOf(response);
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: LET_GO, vendorCode: PAIR_REFUSED, vendorMessage: words };
  if (response.status === 429) {
    const wait = response.headers['retry-after'] === undefined ? waitOf(response.headers) : undefined;
    return { kind: 'quota', ...(wait !== undefined && { retryAfterMs: wait }), vendorMessage: words };
  }
  const refused = response.status >= 400 && response.status < 500;
  return {
    ...(refused &&
      words !== undefined && {
        message: `Lightspeed: ${words.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.'),
      }),
    vendorMessage: words,
  };
}

/** As it is kept: key and secret in one, which is the user and password of Basic authentication. */
export const pairOf = (key: string, secret: string): string => `${key}:${secret}`;

/** The secret of such a pair, which the shop signs its deliveries with. Neither half holds a colon. */
export const secretOf = (pair: string): string => pair.slice(pair.indexOf(':') + 1);

const send = (http: Http, site: Site, pair: string, call: Call, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.method ?? 'GET',
    path: addressOf(site, call.path),
    name: call.name,
    query: call.query,
    accept,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body && JSON.stringify(call.body),
    readProblem,
  });

/** A pair has no successor: when it is refused, the access source is told and says so. */
const underPair = (env: StoreEnv, call: Call, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === PAIR_REFUSED,
    (pair) => send(env.http, siteOf(env), pair, call, accept),
  );

export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underPair(env, call)).json());

/** Undefined where Lightspeed does not know the thing (404). */
export async function find(env: StoreEnv, call: Call): Promise<ObjectReader | undefined> {
  const response = await underPair(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** Removes something; what is gone already (404) is what we want. */
export const remove = async (env: StoreEnv, call: Call): Promise<void> => {
  await underPair(env, { ...call, method: 'DELETE' }, [404]);
};

/** With a pair of one's own, before there is an `AccessSource`. */
export const askWithPair = async (http: Http, site: Site, pair: string, call: Call): Promise<ObjectReader> =>
  readObject((await send(http, site, pair, call, [])).json());
