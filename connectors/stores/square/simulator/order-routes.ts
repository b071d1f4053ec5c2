/** SearchOrders, BatchRetrieveOrders, RetrieveOrder and UpdateOrder, with what the contract refuses. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { accepting } from '@scanship/simulator-kit/accepting';
import { jsonAnswer, SimRefusal, type SimAnswer, type SimContext } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimFulfilment, SimOrder } from './model.ts';
import { sellers, type Seller } from './sellers.ts';

const bad = (detail: string, code = 'BAD_REQUEST', field?: string): SimRefusal =>
  new SimRefusal(400, code, detail, field);

export const checked = accepting((issue) => bad(issue.message, 'INVALID_VALUE', issue.path.join('.')));

export const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const TYPES = ['PICKUP', 'SHIPMENT', 'DELIVERY'] as const;
const STATES = ['PROPOSED', 'RESERVED', 'PREPARED', 'COMPLETED', 'CANCELED', 'FAILED'] as const;
const ORDER_STATES = ['OPEN', 'COMPLETED', 'CANCELED', 'DRAFT'] as const;
const FIELDS = { CREATED_AT: 'created_at', UPDATED_AT: 'updated_at', CLOSED_AT: 'closed_at' } as const;
const range = z.looseObject({ start_at: z.string().nullish(), end_at: z.string().nullish() }).nullish();

const search = z.looseObject({
  location_ids: z.array(z.string()).optional(),
  cursor: z.string().optional(),
  limit: z.int().optional(),
  return_entries: z.boolean().optional(),
  query: z
    .looseObject({
      filter: z
        .looseObject({
          state_filter: z.looseObject({ states: z.array(z.enum(ORDER_STATES)) }).nullish(),
          date_time_filter: z.looseObject({ created_at: range, updated_at: range, closed_at: range }).nullish(),
          fulfillment_filter: z
            .looseObject({
              fulfillment_types: z.array(z.enum(TYPES)).nullish(),
              fulfillment_states: z.array(z.enum(STATES)).nullish(),
            })
            .nullish(),
        })
        .nullish(),
      sort: z
        .looseObject({
          sort_field: z.enum(['CREATED_AT', 'UPDATED_AT', 'CLOSED_AT']),
          sort_order: z.enum(['ASC', 'DESC']).nullish(),
        })
        .nullish(),
    })
    .optional(),
});

/** A cursor belongs to its question. */
const fingerprint = (given: z.infer<typeof search>): string =>
  createHash('sha256')
    .update(JSON.stringify([given.location_ids, given.query]))
    .digest('base64url')
    .slice(0, 12);

function offsetOf(given: z.infer<typeof search>): number {
  if (given.cursor === undefined) return 0;
  const [mark, offset] = Buffer.from(given.cursor, 'base64url').toString('utf8').split(':');
  if (mark !== fingerprint(given) || !/^\d+$/.test(offset ?? ''))
    throw bad('The pagination cursor is not valid for this query.', 'INVALID_CURSOR', 'cursor');
  return Number(offset);
}

export function searchOrders(seller: Seller, body: unknown): SimAnswer {
  const given = checked(search, body);
  const locations = given.location_ids ?? [];
  if (locations.length === 0) throw bad('Must provide at least one location ID.', 'MISSING_REQUIRED_PARAMETER');
  if (locations.length > 10) throw bad('At most 10 location IDs.', 'ARRAY_LENGTH_TOO_LONG', 'location_ids');
  const own = seller.about.locations.map(({ id }) => id);
  if (locations.some((id) => !own.includes(id)))
    throw new SimRefusal(403, 'FORBIDDEN', 'The merchant does not have this location.');
  const limit = given.limit ?? 500;
  if (limit < 1 || limit > 1_000) throw bad('limit must be from 1 to 1000.', 'INVALID_VALUE', 'limit');
  const { filter, sort } = given.query ?? {};
  const by = sort?.sort_field ?? 'CREATED_AT';
  const times = filter?.date_time_filter ?? {};
  for (const [name, field] of Object.entries(FIELDS))
    if (times[field] && name !== by) throw bad(`sort_field must be ${name} with this filter.`, 'INVALID_VALUE');
  const { start_at: start, end_at: end } = times[FIELDS[by]] ?? {};
  for (const moment of [start, end])
    if (typeof moment === 'string' && Number.isNaN(Date.parse(moment)))
      throw bad('This is no RFC 3339 time.', 'INVALID_TIME', 'start_at');
  const types = filter?.fulfillment_filter?.fulfillment_types;
  const states = filter?.fulfillment_filter?.fulfillment_states;
  const time = (order: SimOrder): number => Date.parse(order[FIELDS[by]] ?? order.created_at);
  const found = [...seller.orders.values()]
    .filter((order) => locations.includes(order.location_id))
    .filter((order) => start == null || time(order) >= Date.parse(start))
    .filter((order) => end == null || time(order) < Date.parse(end))
    .filter((order) => filter?.state_filter?.states.includes(order.state) ?? true)
    .filter((order) => types == null || order.fulfillments.some((one) => types.includes(one.type)))
    .filter((order) => states == null || order.fulfillments.some((one) => states.includes(one.state)))
    .toSorted((a, b) => (time(a) - time(b) || (a.id < b.id ? -1 : 1)) * (sort?.sort_order === 'ASC' ? 1 : -1));
  const offset = offsetOf(given);
  const page = found.slice(offset, offset + limit);
  const more = offset + limit < found.length;
  return jsonAnswer(200, {
    ...(page.length === 0 ? {} : { orders: page.map(asJson) }),
    ...(more ? { cursor: Buffer.from(`${fingerprint(given)}:${offset + limit}`).toString('base64url') } : {}),
  });
}

const batch = z.looseObject({ order_ids: z.array(z.string()), location_id: z.string().nullish() });

export function batchRetrieve(seller: Seller, body: unknown): SimAnswer {
  const { order_ids: ids } = checked(batch, body);
  if (ids.length === 0 || ids.length > 100) throw bad('From 1 to 100 order IDs.', 'VALUE_TOO_LONG', 'order_ids');
  const found = [...new Set(ids)].flatMap((id) => seller.orders.get(id) ?? []);
  return jsonAnswer(200, found.length === 0 ? {} : { orders: found.map(asJson) });
}

export function orderOf(seller: Seller, id: string): SimOrder {
  const order = seller.orders.get(id);
  if (!order) throw new SimRefusal(404, 'NOT_FOUND', `Order not found for id ${id}`);
  return order;
}

const text = (most: number): z.ZodType<string | null | undefined> => z.string().max(most).nullish();
const update = z.looseObject({
  idempotency_key: text(192),
  fields_to_clear: z.array(z.string()).nullish(),
  order: z
    .looseObject({
      location_id: z.string().min(1),
      version: z.int().optional(),
      state: z.enum(ORDER_STATES).nullish(),
      fulfillments: z
        .array(
          z.looseObject({
            uid: text(60),
            type: z.enum(TYPES).nullish(),
            state: z.enum(STATES).nullish(),
            metadata: z.record(z.string().regex(/^[\w-]{1,60}$/), z.string().max(255)).nullish(),
            shipment_details: z
              .looseObject({
                carrier: text(50),
                shipping_note: text(500),
                shipping_type: text(50),
                tracking_number: text(100),
                tracking_url: text(2_000),
              })
              .nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

const STAMPS: Readonly<Record<string, string>> = {
  RESERVED: 'in_progress_at',
  PREPARED: 'packaged_at',
  COMPLETED: 'shipped_at',
  CANCELED: 'canceled_at',
  FAILED: 'failed_at',
};
const ENDED = new Set(['COMPLETED', 'CANCELED', 'FAILED']);

type Wanted = NonNullable<NonNullable<z.infer<typeof update>['order']>['fulfillments']>[number];

function merged(fulfilment: SimFulfilment, wanted: Wanted | undefined, now: Date): SimFulfilment {
  if (!wanted) return fulfilment;
  const state = wanted.state ?? fulfilment.state;
  if (ENDED.has(fulfilment.state) && state !== fulfilment.state)
    throw bad(`Cannot transition a fulfillment from ${fulfilment.state} to ${state}.`);
  const given = { ...fulfilment.metadata, ...wanted.metadata };
  if (Object.keys(given).length > 10) throw bad('At most 10 metadata entries.', 'MAP_KEY_LENGTH_TOO_LONG');
  const stamp = STAMPS[state];
  return {
    ...fulfilment,
    state,
    metadata: Object.keys(given).length === 0 ? undefined : given,
    shipment_details: fulfilment.shipment_details && {
      ...fulfilment.shipment_details,
      ...(wanted.shipment_details as SimFulfilment['shipment_details']),
      ...(state !== fulfilment.state && stamp !== undefined && { [stamp]: now.toISOString() }),
    },
  };
}

export function updateOrder(seller: Seller, id: string, body: unknown, context: SimContext): SimAnswer {
  const given = checked(update, body);
  const order = orderOf(seller, id);
  const key = given.idempotency_key ?? undefined;
  const asked = JSON.stringify([id, given]);
  const before = key === undefined ? undefined : seller.keys.get(key);
  if (before !== undefined && before !== asked)
    throw bad('The idempotency key was used with other parameters.', 'IDEMPOTENCY_KEY_REUSED', 'idempotency_key');
  // Without a key Square changes nothing and says so to nobody.
  if (key === undefined || before !== undefined) return jsonAnswer(200, { order: asJson(order) });
  const wanted = given.order ?? { location_id: order.location_id };
  if (wanted.location_id !== order.location_id) throw bad('The location of an order cannot change.');
  if (order.version === undefined) throw bad('This order cannot be updated through the API.');
  if (wanted.version === undefined)
    throw bad('order.version is required.', 'MISSING_REQUIRED_PARAMETER', 'order.version');
  if (wanted.version !== order.version)
    throw new SimRefusal(409, 'VERSION_MISMATCH', 'The order version provided is not the current one.');
  if (order.state === 'COMPLETED' || order.state === 'CANCELED')
    throw bad(`Orders with state ${order.state} cannot be updated.`);
  const list = wanted.fulfillments ?? [];
  const strange = list.find((one) => !order.fulfillments.some(({ uid }) => uid === one.uid));
  if (strange) throw bad('Orders can have at most one fulfillment made through the API.', 'BAD_REQUEST');
  if (order.state === 'DRAFT' && list.some((one) => one.state != null)) throw bad('Draft orders cannot be fulfilled.');
  const now = context.now();
  const fulfillments = order.fulfillments.map((one) =>
    merged(
      one,
      list.find(({ uid }) => uid === one.uid),
      now,
    ),
  );
  const state = wanted.state ?? order.state;
  if (state === 'COMPLETED' && fulfillments.some((one) => !ENDED.has(one.state)))
    throw bad('All fulfillments must have a state of COMPLETED, CANCELED, or FAILED for an order to be COMPLETED.');
  if (state === 'COMPLETED' && order.net_amount_due_money.amount > 0) throw bad('The order is not paid.');
  const after: SimOrder = {
    ...order,
    state,
    version: order.version + 1,
    updated_at: now.toISOString(),
    ...(state === 'OPEN' ? {} : { closed_at: now.toISOString() }),
    fulfillments,
  };
  const shipped = fulfillments.filter((one, index) => one.state === 'COMPLETED' && order.fulfillments[index] !== one);
  sellers.put(seller.about.id, { what: 'order', value: after, key, asked }, context, {
    ...(shipped.length > 0 && { kind: 'fulfilled' as const }),
    id: shipped[0]?.uid ?? context.newId('update_'),
    reference: shipped[0]?.shipment_details?.tracking_number,
  });
  return jsonAnswer(200, { order: asJson(after) });
}
