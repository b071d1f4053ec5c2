/** Easyship's calls behind a token, and refusals in its words. */
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { bearerOf } from '@scanship/simulator-kit/tokens';
import { z } from 'zod';
import { companies, type Company } from './companies.ts';
import { accountView, productView, second, shipmentView } from './views.ts';

type Handle = (company: Company, request: SimRequest) => SimAnswer;

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));
const paging = { page: whole(1, 1_000_000).default(1), per_page: whole(1, 100).default(20) };
/** A day or a moment. */
const moment = z.string().regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/);
const shipmentQuery = z.strictObject({
  ...paging,
  easyship_shipment_id: z.string().optional(),
  platform_order_number: z.string().optional(),
  created_at_from: moment.optional(),
  created_at_to: moment.optional(),
  updated_at_from: moment.optional(),
  updated_at_to: moment.optional(),
  shipment_state: z.enum(['created', 'cancelled']).optional(),
});
const productQuery = z.strictObject({ ...paging, sku: z.string().optional(), category: z.string().optional() });

const notFound = (): SimRefusal => new SimRefusal(404, 'resource_not_found', 'The Shipment was not found');

function checked<T>(schema: z.ZodType<T>, request: SimRequest): T {
  const read = schema.safeParse(Object.fromEntries(request.query));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new SimRefusal(422, 'invalid_url_param', `${issue?.path.join('.') ?? 'query'}: ${issue?.message ?? ''}`);
}

function pageOf(name: string, found: readonly JsonObject[], query: { page: number; per_page: number }): SimAnswer {
  const from = (query.page - 1) * query.per_page;
  const next = from + query.per_page < found.length ? query.page + 1 : null;
  return jsonAnswer(200, {
    [name]: found.slice(from, from + query.per_page),
    meta: { pagination: { page: query.page, next, count: found.length }, request_id: 'list' },
  });
}

/** Newest first, as its dashboard shows them; each filter takes the moment it names. */
function listShipments(company: Company, request: SimRequest): SimAnswer {
  const query = checked(shipmentQuery, request);
  const since = (limit: string | undefined, at: string): boolean =>
    limit === undefined || Date.parse(second(at)) >= Date.parse(limit);
  const until = (limit: string | undefined, at: string): boolean =>
    limit === undefined || Date.parse(second(at)) <= Date.parse(limit);
  const found = [...company.shipments.values()]
    .filter((one) => query.easyship_shipment_id === undefined || one.id === query.easyship_shipment_id)
    .filter((one) => query.platform_order_number === undefined || one.orderNumber === query.platform_order_number)
    .filter((one) => since(query.created_at_from, one.created) && until(query.created_at_to, one.created))
    .filter((one) => since(query.updated_at_from, one.updated) && until(query.updated_at_to, one.updated))
    .filter((one) => query.shipment_state === undefined || one.state === query.shipment_state)
    .toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created) || (b.id < a.id ? -1 : 1));
  return pageOf(
    'shipments',
    found.map((one) => shipmentView(one, company)),
    query,
  );
}

function showShipment(company: Company, request: SimRequest): SimAnswer {
  const one = company.shipments.get(request.params.shipment ?? '');
  if (!one) throw notFound();
  return jsonAnswer(200, { shipment: shipmentView(one, company), meta: { request_id: one.id } });
}

function listProducts(company: Company, request: SimRequest): SimAnswer {
  const query = checked(productQuery, request);
  const found = [...company.products.values()].filter((one) => query.sku === undefined || one.sku === query.sku);
  return pageOf(
    'products',
    found.map((one) => productView(one, company)),
    query,
  );
}

/** @throws SimRefusal 401, 403 */
function companyBehind(request: SimRequest, context: SimContext, permission: string | undefined): Company {
  const token = bearerOf(request);
  const company = companies.all(context).find(({ about }) => about.token === token);
  if (!company) throw new SimRefusal(401, 'invalid_token', 'Invalid API token.');
  if (permission !== undefined && company.withheld.has(permission))
    throw new SimRefusal(403, 'forbidden', 'Used API token does not have the required scope.');
  return company;
}

const refusalAnswer = ({ status, code, message }: SimRefusal): SimAnswer =>
  jsonAnswer(status, {
    error: {
      code,
      details: [message],
      links: [],
      message: status === 404 ? 'The requested resource was not found.' : 'The request is not valid.',
      request_id: 'refusal',
      type: 'invalid_request_error',
    },
  });

const route = (name: string, path: string, handle: Handle, permission?: string): SimRoute => ({
  name,
  method: 'GET',
  path: `/2024-09${path}`,
  effect: 'read',
  handle: refusing((request, context) => handle(companyBehind(request, context, permission), request), refusalAnswer),
});

export const apiRoutes: readonly SimRoute[] = [
  route('account', '/account', ({ about }) =>
    jsonAnswer(200, { account: accountView(about), meta: { request_id: 'account' } }),
  ),
  route('shipments', '/shipments', listShipments, 'public.shipment:read'),
  route('shipment', '/shipments/:shipment', showShipment, 'public.shipment:read'),
  route('products', '/products', listProducts, 'public.product:read'),
];
