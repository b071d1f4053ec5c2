/** A label without a press of a button. */
import { randomUUID } from 'node:crypto';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import type { Seller } from './seller.ts';

/** Buys the first rate of an order for a small box. @returns its tracking number */
export async function buyLabel(seller: Seller, orderId: string): Promise<string> {
  const quote = await seller.must(quoteSingle, {
    body: {
      orderId,
      parcels: [{ number: 1, weightGrams: 760, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
    },
  });
  const rate = quote.rates.find((each) => each.carrier !== 'rate-sheet') ?? quote.rates[0];
  if (!rate) throw new Error('no carrier offered a rate');
  const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
  const { shipment } = await seller.must(createShipment, { body, idempotencyKey: randomUUID() });
  const tracking = shipment.parcels[0]?.trackingNumber;
  if (!tracking) throw new Error(`the label has no tracking number: ${JSON.stringify(shipment.problems)}`);
  return tracking;
}
