/**
 * The suite every store connector is judged by: named cases that any test runner can register. It compares what the
 * connector says with what the simulator holds, never with itself.
 */
import type { Store } from '../store/store.ts';
import { accessCases, connectCases, manifestCases } from './store-conformance-connect.ts';
import { deliveryCases } from './store-conformance-deliveries.ts';
import { storeCase, type StoreCase, type StoreColumn, type StoreHarness } from './store-conformance-harness.ts';
import { storeMutationCases } from './store-conformance-mutations.ts';
import { orderCases, productCases } from './store-conformance-pull.ts';
import { pushCases } from './store-conformance-push.ts';
import { refundCases } from './store-conformance-refund.ts';
import { checkStoreOwnCase, type StoreOwnCase } from './store-own-case.ts';

const COLUMN_OF: Readonly<Record<StoreOwnCase['operation'], StoreColumn>> = {
  begin: 'connect',
  checkEntry: 'connect',
  complete: 'connect',
  connect: 'connect',
  renew: 'access',
  testConnection: 'connect',
  orders: 'orders',
  ordersById: 'orders',
  products: 'products',
  locations: 'products',
  fulfil: 'push',
  withdraw: 'push',
  refundOffer: 'push',
  refund: 'push',
  subscribe: 'deliveries',
  verify: 'deliveries',
  challenge: 'deliveries',
  understand: 'deliveries',
  disconnect: 'access',
};

/** All cases of one connector, in the order of the table. */
export function storeConformance(store: Store, harness: StoreHarness): StoreCase[] {
  const { samples } = harness;
  const own = samples.ownCases.map((one) =>
    storeCase(COLUMN_OF[one.operation], `own case: ${one.name}`, () =>
      checkStoreOwnCase(store, one, {
        app: samples.app,
        externalAccount: samples.account,
        credentials: { accessToken: 'own-case-access', refreshToken: 'own-case-refresh' },
        settings: samples.settings,
      }),
    ),
  );
  return [
    ...manifestCases(store, harness),
    ...own,
    ...connectCases(store, harness),
    ...accessCases(store, harness),
    // Early, while there are few orders.
    ...storeMutationCases(store, harness),
    ...orderCases(store, harness),
    ...productCases(store, harness),
    ...pushCases(store, harness),
    ...refundCases(store, harness),
    ...deliveryCases(store, harness),
  ];
}
