/** Shopify's own client of the Admin API at its simulator: an order, its fulfilment orders, one of them fulfilled. */
import { createAdminApiClient } from '@shopify/admin-api-client';
import { createPlayer, samples } from '@scanship/store-shopify/harness';
import { manifest } from '@scanship/store-shopify/manifest';
import { createShopify } from '@scanship/store-shopify/simulator';
import { store } from '@scanship/store-shopify/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { loopbackFetch } from '../../support/loopback-agent.ts';
import { startStoreStand, type StoreStand } from '../../support/store-stand.ts';

let stand: StoreStand;
beforeAll(async () => {
  stand = await startStoreStand({ store, samples, player: createPlayer, simulator: createShopify });
});
afterAll(() => stand.close());

const asked = z.object({
  order: z.object({
    name: z.string(),
    fulfillmentOrders: z.object({
      nodes: z.array(z.object({ id: z.string(), status: z.string() })),
    }),
  }),
});
const made = z.object({
  fulfillmentCreate: z.object({
    fulfillment: z.object({ id: z.string(), status: z.string() }),
    userErrors: z.array(z.unknown()),
  }),
});

it('an order is read and fulfilled; what it costs is told; a wrong field is an error that the client reads', async () => {
  const client = createAdminApiClient({
    storeDomain: samples.account,
    apiVersion: manifest.ends?.what.split(' ').at(-1) ?? '',
    accessToken: stand.credentials['accessToken'] ?? '',
    customFetchApi: loopbackFetch(`${stand.address}/${samples.account}`),
  });
  const [id = ''] = await stand.player.placeOrders(stand.account, 1);
  const order = await client.request(
    `query Order($id: ID!) {
      order(id: $id) { name fulfillmentOrders(first: 5) { nodes { id status } } }
    }`,
    { variables: { id: id.startsWith('gid:') ? id : `gid://shopify/Order/${id}` } },
  );
  expect(order.errors).toBeUndefined();
  expect(order.extensions).toMatchObject({ cost: { throttleStatus: { restoreRate: expect.any(Number) as number } } });
  const [open] = asked.parse(order.data).order.fulfillmentOrders.nodes;
  expect(open?.status).toBe('OPEN');
  const fulfilled = await client.request(
    `mutation Ship($fulfillment: FulfillmentInput!) {
      fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id status } userErrors { message } }
    }`,
    {
      variables: {
        fulfillment: {
          lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: open?.id }],
          trackingInfo: { company: 'USPS', number: '9400100000000000000000' },
          notifyCustomer: false,
        },
      },
    },
  );
  expect(fulfilled.errors).toBeUndefined();
  expect(made.parse(fulfilled.data).fulfillmentCreate).toMatchObject({
    fulfillment: { status: 'SUCCESS' },
    userErrors: [],
  });
  expect((await stand.player.reports(stand.account, id)).map((report) => report.trackingNumbers)).toEqual([
    ['9400100000000000000000'],
  ]);
  const wrong = await client.request('query { shop { noSuchField } }');
  expect(wrong.errors?.graphQLErrors?.[0]?.message).toContain('noSuchField');
});
