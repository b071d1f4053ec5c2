/** The calls of the API that we use. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import {
  jsonAnswer,
  jsonBody,
  pageOf,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { split } from './consent-routes.ts';
import type { SimItem, SimLocation, SimMerchant } from './model.ts';
import { asJson, batchRetrieve, checked, orderOf, searchOrders, updateOrder } from './order-routes.ts';
import { refusalAnswer } from './refusals.ts';
import { sellers, type Seller } from './sellers.ts';

const merchantView = (about: SimMerchant): JsonObject => ({
  id: about.id,
  business_name: about.name,
  country: about.country,
  language_code: 'en-CA',
  currency: about.currency,
  status: 'ACTIVE',
  main_location_id: about.locations[0]?.id ?? '',
});

const locationView = (location: SimLocation, about: SimMerchant): JsonObject => ({
  id: location.id,
  name: location.name,
  address: asJson(location.address),
  timezone: location.timezone,
  status: location.status,
  merchant_id: about.id,
  country: about.country,
  currency: about.currency,
  phone_number: '+1 902 555 0100',
  business_name: about.name,
  type: 'PHYSICAL',
});

function itemView(item: SimItem, currency: string): JsonObject {
  const at = { updated_at: item.updatedAt, version: Date.parse(item.updatedAt), is_deleted: false };
  return {
    type: 'ITEM',
    id: item.id,
    ...at,
    present_at_all_locations: true,
    item_data: {
      name: item.name,
      product_type: 'REGULAR',
      is_archived: false,
      variations: item.variations.map((one, ordinal) => ({
        type: 'ITEM_VARIATION',
        id: one.id,
        ...at,
        present_at_all_locations: true,
        item_variation_data: {
          item_id: item.id,
          name: one.name,
          sku: one.sku,
          ordinal,
          pricing_type: 'FIXED_PRICING',
          price_money: { amount: one.price, currency },
        },
      })),
    },
  };
}

const catalogSearch = z.looseObject({
  object_types: z.array(z.enum(['ITEM', 'ITEM_VARIATION', 'IMAGE', 'CATEGORY', 'TAX', 'DISCOUNT'])).optional(),
  begin_time: z.string().optional(),
  cursor: z.string().optional(),
  limit: z.int().optional(),
  include_deleted_objects: z.boolean().optional(),
  include_related_objects: z.boolean().optional(),
});

function searchCatalog(seller: Seller, body: unknown): SimAnswer {
  const given = checked(catalogSearch, body);
  const begin = given.begin_time === undefined ? Number.NEGATIVE_INFINITY : Date.parse(given.begin_time);
  if (Number.isNaN(begin)) throw new SimRefusal(400, 'INVALID_TIME', 'begin_time is not valid.', 'begin_time');
  // A limit that is not possible is not refused but left out.
  const limit = given.limit !== undefined && given.limit > 0 && given.limit <= 1_000 ? given.limit : 100;
  const offset = given.cursor === undefined ? 0 : Number(Buffer.from(given.cursor, 'base64url').toString('utf8'));
  if (!Number.isSafeInteger(offset)) throw new SimRefusal(400, 'INVALID_CURSOR', 'cursor is not valid.', 'cursor');
  const wanted = given.object_types?.includes('ITEM') ?? true;
  const all = wanted ? [...seller.items.values()].filter((item) => Date.parse(item.updatedAt) > begin) : [];
  const part = pageOf(all, offset, limit);
  return jsonAnswer(200, {
    ...(part.items.length === 0 ? {} : { objects: part.items.map((item) => itemView(item, seller.about.currency)) }),
    ...(offset + limit < part.total ? { cursor: Buffer.from(String(offset + limit)).toString('base64url') } : {}),
    latest_time: all[0]?.updatedAt ?? new Date(0).toISOString(),
  });
}

export function apiRoutes(grant: CodeGrant): SimRoute[] {
  /** @throws SimRefusal 401 or 403 as Square does */
  const signedIn = (request: SimRequest, scope: string, context: SimContext): Seller => {
    const [account, value] = split(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    const seller = sellers.of(account, context);
    const refused = new SimRefusal(401, 'UNAUTHORIZED', 'This request could not be authorized.');
    if (!seller) throw refused;
    try {
      if (grant.holderOf(value, account, context).scopes.includes(scope)) return seller;
    } catch (error) {
      if (!(error instanceof SimRefusal)) throw error;
      throw refused;
    }
    throw new SimRefusal(403, 'INSUFFICIENT_SCOPES', `The merchant has not given your application ${scope}.`);
  };
  const route = (
    name: string,
    method: SimRoute['method'],
    path: string,
    scope: string,
    run: (seller: Seller, request: SimRequest, context: SimContext) => SimAnswer,
  ): SimRoute => ({
    name,
    method,
    path,
    effect: method === 'PUT' ? 'effect' : 'read',
    handle: refusing((request, context) => run(signedIn(request, scope, context), request, context), refusalAnswer),
  });
  return [
    route('merchant', 'GET', '/v2/merchants/:id', 'MERCHANT_PROFILE_READ', ({ about }, { params }) => {
      if (params.id !== 'me' && params.id !== about.id) throw new SimRefusal(404, 'NOT_FOUND', 'Merchant not found.');
      return jsonAnswer(200, { merchant: merchantView(about) });
    }),
    route('locations', 'GET', '/v2/locations', 'MERCHANT_PROFILE_READ', ({ about }) =>
      jsonAnswer(200, { locations: about.locations.map((location) => locationView(location, about)) }),
    ),
    route('search-orders', 'POST', '/v2/orders/search', 'ORDERS_READ', (seller, request) =>
      searchOrders(seller, jsonBody(request)),
    ),
    route('batch-orders', 'POST', '/v2/orders/batch-retrieve', 'ORDERS_READ', (seller, request) =>
      batchRetrieve(seller, jsonBody(request)),
    ),
    route('order', 'GET', '/v2/orders/:id', 'ORDERS_READ', (seller, { params }) =>
      jsonAnswer(200, { order: asJson(orderOf(seller, params.id ?? '')) }),
    ),
    route('update-order', 'PUT', '/v2/orders/:id', 'ORDERS_WRITE', (seller, request, context) =>
      updateOrder(seller, request.params.id ?? '', jsonBody(request), context),
    ),
    route('search-catalog', 'POST', '/v2/catalog/search', 'ITEMS_READ', (seller, request) =>
      searchCatalog(seller, jsonBody(request)),
    ),
  ];
}
