/** What acknowledging and shipping allow. Pure. */
import { z } from 'zod';
import { unitsIn, type SimLine, type SimOrder, type SimReport, type SimStatus } from './model.ts';
import { refusal } from './refusals.ts';

const METHODS = ['Standard', 'Express', 'OneDay', 'Freight', 'WhiteGlove', 'Value'] as const;
/** Those of Walmart's list that tests ship with. */
const CARRIERS: readonly string[] = [
  'UPS',
  'USPS',
  'FedEx',
  'DHL',
  'DHL Ecommerce - US',
  'OnTrac',
  'GLS',
  'Landmark Global',
  'Sendle',
  'Asendia',
  'TForce Freight',
  'Estes Express',
  'Royal Mail',
  'Canada Post',
];

const quantity = z.strictObject({
  unitOfMeasurement: z.enum(['EACH', 'EA']),
  amount: z.string().regex(/^[1-9]\d{0,5}$/),
});
const wish = z.object({
  orderShipment: z.object({
    processMode: z.string().optional(),
    orderLines: z.object({
      orderLine: z
        .array(
          z.object({
            lineNumber: z.string(),
            sellerOrderId: z.string().min(1).max(30),
            intentToCancelOverride: z.boolean().optional(),
            orderLineStatuses: z.object({
              orderLineStatus: z
                .array(
                  z.object({
                    status: z.literal('Shipped'),
                    statusQuantity: quantity,
                    trackingInfo: z.object({
                      shipDateTime: z.int(),
                      carrierName: z.object({ carrier: z.string().optional(), otherCarrier: z.string().optional() }),
                      methodCode: z.enum(METHODS),
                      trackingNumber: z.string().min(1).max(60),
                      trackingURL: z.string().optional(),
                    }),
                  }),
                )
                .min(1),
            }),
          }),
        )
        .min(1),
    }),
  }),
});

const CONTENT = 'INVALID_REQUEST_CONTENT.GMP_ORDER_API';

/** Takes units from one status and gives them to another. */
function moved(line: SimLine, from: SimStatus['status'], units: number, to: SimStatus): readonly SimStatus[] {
  let left = units;
  const rest = line.statuses.flatMap((one) => {
    if (one.status !== from || left === 0) return [one];
    const taken = Math.min(left, one.quantity);
    left -= taken;
    return one.quantity === taken ? [] : [{ ...one, quantity: one.quantity - taken }];
  });
  return [...rest, to];
}

/** @throws SimRefusal for an order that is shipped or cancelled */
export function acknowledged(order: SimOrder, at: number): SimOrder {
  const open = order.lines.some((line) => unitsIn(line, 'Created') + unitsIn(line, 'Acknowledged') > 0);
  if (!open || order.fulfilledBy !== 'SellerFulfilled')
    throw refusal(400, CONTENT, `Unable to acknowledge PurchaseOrder ${order.id}: it has no line in CREATED status.`);
  return {
    ...order,
    updatedAt: at,
    lines: order.lines.map((line) => {
      const units = unitsIn(line, 'Created');
      if (units === 0) return line;
      return {
        ...line,
        statusAt: at,
        statuses: moved(line, 'Created', units, { status: 'Acknowledged', quantity: units }),
      };
    }),
  };
}

/** @throws SimRefusal with Walmart's codes */
export function shipped(
  order: SimOrder,
  body: unknown,
  at: number,
): { readonly order: SimOrder; readonly report: SimReport } {
  const read = wish.safeParse(body);
  if (!read.success) throw refusal(400, CONTENT, `Invalid request content: ${read.error.issues[0]?.message ?? ''}`);
  if (order.fulfilledBy !== 'SellerFulfilled')
    throw refusal(400, CONTENT, `PurchaseOrder ${order.id} is fulfilled by WFS and cannot be shipped.`);
  let lines = order.lines;
  const numbers: string[] = [];
  let units = 0;
  for (const wanted of read.data.orderShipment.orderLines.orderLine)
    for (const { statusQuantity, trackingInfo } of wanted.orderLineStatuses.orderLineStatus) {
      const line = lines.find((one) => one.number === wanted.lineNumber);
      if (!line) throw refusal(400, CONTENT, `Line ${wanted.lineNumber} does not exist in PurchaseOrder ${order.id}.`);
      if (line.cancelAsked && wanted.intentToCancelOverride !== true)
        throw refusal(
          400,
          CONTENT,
          `Line ${line.number} has an intent to cancel; send intentToCancelOverride to ship it.`,
        );
      const amount = Number(statusQuantity.amount);
      if (unitsIn(line, 'Acknowledged') < amount)
        throw refusal(400, CONTENT, `Line ${line.number} has fewer than ${amount} units in ACKNOWLEDGED status.`);
      const { carrier, otherCarrier } = trackingInfo.carrierName;
      if ((carrier === undefined) === (otherCarrier === undefined))
        throw refusal(400, CONTENT, 'Exactly one of carrier and otherCarrier is needed.', 'carrierName');
      if (carrier !== undefined && !CARRIERS.includes(carrier))
        throw refusal(400, CONTENT, `Carrier ${carrier} is not valid.`, 'carrier');
      if (otherCarrier !== undefined && !/^https?:\/\/\S+$/.test(trackingInfo.trackingURL ?? ''))
        throw refusal(400, CONTENT, 'trackingURL is mandatory with otherCarrier.', 'trackingURL');
      if (trackingInfo.shipDateTime < order.createdAt || trackingInfo.shipDateTime > at + 86_400_000)
        throw refusal(400, CONTENT, 'shipDateTime is before the order or in the future.', 'shipDateTime');
      const to: SimStatus = { status: 'Shipped', quantity: amount, tracking: trackingInfo };
      const after = { ...line, statusAt: at, statuses: moved(line, 'Acknowledged', amount, to) };
      lines = lines.map((one) => (one === line ? after : one));
      units += amount;
      if (!numbers.includes(trackingInfo.trackingNumber)) numbers.push(trackingInfo.trackingNumber);
    }
  const report: SimReport = { numbers, units };
  return { report, order: { ...order, updatedAt: at, lines, reports: [...order.reports, report] } };
}

/** The buyer asks for cancellation, Walmart cancels, or neither any more. */
export function withCancel(order: SimOrder, how: 'cancel' | 'ask' | 'unask', at: number): SimOrder {
  return {
    ...order,
    updatedAt: at,
    lines: order.lines.map((line) => {
      const open = unitsIn(line, 'Created') + unitsIn(line, 'Acknowledged');
      if (open === 0) return line;
      if (how !== 'cancel') return { ...line, statusAt: at, cancelAsked: how === 'ask' };
      const rest = line.statuses.filter((one) => one.status === 'Shipped' || one.status === 'Cancelled');
      return {
        ...line,
        statusAt: at,
        cancelAsked: false,
        statuses: [...rest, { status: 'Cancelled' as const, quantity: open }],
      };
    }),
  };
}
