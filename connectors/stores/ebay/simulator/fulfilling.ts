/** What `createShippingFulfillment` allows. Pure. */
import { z } from 'zod';
import { shippedUnits, type SimFulfilment, type SimOrder } from './model.ts';
import { refusal } from './refusals.ts';

const wish = z.object({
  lineItems: z
    .array(z.object({ lineItemId: z.string(), quantity: z.int().optional() }))
    .min(1)
    .optional(),
  shippedDate: z.string().optional(),
  shippingCarrierCode: z.string().min(1).optional(),
  trackingNumber: z.string().min(1).optional(),
});

/** @param at the time, ISO @throws SimRefusal with eBay's numbers */
export function makeFulfilment(order: SimOrder, body: unknown, at: string): SimFulfilment {
  const read = wish.safeParse(body);
  if (!read.success) throw refusal(400, 32_600, 'Invalid input data');
  const { lineItems = [], shippingCarrierCode, trackingNumber, shippedDate } = read.data;
  if (shippedDate !== undefined && !(Date.parse(shippedDate) <= Date.parse(at)))
    throw refusal(400, 32_500, 'Invalid shipped date');
  if ((shippingCarrierCode === undefined) !== (trackingNumber === undefined))
    throw refusal(400, 32_300, 'Invalid shipment tracking number or carrier');
  if (trackingNumber !== undefined && !/^[0-9A-Za-z]+$/.test(trackingNumber))
    throw refusal(400, 32_300, 'Invalid shipment tracking number or carrier');
  if (order.fulfilments.some((f) => f.id === trackingNumber))
    throw refusal(400, 34_500, 'Please use PUT operation for updating shipping fulfillment');
  if (order.cancel === 'CANCELED') throw refusal(400, 32_600, 'Invalid input data');
  const ids = lineItems.map((l) => l.lineItemId);
  if (new Set(ids).size !== ids.length) throw refusal(400, 32_210, 'Duplicate line item in the request');
  const lines = lineItems.map(({ lineItemId, quantity = 1 }) => {
    const line = order.lines.find((l) => l.id === lineItemId);
    if (!line) throw refusal(400, 32_200, `Invalid line item id: ${lineItemId}`);
    if (quantity < 1 || quantity > line.quantity - shippedUnits(order, line.id))
      throw refusal(400, 32_600, 'Invalid input data');
    return { lineItemId, quantity };
  });
  if (lines.length === 0) throw refusal(400, 32_600, 'Invalid input data');
  const nameless = 999 + order.fulfilments.filter((f) => f.trackingNumber === undefined).length;
  return {
    id: trackingNumber ?? String(nameless),
    trackingNumber,
    carrier: shippingCarrierCode,
    shippedAt: shippedDate ?? at,
    lines,
  };
}
