/** The only file that calls a shop: access, the shop's errors in words, and what to do about a server that is not public. */
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import { PERHAPS_PAID } from '@scanship/connector-kit/store/store';
import { readNotPublic } from '@scanship/connector-kit/store/not-public';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';

export interface RestCall {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  /** From "/wp-json" on. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  readonly body?: JsonObject | undefined;
  /** WordPress error codes that are answers here ("rest_no_route"), not failures. */
  readonly orElse?: readonly string[] | undefined;
}

const KEY_REFUSED = 'woocommerce_rest_authentication_error';
/**
 * Answered with 500, after WooCommerce deleted the refund it had begun, whatever its gateway had done by then: one that timed out may
 * have paid, and a plug-in that fails comes after the payment. Only what is said before the gateway is called is certain.
 */
const REFUND_REFUSED = 'woocommerce_rest_cannot_create_order_refund';
const BEFORE_GATEWAY = /^(Invalid (refund amount|order( ID)?)|The payment gateway for this order does not )/;
const PUBLISH =
  'The shop’s server has no public address, so it cannot be reached from here. Publish it under a public https address (port 443, with a certificate that browsers trust), at your host, behind a reverse proxy or through a tunnel, and connect it under that address.';

const plain = (words: string): string =>
  words
    .replace(/[<>{}]/g, ' ')
    .slice(0, 200)
    .replace(/\.?$/, '.');
const isJson = (response: HttpResponse): boolean => /json/.test(response.headers['content-type'] ?? '');

/** `{ code, message }` of WordPress; undefined for another page. */
function errorOf(response: HttpResponse): { readonly code: string; readonly message: string | undefined } | undefined {
  if (!isJson(response)) return undefined;
  const body = readObject(response.json()).isolated();
  const code = body.maybe('code', (n) => body.string(n, /^[\w-]+$/));
  return code === undefined ? undefined : { code, message: body.maybe('message', (n) => body.string(n)) };
}

function meaning(
  response: HttpResponse,
  code: string | undefined,
  words: string | undefined,
  asks: boolean,
): VendorProblem | undefined {
  const { status } = response;
  // The same code, told apart by its words only.
  if (code === KEY_REFUSED && /permission/i.test(words ?? ''))
    return {
      kind: 'not-authorised',
      vendorCode: 'key-permission',
      message: 'This key may only read. Make one with permission Read/Write, and connect the shop again with it.',
    };
  if (code === KEY_REFUSED)
    return { kind: 'not-authorised', message: 'The shop does not accept this consumer key and secret any more.' };
  if (code === REFUND_REFUSED) {
    const why = words === undefined ? undefined : plain(words);
    if (why !== undefined && BEFORE_GATEWAY.test(why))
      return { kind: 'refused', vendorCode: code, message: `The shop did not refund: ${why}` };
    return {
      // The shop keeps nothing of it, so asking cannot tell: it is never repeated unless a person says so.
      kind: 'refused',
      vendorCode: PERHAPS_PAID,
      message:
        why === undefined
          ? 'The shop did not refund, and gives no reason. Its payment provider may have paid anyway.'
          : `The shop did not refund: ${why} Its payment provider may have paid anyway.`,
    };
  }
  if (status === 401 || (status === 403 && code !== undefined))
    return {
      kind: 'not-authorised',
      message:
        'The shop does not let this key do that. It needs permission Read/Write and a user who is administrator or shop manager; if it has both, the shop’s web server drops the Authorization header, which its host can fix.',
    };
  if (status === 403)
    return {
      kind: 'refused',
      message: 'A firewall or security plug-in of the shop turns us away; its owner has to let calls to wp-json pass.',
    };
  if (code === 'rest_no_route')
    return {
      kind: 'refused',
      message: 'WooCommerce’s REST API does not answer at this shop; is WooCommerce active there?',
    };
  if (status === 404 && code === undefined)
    return {
      kind: 'refused',
      message:
        'No WordPress REST API answers at this address. Check the address, and in WordPress under Settings, Permalinks choose anything but Plain.',
    };
  if (status >= 300 && status < 400)
    return {
      kind: 'refused',
      message: 'The shop sends us on to another address; connect it under the address its home page really has.',
    };
  // Hosts say "slow down" in this way too. For a call that changes something it stays open whether it was carried out.
  if (status === 503 && asks && response.headers['retry-after'] !== undefined)
    return { kind: 'quota', message: 'The shop’s server is busy and asks us to come back later.' };
  return undefined;
}

/** @param access undefined: without sign-in, for what WordPress itself answers everybody */
async function send(http: Http, access: string | undefined, call: RestCall): Promise<HttpResponse> {
  const method = call.method ?? 'GET';
  try {
    return await http.send({
      method,
      path: call.path,
      name: call.name,
      ...(call.query ? { query: call.query } : {}),
      headers: {
        accept: 'application/json',
        ...(access === undefined ? {} : { authorization: `Basic ${Buffer.from(access, 'utf8').toString('base64')}` }),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      body: call.body && JSON.stringify(call.body),
      readProblem(response) {
        const error = errorOf(response);
        const read = meaning(response, error?.code, error?.message, method === 'GET');
        return {
          ...read,
          vendorCode: read?.vendorCode ?? error?.code,
          vendorMessage: error?.message ?? (read && `HTTP ${response.status}`),
        };
      },
    });
  } catch (error) {
    throw readNotPublic(error, PUBLISH);
  }
}

export interface Page {
  readonly json: unknown;
  /** Pages and items of the whole list, as its headers say. */
  readonly pages: number;
  readonly total: number;
}

function headerNumber(response: HttpResponse, name: string): number {
  const text = response.headers[name] ?? '';
  if (!/^\d{1,9}$/.test(text.trim())) throw new FieldProblem(`The header ${name}`, 'is missing or no number');
  return Number(text);
}

/** @throws FieldProblem when the headers do not say whether there is more */
const pageOf = (response: HttpResponse): Page => ({
  json: response.json(),
  pages: headerNumber(response, 'x-wp-totalpages'),
  total: headerNumber(response, 'x-wp-total'),
});

/** With keys of one's own, before there is an `AccessSource`; without any where `access` is undefined. */
export const askWithKeys = async (http: Http, access: string | undefined, call: RestCall): Promise<unknown> =>
  (await send(http, access, call)).json();

async function underKey(env: StoreEnv, call: RestCall): Promise<HttpResponse | string> {
  try {
    return await withAccess(
      env.access,
      ({ vendorCode }) => vendorCode === KEY_REFUSED && call.orElse?.includes(KEY_REFUSED) !== true,
      (key) => send(env.http, key, call),
    );
  } catch (error) {
    const code = error instanceof ConnectorError ? error.problem.vendorCode : undefined;
    if (code !== undefined && call.orElse?.includes(code) === true) return code;
    throw error;
  }
}

async function whole(env: StoreEnv, call: RestCall): Promise<HttpResponse> {
  const response = await underKey(env, call);
  if (typeof response === 'string') throw fail('refused', 'The shop does not know this.', { vendorCode: response });
  return response;
}

/** Asks, or changes something: the JSON of the answer. Changing calls are never repeated here. */
export const ask = async (env: StoreEnv, call: RestCall): Promise<unknown> => (await whole(env, call)).json();

/** One page of a list. */
export const askPage = async (env: StoreEnv, call: RestCall): Promise<Page> => pageOf(await whole(env, call));

/** As `ask`; undefined when the shop answered with one of `call.orElse`. */
export async function askMaybe(env: StoreEnv, call: RestCall): Promise<unknown> {
  const response = await underKey(env, call);
  return typeof response === 'string' ? undefined : response.json();
}

const MOST_PAGES = 200;

/** Every page of a list, 100 items each. */
export async function askAll(env: StoreEnv, call: RestCall): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { json, pages } = await askPage(env, { ...call, query: { ...call.query, per_page: 100, page } });
    if (!Array.isArray(json)) throw new FieldProblem('The answer', 'should be a list');
    all.push(...(json as unknown[]));
    if (page >= pages) return all;
  }
  throw new FieldProblem('The list', 'has more pages than can be read');
}
