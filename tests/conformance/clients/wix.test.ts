/** Wix's own client at its simulator: orders that are approved, one of them fulfilled. */
import { createPlayer, samples } from '@scanship/store-wix/harness';
import { createWix } from '@scanship/store-wix/simulator';
import { store } from '@scanship/store-wix/store';
import * as orderFulfillments from '@wix/auto_sdk_ecom_order-fulfillments';
import * as orders from '@wix/auto_sdk_ecom_orders';
import { createClient } from '@wix/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loopbackFetch } from '../../support/loopback-agent.ts';
import { startStoreStand, type StoreStand } from '../../support/store-stand.ts';

let stand: StoreStand;
beforeAll(async () => {
  stand = await startStoreStand({ store, samples, player: createPlayer, simulator: createWix });
});
afterAll(() => stand.close());

it('orders are searched, one is read, fulfilled and its fulfilment listed', async () => {
  const client = createClient({
    modules: { orders, orderFulfillments },
    auth: { getAuthHeaders: async () => ({ headers: { Authorization: stand.credentials['accessToken'] ?? '' } }) },
    fetch: loopbackFetch(stand.address),
  });
  const [id = ''] = await stand.player.placeOrders(stand.account, 1);
  const found = await client.orders.searchOrders({
    filter: { status: { $ne: 'INITIALIZED' } },
    sort: [{ fieldName: '_updatedDate', order: 'DESC' }],
    cursorPaging: { limit: 50 },
  });
  expect(found.orders?.map((order) => order._id)).toContain(id);
  const order = await client.orders.getOrder(id);
  expect(order._createdDate).toBeInstanceOf(Date);
  const lineItems = order.lineItems?.map((line) => ({ _id: line._id ?? '', quantity: line.quantity }));
  const made = await client.orderFulfillments.createFulfillment(id, {
    lineItems,
    trackingInfo: { trackingNumber: '9400100000000000000000', shippingProvider: 'usps' },
  });
  const listed = await client.orderFulfillments.listFulfillmentsForSingleOrder(id);
  expect(listed.orderWithFulfillments?.fulfillments).toMatchObject([
    { _id: made.fulfillmentId, trackingInfo: { trackingNumber: '9400100000000000000000' } },
  ]);
  await client.orderFulfillments.deleteFulfillment({ fulfillmentId: made.fulfillmentId ?? '', orderId: id });
  const after = await client.orderFulfillments.listFulfillmentsForSingleOrder(id);
  expect(after.orderWithFulfillments?.fulfillments).toEqual([]);
});
