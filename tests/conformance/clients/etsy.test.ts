/** The best kept client of Etsy's Open API at its simulator: whose shop it is, its receipts, a parcel on its way. */
import { createPlayer, samples } from '@scanship/store-etsy/harness';
import { createEtsy } from '@scanship/store-etsy/simulator';
import { store } from '@scanship/store-etsy/store';
import { Etsy } from 'etsy-ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loopbackAgent } from '../../support/loopback-agent.ts';
import { startStoreStand, type StoreStand } from '../../support/store-stand.ts';

let stand: StoreStand;
beforeAll(async () => {
  stand = await startStoreStand({ store, samples, player: createPlayer, simulator: createEtsy });
});
afterAll(() => stand.close());

it('the shop of who signed in, its unshipped receipts, and one of them reported', async () => {
  const accessToken = stand.credentials['accessToken'] ?? '';
  const etsyUserId = Number(accessToken.split('.')[0]);
  const tokens = { accessToken, refreshToken: '', expiresIn: 3600, tokenType: 'Bearer' };
  const client = new Etsy(
    {
      apiKey: stand.app['clientId'] ?? '',
      sharedSecret: stand.app['clientSecret'] ?? '',
      securityDataStorage: { storeAccessToken: async () => {}, findAccessToken: async () => tokens },
      enableTokenRefresh: false,
    },
    { httpsAgent: loopbackAgent(stand.address), proxy: false },
  );
  const [receiptId] = await stand.player.placeOrders(stand.account, 1);
  const { data: me } = await client.User.getMe({ etsyUserId });
  expect(String(me.shop_id)).toBe(stand.account);
  const shopId = me.shop_id ?? 0;
  const { data: open } = await client.ShopReceipt.getShopReceipts(
    { shopId, was_paid: true, was_shipped: false, limit: 100 },
    { etsyUserId },
  );
  const receipt = open.results?.find(({ receipt_id }) => String(receipt_id) === receiptId);
  expect(receipt?.transactions?.map(({ quantity }) => quantity)).toEqual([3, 2]);
  expect(receipt?.grandtotal).toMatchObject({ divisor: 100, currency_code: 'CAD' });
  const { data: shipped } = await client.ShopReceipt.createReceiptShipment(
    { shopId, receiptId: Number(receiptId) },
    { tracking_code: '9400100000000000000000', carrier_name: 'usps', send_bcc: false },
    { etsyUserId },
  );
  expect(shipped.is_shipped).toBe(true);
  expect(shipped.shipments?.map(({ tracking_code }) => tracking_code)).toEqual(['9400100000000000000000']);
  expect(await stand.player.reports(stand.account, receiptId ?? '')).toHaveLength(1);
});
