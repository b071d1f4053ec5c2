/** Forms of a request that the best-known clients send and ours does not: simulators take them as the vendors do. */
import { samples as amazon } from '@scanship/carrier-amazon-shipping/harness';
import { simulator as amazonShipping } from '@scanship/carrier-amazon-shipping/simulator';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { samples as woocommerce } from '@scanship/store-woocommerce/harness';
import { createWooCommerce } from '@scanship/store-woocommerce/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';

let stands: readonly TestSimulator[] = [];
beforeAll(async () => {
  stands = await Promise.all([amazonShipping, createWooCommerce()].map(startTestSimulator));
});
afterAll(() => Promise.all(stands.map((stand) => stand.close())));

const addressOf = (index: number): string => stands[index]?.simulator.address ?? '';

it('Amazon: a token is renewed with a question in JSON', async () => {
  const { clientId, clientSecret, refreshToken } = amazon.account.credentials;
  const ask = (body: object): Promise<Response> =>
    fetch(`${addressOf(0)}/auth/o2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const question = { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret };
  expect(await (await ask({ ...question, refresh_token: refreshToken })).json()).toMatchObject({
    token_type: 'bearer',
  });
  expect((await ask({ ...question, refresh_token: 'Atzr|other' })).status).toBe(400);
});

it('WooCommerce: keys in the address are as good as keys in the header, and wrong ones are not', async () => {
  const { consumerKey = '', consumerSecret = '' } = woocommerce.credentials ?? {};
  const ask = (secret: string): Promise<Response> => {
    const query = new URLSearchParams({ consumer_key: consumerKey, consumer_secret: secret, per_page: '1' });
    return fetch(`${addressOf(1)}/${woocommerce.account}/wp-json/wc/v3/orders?${query.toString()}`);
  };
  expect((await ask(consumerSecret)).status).toBe(200);
  expect((await ask('cs_wrong')).status).toBe(401);
});
