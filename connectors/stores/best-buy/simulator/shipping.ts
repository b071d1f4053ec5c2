/** Shipping an order: as a whole (OR23, OR24), or in shipments (ST01). */
import { jsonBody, type SimContext, type SimRequest } from '@scanship/simulator-kit/simulator';
import type { JsonObject } from '@scanship/domain/values/json';
import { z } from 'zod';
import type { SimOrder, SimShipment, SimTracking } from './model.ts';
import { refusal } from './refusals.ts';
import { shops, type Shop } from './shops.ts';
import { CARRIERS, shipmentView, unitsIn } from './views.ts';

const text = z.string();
const orderTracking = z.object({
  carrier_code: text.optional(),
  carrier_name: text.optional(),
  carrier_standard_code: text.optional(),
  carrier_url: text.optional(),
  tracking_number: text.optional(),
});
const shipmentTracking = z.object({
  carrier_code: text.optional(),
  carrier_name: text.optional(),
  carrier_standard_code: text.optional(),
  tracking_number: text.optional(),
  tracking_url: text.optional(),
});
const newShipments = z.object({
  shipments: z
    .array(
      z.object({
        invoice_reference: text.max(255).optional(),
        order_id: text.min(1),
        shipment_lines: z
          .array(
            z.object({
              offer_sku: text.optional(),
              order_line_id: text.optional(),
              package_reference: text.optional(),
              quantity: z.int().min(1),
            }),
          )
          .min(1),
        shipped: z.boolean().optional(),
        tracking: shipmentTracking.optional(),
      }),
    )
    .min(1)
    .max(1_000),
});
const decision = z.object({ order_lines: z.array(z.object({ id: text, accepted: z.boolean() })) });

/** @throws SimRefusal for a body that the contract does not take */
function body<T>(schema: z.ZodType<T>, request: SimRequest): T {
  const read = schema.safeParse(jsonBody(request));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refusal(400, `Field '${issue?.path.join('.') ?? ''}' is not valid: ${issue?.message ?? ''}`);
}

function carrierProblem(tracking: SimTracking): string | undefined {
  const { carrier_code: code, carrier_name: name, tracking_number: number } = tracking;
  if (code !== undefined) {
    if (!CARRIERS.some((c) => c['code'] === code)) return `No carrier with code '${code}'.`;
    return (number ?? '') === '' ? 'The tracking number is mandatory for this carrier.' : undefined;
  }
  return (name ?? '') === '' ? 'The carrier name is mandatory.' : undefined;
}

const must = (order: SimOrder, state: string): string | undefined =>
  order.state === state ? undefined : `The order status must be '${state}' but it is '${order.state}'.`;

export function setTracking(shop: Shop, order: SimOrder, request: SimRequest, context: SimContext): void {
  const { carrier_url: url, ...given } = body(orderTracking, request);
  const tracking: SimTracking = { ...given, tracking_url: url };
  const problem = must(order, 'SHIPPING') ?? carrierProblem(tracking);
  if (problem !== undefined) throw refusal(400, problem);
  shops.put(shop.about.id, { what: 'order', value: { ...order, tracking } }, context);
}

export function shipWhole(shop: Shop, order: SimOrder, context: SimContext): void {
  const problem = must(order, 'SHIPPING') ?? (order.tracking ? undefined : 'Tracking details are mandatory.');
  if (problem !== undefined) throw refusal(400, problem);
  const at = context.now().toISOString();
  const value: SimOrder = { ...order, state: 'SHIPPED', updatedAt: at, wholeAt: at };
  shops.put(shop.about.id, { what: 'order', value }, context, {
    kind: 'fulfilled',
    id: order.id,
    reference: order.tracking?.tracking_number,
  });
}

export function decide(shop: Shop, order: SimOrder, request: SimRequest, context: SimContext): void {
  const { order_lines: lines } = body(decision, request);
  const problem =
    must(order, 'WAITING_ACCEPTANCE') ??
    (order.lines.every((line) => lines.filter((l) => l.id === line.id).length === 1)
      ? undefined
      : 'Some order lines are missing from the acceptance decision.');
  if (problem !== undefined) throw refusal(400, problem);
  const state = lines.every((line) => line.accepted) ? 'WAITING_DEBIT_PAYMENT' : 'REFUSED';
  const value: SimOrder = { ...order, state, updatedAt: context.now().toISOString() };
  shops.put(shop.about.id, { what: 'order', value }, context);
}

type Wish = z.infer<typeof newShipments>['shipments'][number];

function shipmentProblem(shop: Shop, order: SimOrder | undefined, wish: Wish): string | undefined {
  if (!order) return `No order with id '${wish.order_id}'.`;
  const units = wish.shipment_lines.map((line) => {
    const known = order.lines.find((l) => l.id === line.order_line_id || l.sku === line.offer_sku);
    return (
      known !== undefined &&
      line.quantity <= known.quantity - known.cancelled - unitsIn(order.shipments, known.id, false)
    );
  });
  return (
    must(order, 'SHIPPING') ??
    (shop.several ? undefined : 'Several shipments of an order are not allowed on this platform.') ??
    (units.length > 0 && units.every(Boolean) ? undefined : 'Shipment quantity is invalid.') ??
    (wish.tracking ? carrierProblem(wish.tracking) : undefined)
  );
}

/** One answer for all, each of which may be refused on its own. */
export function createShipments(shop: Shop, request: SimRequest, context: SimContext): JsonObject {
  const errors: JsonObject[] = [];
  const made: JsonObject[] = [];
  for (const wish of body(newShipments, request).shipments) {
    const order = shop.orders.get(wish.order_id);
    const problem = shipmentProblem(shop, order, wish);
    if (!order || problem !== undefined) {
      errors.push({ message: problem ?? '', order_id: wish.order_id });
      continue;
    }
    const at = context.now().toISOString();
    const shipment: SimShipment = {
      id: context.newId('shp-'),
      at,
      shipped: wish.shipped === true,
      tracking: wish.tracking,
      lines: wish.shipment_lines.map((line) => ({
        order_line_id: line.order_line_id ?? order.lines.find((l) => l.sku === line.offer_sku)?.id ?? '',
        quantity: line.quantity,
      })),
    };
    const shipments = [...order.shipments, shipment];
    const all = order.lines.every((l) => unitsIn(shipments, l.id, true) + l.cancelled === l.quantity);
    const value: SimOrder = { ...order, updatedAt: at, shipments, state: all ? 'SHIPPED' : 'SHIPPING' };
    shops.put(shop.about.id, { what: 'order', value }, context, {
      kind: 'fulfilled',
      id: shipment.id,
      reference: shipment.tracking?.tracking_number,
    });
    made.push(shipmentView(value, shipment));
  }
  return { shipment_errors: errors, shipment_success: made };
}
