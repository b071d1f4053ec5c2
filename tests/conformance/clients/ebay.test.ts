/** The best-known client of eBay's Sell APIs at its simulator: unshipped orders, one of them, its fulfilment. */
import { createPlayer, samples } from '@scanship/store-ebay/harness';
import { createEbay } from '@scanship/store-ebay/simulator';
import { store } from '@scanship/store-ebay/store';
import { eBayApi } from 'ebay-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loopbackAgent } from '../../support/loopback-agent.ts';
import { startStoreStand, type StoreStand } from '../../support/store-stand.ts';

let stand: StoreStand;
beforeAll(async () => {
  stand = await startStoreStand({ store, samples, player: createPlayer, simulator: createEbay });
});
afterAll(() => stand.close());

it('access is renewed; an unshipped order is found and fulfilled', async () => {
  const client = new eBayApi({
    appId: stand.app['clientId'] ?? '',
    certId: stand.app['clientSecret'] ?? '',
    sandbox: false,
    marketplaceId: eBayApi.MarketplaceId.EBAY_US,
  });
  const { instance } = client.req;
  instance.defaults.httpsAgent = loopbackAgent(stand.address);
  instance.defaults.proxy = false;
  client.OAuth2.setCredentials({
    access_token: '',
    expires_in: 0,
    refresh_token: stand.credentials['refreshToken'] ?? '',
    refresh_token_expires_in: 47_304_000,
    token_type: 'User Access Token',
  });
  await client.OAuth2.refreshToken();
  const [id = ''] = await stand.player.placeOrders(stand.account, 1);
  const open = await client.sell.fulfillment.getOrders({
    filter: 'orderfulfillmentstatus:{NOT_STARTED|IN_PROGRESS}',
    limit: 200,
    offset: 0,
  });
  const found = open.orders.find((order: { orderId: string }) => order.orderId === id);
  const lineItems = found.lineItems.map((line: { lineItemId: string; quantity: number }) => ({
    lineItemId: line.lineItemId,
    quantity: line.quantity,
  }));
  expect(lineItems.length).toBeGreaterThan(0);
  await client.sell.fulfillment.createShippingFulfillment(id, {
    lineItems,
    shippedDate: new Date().toISOString(),
    shippingCarrierCode: 'USPS',
    trackingNumber: '9400100000000000000000',
  });
  const { fulfillments } = await client.sell.fulfillment.getShippingFulfillments(id);
  expect(fulfillments).toMatchObject([{ shipmentTrackingNumber: '9400100000000000000000', lineItems }]);
  const order = await client.sell.fulfillment.getOrder(id);
  expect(order).toMatchObject({ orderId: id, orderFulfillmentStatus: 'FULFILLED' });
});
