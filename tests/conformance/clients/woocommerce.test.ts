/** WooCommerce's own client at its simulator: a page of orders with its counts, a note, an order that is done. */
import { createPlayer, samples } from '@scanship/store-woocommerce/harness';
import { createWooCommerce } from '@scanship/store-woocommerce/simulator';
import { store } from '@scanship/store-woocommerce/store';
import WooCommerce from '@woocommerce/woocommerce-rest-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loopbackAgent } from '../../support/loopback-agent.ts';
import { startStoreStand, type StoreStand } from '../../support/store-stand.ts';

let stand: StoreStand;
beforeAll(async () => {
  stand = await startStoreStand({ store, samples, player: createPlayer, simulator: createWooCommerce });
});
afterAll(() => stand.close());

const clientOf = (queryStringAuth: boolean, secret = samples.credentials?.['consumerSecret'] ?? '') =>
  new WooCommerce({
    url: `https://shop.example/${samples.account}`,
    consumerKey: samples.credentials?.['consumerKey'] ?? '',
    consumerSecret: secret,
    version: 'wc/v3',
    queryStringAuth,
    axiosConfig: { httpsAgent: loopbackAgent(stand.address), proxy: false },
  });

it.each([
  ['header', false],
  ['address', true],
])('orders are listed with keys in the %s, noted and completed', async (_where, inAddress) => {
  const client = clientOf(inAddress);
  const [id] = await stand.player.placeOrders(stand.account, 2);
  const listed = await client.get('orders', { per_page: 1, status: 'processing', orderby: 'id', order: 'asc' });
  expect(listed.status).toBe(200);
  expect(listed.data).toHaveLength(1);
  expect(Number(listed.headers['x-wp-total'])).toBeGreaterThan(1);
  expect(listed.headers['x-wp-totalpages']).toBe(listed.headers['x-wp-total']);
  const order = await client.get(`orders/${id}`);
  expect(order.data).toMatchObject({ id: Number(id), status: 'processing', currency: 'CAD' });
  const note = await client.post(`orders/${id}/notes`, { note: 'Packed.', customer_note: false });
  expect([note.status, note.data]).toMatchObject([201, { note: 'Packed.', customer_note: false }]);
  const done = await client.put(`orders/${id}`, { status: 'completed' });
  expect(done.data).toMatchObject({ id: Number(id), status: 'completed' });
});

it('a wrong secret is refused in the form that the client reads', async () => {
  await expect(clientOf(false, 'cs_wrong').get('orders')).rejects.toMatchObject({
    response: { status: 401, data: { code: 'woocommerce_rest_authentication_error', data: { status: 401 } } },
  });
});
