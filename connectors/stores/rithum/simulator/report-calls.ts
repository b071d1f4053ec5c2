/** Calls that change an order: the action Ship, and fulfilments made, filled and marked. */
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { DELIVERY, type SimFulfilment, type SimOrder } from './model.ts';
import { profiles, type RithumProfile } from './profiles.ts';
import { fulfilmentView } from './views.ts';

/** Pairs of carrier and class in the accounts' lists; the last is one that a seller added. */
export const CARRIERS: readonly string[] = [
  'UPS Ground',
  'UPS Standard',
  'Canada Post Standard',
  'FedEx Standard',
  'Maple Local Courier Standard',
];

const shipment = z.strictObject({
  ShippedDateUtc: z.iso.datetime().optional(),
  TrackingNumber: z.string().max(150).optional(),
  SellerFulfillmentID: z.string().max(25).optional(),
  DistributionCenterID: z.int().optional(),
  // "If DeliveryStatus is not defined in a request, the order will be marked as shipped."
  DeliveryStatus: z.enum(DELIVERY).default('Complete'),
  ShippingCarrier: z.string().optional(),
  ShippingClass: z.string().optional(),
});
type Shipment = z.infer<typeof shipment>;

function checked<T>(schema: z.ZodType<T>, request: SimRequest): T {
  const result = schema.safeParse(jsonBody(request));
  if (!result.success) throw new SimRefusal(400, '', z.prettifyError(result.error));
  return result.data;
}

function checkCarrier({ ShippingCarrier: carrier, ShippingClass: one }: Shipment): void {
  if ((carrier === undefined) !== (one === undefined))
    throw new SimRefusal(400, '', 'ShippingCarrier and ShippingClass are required together.');
  if (carrier !== undefined && !CARRIERS.includes(`${carrier} ${one ?? ''}`))
    throw new SimRefusal(400, '', `The carrier ${carrier} with the class ${one ?? ''} is not in the account's list.`);
}

const marked = (one: SimFulfilment, given: Shipment): SimFulfilment => ({
  ...one,
  status: given.DeliveryStatus,
  tracking: given.TrackingNumber ?? one.tracking,
  carrier: given.ShippingCarrier ?? one.carrier,
  shippingClass: given.ShippingClass ?? one.shippingClass,
  sellerId: given.SellerFulfillmentID ?? one.sellerId,
  shipped: given.ShippedDateUtc ?? one.shipped,
});

/** Keeps the order with its status after a change of its fulfilments. */
function keep(
  profile: RithumProfile,
  order: SimOrder,
  fulfilments: readonly SimFulfilment[],
  context: SimContext,
  report?: { readonly id: string; readonly reference: string | undefined },
): void {
  const full = fulfilments.filter(({ parts }) => parts.length > 0);
  const left = full.filter(({ status }) => status === 'Complete');
  const shipping = left.length === 0 ? order.shipping : left.length === full.length ? 'Shipped' : 'PartiallyShipped';
  const value: SimOrder = { ...order, fulfilments, shipping, updated: context.now().toISOString() };
  profiles.put(
    profile.about.id,
    { what: 'order', value },
    context,
    report === undefined ? {} : { kind: 'fulfilled', ...report },
  );
}

function checkOpen(order: SimOrder): void {
  if (order.shipping === 'Canceled' || order.shipping === 'Shipped')
    throw new SimRefusal(400, '', `The order is ${order.shipping.toLowerCase()}.`);
}

export function ship(profile: RithumProfile, request: SimRequest, context: SimContext): SimAnswer {
  const { Value: given } = checked(z.strictObject({ Value: shipment }), request);
  const order = profile.orders.get(Number(/\((\d+)\)/.exec(request.path)?.[1] ?? ''));
  if (!order) throw new SimRefusal(404, '', 'The order was not found.');
  checkOpen(order);
  checkCarrier(given);
  const fulfilments = order.fulfilments.map((one) => (one.status === 'NoChange' ? marked(one, given) : one));
  keep(profile, order, fulfilments, context, { id: context.newId('ship_'), reference: given.TrackingNumber });
  return { status: 204 };
}

const making = z.strictObject({
  OrderID: z.int(),
  ProfileID: z.int(),
  Type: z.literal('Ship').optional(),
  DeliveryStatus: z.literal('NoChange'),
  SellerFulfillmentID: z.string().max(25).optional(),
});

export function makeFulfilment(profile: RithumProfile, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(making, request);
  const order = profile.orders.get(given.OrderID);
  if (!order || given.ProfileID !== Number(profile.about.id)) throw new SimRefusal(404, '', 'The order was not found.');
  const one: SimFulfilment = {
    id: order.id * 100 + order.fulfilments.length,
    status: 'NoChange',
    tracking: null,
    carrier: null,
    shippingClass: null,
    sellerId: given.SellerFulfillmentID ?? null,
    shipped: null,
    parts: [],
  };
  keep(profile, order, [...order.fulfilments, one], context);
  return jsonAnswer(201, {
    '@odata.context': '$metadata#Fulfillments/$entity',
    ...fulfilmentView(one, order, given.ProfileID),
  });
}

const orderWith = (profile: RithumProfile, has: (one: SimFulfilment) => boolean): SimOrder => {
  const order = [...profile.orders.values()].find(({ fulfilments }) => fulfilments.some(has));
  if (!order) throw new SimRefusal(404, '', 'The resource was not found.');
  return order;
};

const numberIn = (request: SimRequest): number => Number(/\((\d+)\)/.exec(request.path)?.[1] ?? '');

export function updateFulfilment(profile: RithumProfile, request: SimRequest, context: SimContext): SimAnswer {
  const id = numberIn(request);
  const given = checked(shipment, request);
  const order = orderWith(profile, (one) => one.id === id);
  checkOpen(order);
  checkCarrier(given);
  const fulfilments = order.fulfilments.map((one) => (one.id === id ? marked(one, given) : one));
  keep(profile, order, fulfilments, context, { id: context.newId('part_'), reference: given.TrackingNumber });
  return { status: 204 };
}

const moving = z.strictObject({ DestinationFulfillmentID: z.int(), Quantity: z.int().positive().optional() });

export function moveUnits(profile: RithumProfile, request: SimRequest, context: SimContext): SimAnswer {
  const id = numberIn(request);
  const given = checked(moving, request);
  const order = orderWith(profile, ({ parts }) => parts.some((part) => part.id === id));
  const target = order.fulfilments.find((one) => one.id === given.DestinationFulfillmentID);
  const part = order.fulfilments.flatMap(({ parts }) => parts).find((one) => one.id === id);
  const quantity = given.Quantity ?? part?.quantity ?? 0;
  if (!target || !part || quantity > part.quantity)
    throw new SimRefusal(400, '', 'These units cannot be moved to that fulfillment.');
  const last = Math.max(...order.fulfilments.flatMap(({ parts }) => parts).map((one) => one.id));
  const fulfilments = order.fulfilments.map((one): SimFulfilment => {
    const rest = one.parts
      .map((own) => (own.id === id ? { ...own, quantity: own.quantity - quantity } : own))
      .filter((own) => own.quantity > 0);
    const there = { id: last + 1, itemId: part.itemId, quantity };
    return { ...one, parts: one.id === target.id ? [...rest, there] : rest };
  });
  keep(profile, order, fulfilments, context);
  return { status: 204 };
}

export const asJson = (order: SimOrder): JsonObject => JSON.parse(JSON.stringify(order)) as JsonObject;
