/** Orders that come from a store: buyers place them at the simulated Shopify, their labels are bought, some are cancelled. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import { cancelShipment, createShipment } from '@scanship/contracts/shipping/shipments';
import type { StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { Seller } from '../../support/seller.ts';

const SHOP = 'maple-demo.myshopify.com';
/** As the simulated buyer is called. */
const BUYER = { key: 'recipient', value: 'test buyer' } as const;
const AT_ONCE = 2;
const PAUSE_MS = 1_500;
const PARCEL = { number: 1, weightGrams: 900, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } };

/** @param goesOn asked after each round */
export async function keepShop(
  seller: Seller,
  player: StorePlayer,
  roll: () => number,
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn()) {
    // The store itself may be what is away.
    await player.placeOrders(SHOP, AT_ONCE, 'now').catch(() => undefined);
    await sleep(PAUSE_MS);
    const { orders } = await seller.must(listOrders, {
      query: { size: 10 },
      body: { fulfillmentStatus: 'unfulfilled', search: BUYER },
    });
    for (const { id: orderId } of orders) {
      if (!goesOn()) return;
      const { data: quote } = await seller.call(quoteSingle, { body: { orderId, parcels: [PARCEL] } });
      const rate = quote?.rates.find(({ carrier }) => carrier.startsWith('testline-'));
      if (!quote || !rate) continue;
      const body = { orderId, quoteId: quote.quoteId, rateId: rate.id };
      const { data: bought } = await seller.call(createShipment, { body, idempotencyKey: randomUUID() });
      if (bought?.shipment.state === 'bought' && roll() < 0.2)
        await seller.call(cancelShipment, { params: { id: bought.shipment.id }, idempotencyKey: randomUUID() });
    }
  }
}
