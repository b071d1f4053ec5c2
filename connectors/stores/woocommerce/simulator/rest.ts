/** What every route of WordPress's REST API does alike: sign-in, errors in its form, checked parameters, pages. */
import type { Json, JsonObject } from '@scanship/domain/values/json';
import {
  basicAuth,
  SimRefusal,
  refusing,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { shopOf, type Shop } from './shops.ts';

export const restAnswer = (status: number, value: Json, headers: Readonly<Record<string, string>> = {}): SimAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(value),
});

const errorAnswer = (refusal: SimRefusal): SimAnswer =>
  restAnswer(refusal.status, {
    code: refusal.code,
    message: refusal.message,
    data: { status: refusal.status, ...(refusal.field ? { params: { [refusal.field]: refusal.message } } : {}) },
  });

function signedIn(shop: Shop, request: SimRequest): void {
  // Over HTTPS the keys may stand in the address, where servers drop the header.
  const user = request.query.get('consumer_key');
  const given = user === null ? basicAuth(request) : { user, password: request.query.get('consumer_secret') ?? '' };
  const refused = (message: string): SimRefusal =>
    new SimRefusal(401, 'woocommerce_rest_authentication_error', message);
  if (!given) throw new SimRefusal(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  if (shop.keyGone || given.user !== shop.about.consumerKey) throw refused('Consumer key is invalid.');
  if (given.password !== shop.about.consumerSecret) throw refused('Consumer secret is invalid.');
}

const integer = z.string().regex(/^\d+$/).transform(Number);
const dateTime = z.string().regex(/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d(:\d\d)?)?$/);

/** Parameters of every list, as `get_collection_params` has them. */
export const listParams = {
  page: integer.pipe(z.int().min(1)).default(1),
  per_page: integer.pipe(z.int().min(1).max(100)).default(10),
  order: z.enum(['asc', 'desc']).default('desc'),
  modified_after: dateTime.optional(),
  dates_are_gmt: z.enum(['true', 'false', '1', '0']).default('false'),
  force: z.enum(['true', 'false', '1', '0']).default('false'),
};

/** @throws SimRefusal as WordPress answers parameters it does not take; unknown ones it leaves alone */
export function params<T extends z.ZodRawShape>(shape: T, given: unknown): z.infer<z.ZodObject<T>> {
  const read = z.object(shape).safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? '');
  const missing = issue?.code === 'invalid_type' && issue.message.includes('undefined');
  throw new SimRefusal(
    400,
    missing ? 'rest_missing_callback_param' : 'rest_invalid_param',
    missing ? `Missing parameter(s): ${field}` : `Invalid parameter(s): ${field}`,
    field,
  );
}

export const queryOf = <T extends z.ZodRawShape>(shape: T, request: SimRequest): z.infer<z.ZodObject<T>> =>
  params(shape, Object.fromEntries(request.query));

/** The JSON body. WordPress takes a body that is not JSON for none at all. */
export function bodyOf<T extends z.ZodRawShape>(shape: T, request: SimRequest): z.infer<z.ZodObject<T>> {
  let json: unknown = {};
  if (/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    try {
      json = JSON.parse(request.text());
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new SimRefusal(400, 'rest_invalid_json', 'Invalid JSON body passed.');
    }
  return params(shape, json);
}

/** A page with the headers that say how many there are. */
export function paged(items: readonly Json[], page: number, perPage: number): SimAnswer {
  const pages = Math.ceil(items.length / perPage);
  return restAnswer(200, items.slice((page - 1) * perPage, page * perPage), {
    'x-wp-total': String(items.length),
    'x-wp-totalpages': String(pages),
  });
}

export const found = <T>(value: T | undefined, code: string, status = 404): T => {
  if (value === undefined) throw new SimRefusal(status, code, 'Invalid ID.');
  return value;
};

export type Handle = (shop: Shop, request: SimRequest, context: SimContext) => SimAnswer | Promise<SimAnswer>;

/** A route of one shop. @param open answered to everybody */
export const route = (
  name: string,
  method: SimRoute['method'],
  path: string,
  handle: Handle,
  options: { readonly open?: boolean } = {},
): SimRoute => ({
  name,
  method,
  path: `/:shop/wp-json${path}`,
  effect: method === 'GET' ? 'read' : 'effect',
  handle: refusing((request, context) => {
    const shop = shopOf(request.params.shop ?? '', context);
    if (!shop) return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' };
    // WordPress tries a Basic header as an application password on its own routes, and our keys are none.
    if (options.open === true && basicAuth(request)) throw new SimRefusal(401, 'invalid_username', 'Unknown username.');
    if (options.open !== true) signedIn(shop, request);
    return handle(shop, request, context);
  }, errorAnswer),
});

export const idOf = (request: SimRequest, name = 'id'): number => Number(request.params[name] ?? 0);
export const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
