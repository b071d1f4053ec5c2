/** Square's own client at its simulator: the merchant, open orders, one of them brought to its end. */
import { createPlayer, samples } from '@scanship/store-square/harness';
import { createSquare } from '@scanship/store-square/simulator';
import { store } from '@scanship/store-square/store';
import { SquareClient, SquareError } from 'square';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStoreStand, type StoreStand } from '../../support/store-stand.ts';

let stand: StoreStand;
beforeAll(async () => {
  stand = await startStoreStand({ store, samples, player: createPlayer, simulator: createSquare });
});
afterAll(() => stand.close());

const clientOf = (token: string | undefined) =>
  new SquareClient({ token: token ?? '', baseUrl: stand.address, maxRetries: 0 });

it('an open order is found, and its shipment told with the number of the parcel', async () => {
  const client = clientOf(stand.credentials['accessToken']);
  const [id = ''] = await stand.player.placeOrders(stand.account, 1);
  const { locations = [] } = await client.locations.list();
  expect((await client.merchants.get({ merchantId: 'me' })).merchant?.status).toBe('ACTIVE');
  const { orders = [] } = await client.orders.search({
    locationIds: locations.flatMap((location) => location.id ?? []),
    query: {
      filter: { stateFilter: { states: ['OPEN'] } },
      sort: { sortField: 'UPDATED_AT', sortOrder: 'DESC' },
    },
    limit: 100,
  });
  const order = orders.find((one) => one.id === id);
  expect(order?.totalMoney?.amount).toBeTypeOf('bigint');
  const [shipment] = order?.fulfillments ?? [];
  expect([shipment?.type, shipment?.state]).toEqual(['SHIPMENT', 'PROPOSED']);
  const updated = await client.orders.update({
    orderId: id,
    idempotencyKey: 'client-1',
    order: {
      locationId: order?.locationId ?? '',
      version: order?.version,
      fulfillments: [
        {
          uid: shipment?.uid,
          state: 'COMPLETED',
          shipmentDetails: { carrier: 'USPS', trackingNumber: '9400100000000000000000' },
        },
      ],
    },
  });
  expect(updated.order?.fulfillments?.[0]).toMatchObject({
    state: 'COMPLETED',
    shipmentDetails: { trackingNumber: '9400100000000000000000' },
  });
});

it('a token that is none is an error with Square’s category and code', async () => {
  const refused: unknown = await clientOf('EAAA-none')
    .locations.list()
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SquareError);
  expect(refused).toMatchObject({
    statusCode: 401,
    errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }],
  });
});
