/** What changes an order: its routing, and the confirmation that closes it. Both name the entity tag they saw. */
import {
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimOrder } from './model.ts';
import { routingView } from './views.ts';
import { warehouses, type Shop } from './warehouses.ts';

export const tagOf = (order: SimOrder): string => `"${order.version.toString(16)}-${order.id}"`;

const operation = (code: string, action: string, hint = ''): SimRefusal =>
  new SimRefusal(403, `OperationException ${code}`, hint, action);

const text = z.string().max(200).nullish();
const flag = z.boolean().nullish();
const routing = z.strictObject({
  isCod: flag,
  isInsurance: flag,
  requiresDeliveryConf: flag,
  requiresReturnReceipt: flag,
  scacCode: text,
  carrier: text,
  mode: text,
  account: text,
  shipPointZip: text,
  capacityTypeIdentifier: z.strictObject({ name: text, id: z.int().optional() }).nullish(),
  loadNumber: text,
  billOfLading: text,
  trackingNumber: text,
  trailerNumber: text,
  sealNumber: text,
  doorNumber: text,
  pickupDate: text,
});
const confirmation = z.strictObject({
  confirmDate: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    .nullish(),
  trackingNumber: text,
  trailerNumber: text,
  sealNumber: text,
  billOfLading: text,
  loadNumber: text,
  doorNumber: text,
  pickupDate: text,
});

function bodyOf<T>(request: SimRequest, schema: z.ZodType<T>): T {
  if (!/^application\/(?:hal\+)?json\b/.test(request.headers['content-type'] ?? ''))
    throw new SimRefusal(415, '', 'The body must be application/hal+json.');
  let given: unknown;
  try {
    given = JSON.parse(request.text());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SimRefusal(400, 'ModelValidationException Required', 'The body is not JSON.', 'Body');
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SimRefusal(
    400,
    'ModelValidationException Incompatible',
    issue?.message ?? 'The body does not fit.',
    issue?.path.join('.') ?? '',
  );
}

function checkTag(order: SimOrder, request: SimRequest): void {
  const given = request.headers['if-match'];
  if (given === undefined) throw new SimRefusal(428, '', 'If-Match header required');
  if (given !== tagOf(order)) throw new SimRefusal(412, '', 'If-Match does not match');
}

function checkOpen(order: SimOrder, action: string): void {
  if (order.status === 'closed') throw operation('OrderConfirmed', action);
  if (order.status === 'cancelled') throw operation('OrderCanceled', action);
  if (order.holdReason !== undefined) throw operation('InUse', action, 'The order is on hold');
}

/** The numbers that were ever there: one is live at most. */
const reportsWith = (order: SimOrder, number: string): SimOrder['reports'] => {
  const before = order.reports.map((one) => ({ ...one, live: one.live && one.number === number }));
  return number === '' || before.some((one) => one.live) ? before : [...before, { number, live: true }];
};

function store(shop: Shop, order: SimOrder, more: Partial<SimOrder>, context: SimContext): SimOrder {
  const number = more.trackingNumber ?? order.trackingNumber;
  const value: SimOrder = {
    ...order,
    ...more,
    version: order.version + 1,
    modified: context.now().toISOString(),
    reports: reportsWith(order, number),
  };
  warehouses.put(shop.about.account, { what: 'order', value }, context, {
    kind: number === '' ? 'withdrawn' : 'fulfilled',
    id: String(order.id),
    reference: number === '' ? order.trackingNumber : number,
  });
  return value;
}

export function putRouting(shop: Shop, order: SimOrder, request: SimRequest, context: SimContext): SimAnswer {
  const given = bodyOf(request, routing);
  checkTag(order, request);
  checkOpen(order, 'orderrouting');
  const trackingNumber = given.trackingNumber ?? '';
  const closes = shop.closesByNumber && trackingNumber !== '';
  const value = store(
    shop,
    order,
    {
      trackingNumber,
      // PUT replaces the whole.
      carrier: given.carrier ?? '',
      mode: given.mode ?? '',
      ...(closes && { status: 'closed' }),
    },
    context,
  );
  return jsonAnswer(200, routingView(value), { 'content-type': 'application/hal+json', etag: tagOf(value) });
}

export function confirmOrder(shop: Shop, order: SimOrder, request: SimRequest, context: SimContext): SimAnswer {
  const given = bodyOf(request, confirmation);
  checkTag(order, request);
  checkOpen(order, 'orderconfirm');
  if (!order.allocated) throw operation('NotFullyAllocated', 'orderconfirm');
  const trackingNumber = given.trackingNumber ?? order.trackingNumber;
  store(shop, order, { status: 'closed', trackingNumber }, context);
  return { status: 204, body: '' };
}
