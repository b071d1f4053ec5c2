/** The best-known client of Amazon's Selling Partner API at the store's simulator: its token, orders, a shipment confirmed. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { createPlayerUs, samplesUs } from '@scanship/store-amazon/harness';
import { createAmazonUs } from '@scanship/store-amazon/simulator';
import { store } from '@scanship/store-amazon/store-us';
import { SellingPartner } from 'amazon-sp-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loopbackAgent } from '../../support/loopback-agent.ts';
import { startStoreStand, type StoreStand } from '../../support/store-stand.ts';

const US = 'ATVPDKIKX0DER';
let stand: StoreStand;
beforeAll(async () => {
  stand = await startStoreStand({ store, samples: samplesUs, player: createPlayerUs, simulator: createAmazonUs });
});
afterAll(() => stand.close());

const clientOf = (refresh_token: string | undefined) =>
  new SellingPartner({
    region: 'na',
    refresh_token: refresh_token ?? '',
    credentials: {
      SELLING_PARTNER_APP_CLIENT_ID: stand.app['clientId'] ?? '',
      SELLING_PARTNER_APP_CLIENT_SECRET: stand.app['clientSecret'] ?? '',
    },
    options: { https_proxy_agent: loopbackAgent(stand.address), auto_request_throttled: false },
  });

it('access is asked for with the refresh token; an order is found, read and confirmed as shipped', async () => {
  const client = clientOf(stand.credentials['refreshToken']);
  const [id = ''] = await stand.player.placeOrders(stand.account, 1);
  const places = await client.callAPI({ operation: 'getMarketplaceParticipations', endpoint: 'sellers' });
  expect(places).toMatchObject([{ marketplace: { id: US } }]);
  // The client knows no version of 2026 yet: where it is given a path it asks for that, whatever the operation is called.
  const byPath = async (path: string, query: object = {}) =>
    readObject(await client.callAPI({ operation: path, api_path: path, method: 'GET', query }));
  const path = '/orders/2026-01-01/orders';
  const found = await byPath(path, {
    marketplaceIds: [US],
    lastUpdatedAfter: new Date(Date.now() - 86_400_000).toISOString(),
  });
  expect(found.strictList('orders', (order) => order.string('orderId'))).toContain(id);
  const orderItems = (await byPath(`${path}/${id}`)).object('order').strictList('orderItems', (item) => ({
    orderItemId: item.string('orderItemId'),
    quantity: item.integer('quantityOrdered', 1),
  }));
  expect(orderItems).not.toEqual([]);
  await client.callAPI({
    operation: 'confirmShipment',
    endpoint: 'orders',
    path: { orderId: id },
    body: {
      marketplaceId: US,
      packageDetail: {
        packageReferenceId: '1',
        carrierCode: 'USPS',
        shippingMethod: 'Ground Advantage',
        trackingNumber: '9400100000000000000000',
        shipDate: new Date().toISOString(),
        orderItems,
      },
    },
  });
  expect((await stand.player.reports(stand.account, id)).map((report) => report.trackingNumbers)).toEqual([
    ['9400100000000000000000'],
  ]);
});

it('a refresh token that is none is refused in the form that the client reads', async () => {
  await expect(
    clientOf('Atzr|none').callAPI({ operation: 'getMarketplaceParticipations', endpoint: 'sellers' }),
  ).rejects.toMatchObject({ code: 'invalid_grant' });
});
