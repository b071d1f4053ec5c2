/** The store connectors under test. A new one is added here and nowhere else in this folder. */
import type { Store } from '@scanship/connector-kit/store';
import type { StorePlayer, StoreSamples } from '@scanship/connector-kit/store-conformance-harness';
import type { SimulatorLoaders } from '@scanship/simulator-kit/simulator-host';
import { createPlayer as shopifyPlayer, samples as shopifySamples } from '@scanship/store-shopify/harness';
import { store as shopify } from '@scanship/store-shopify/store';

export interface RegisteredStoreUnderTest {
  /** Module of its manifest; the platforms of one family share a package (`@scanship/store-amazon/manifest-ca`). */
  readonly manifestModule: string;
  readonly store: Store;
  readonly samples: StoreSamples;
  /** Plays seller, buyer and staff at the simulator of this host. */
  readonly player: (hostAddress: string) => StorePlayer;
}

export const storeSimulatorLoaders: SimulatorLoaders = {
  shopify: async () => (await import('@scanship/store-shopify/simulator')).createShopify(),
};

export const registeredStores: readonly RegisteredStoreUnderTest[] = [
  {
    manifestModule: '@scanship/store-shopify/manifest',
    store: shopify,
    samples: shopifySamples,
    player: shopifyPlayer,
  },
];
