/** The store connectors under test. A new one is added here and nowhere else in this folder. */
import type { Store } from '@scanship/connector-kit/store';
import type { StorePlayer, StoreSamples } from '@scanship/connector-kit/store-conformance-harness';
import type { SimulatorLoaders } from '@scanship/simulator-kit/simulator-host';
import { createPlayer as etsyPlayer, samples as etsySamples } from '@scanship/store-etsy/harness';
import { store as etsy } from '@scanship/store-etsy/store';
import { createPlayer as ebayPlayer, samples as ebaySamples } from '@scanship/store-ebay/harness';
import { store as ebay } from '@scanship/store-ebay/store';
import { createPlayer as shopifyPlayer, samples as shopifySamples } from '@scanship/store-shopify/harness';
import { store as shopify } from '@scanship/store-shopify/store';
import { createPlayer as woocommercePlayer, samples as woocommerceSamples } from '@scanship/store-woocommerce/harness';
import { store as woocommerce } from '@scanship/store-woocommerce/store';

export interface RegisteredStoreUnderTest {
  /** Module of its manifest; the platforms of one family share a package (`@scanship/store-amazon/manifest-ca`). */
  readonly manifestModule: string;
  readonly store: Store;
  readonly samples: StoreSamples;
  /** Plays seller, buyer and staff at the simulator of this host. */
  readonly player: (hostAddress: string) => StorePlayer;
}

export const storeSimulatorLoaders: SimulatorLoaders = {
  etsy: async () => (await import('@scanship/store-etsy/simulator')).createEtsy(),
  ebay: async () => (await import('@scanship/store-ebay/simulator')).createEbay(),
  shopify: async () => (await import('@scanship/store-shopify/simulator')).createShopify(),
  woocommerce: async () => (await import('@scanship/store-woocommerce/simulator')).createWooCommerce(),
};

export const registeredStores: readonly RegisteredStoreUnderTest[] = [
  {
    manifestModule: '@scanship/store-etsy/manifest',
    store: etsy,
    samples: etsySamples,
    player: etsyPlayer,
  },
  {
    manifestModule: '@scanship/store-ebay/manifest',
    store: ebay,
    samples: ebaySamples,
    player: ebayPlayer,
  },
  {
    manifestModule: '@scanship/store-shopify/manifest',
    store: shopify,
    samples: shopifySamples,
    player: shopifyPlayer,
  },
  {
    manifestModule: '@scanship/store-woocommerce/manifest',
    store: woocommerce,
    samples: woocommerceSamples,
    player: woocommercePlayer,
  },
];
