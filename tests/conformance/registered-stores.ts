/** The store connectors under test. A new one is added here and nowhere else in this folder. */
import type { Store } from '@scanship/connector-kit/store/store';
import type { StorePlayer, StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { SimulatorLoaders } from '@scanship/simulator-kit/simulator-host';
import { createPlayerCa, createPlayerUs, samplesCa, samplesUs } from '@scanship/store-amazon/harness';
import { store as amazonCa } from '@scanship/store-amazon/store-ca';
import { store as amazonUs } from '@scanship/store-amazon/store-us';
import { createPlayer as etsyPlayer, samples as etsySamples } from '@scanship/store-etsy/harness';
import { store as etsy } from '@scanship/store-etsy/store';
import { createPlayer as ebayPlayer, samples as ebaySamples } from '@scanship/store-ebay/harness';
import { store as ebay } from '@scanship/store-ebay/store';
import { createPlayer as bestBuyPlayer, samples as bestBuySamples } from '@scanship/store-best-buy/harness';
import { store as bestBuy } from '@scanship/store-best-buy/store';
import { createPlayer as reebeloPlayer, samples as reebeloSamples } from '@scanship/store-reebelo/harness';
import { store as reebelo } from '@scanship/store-reebelo/store';
import { createPlayer as ecwidPlayer, samples as ecwidSamples } from '@scanship/store-ecwid/harness';
import { store as ecwid } from '@scanship/store-ecwid/store';
import { createPlayer as shipstationPlayer, samples as shipstationSamples } from '@scanship/store-shipstation/harness';
import { store as shipstation } from '@scanship/store-shipstation/store';
import { createPlayer as easyshipStorePlayer, samples as easyshipStoreSamples } from '@scanship/store-easyship/harness';
import { store as easyshipStore } from '@scanship/store-easyship/store';
import { createPlayer as lightspeedPlayer, samples as lightspeedSamples } from '@scanship/store-lightspeed/harness';
import { store as lightspeed } from '@scanship/store-lightspeed/store';
import { createPlayer as shipHeroPlayer, samples as shipHeroSamples } from '@scanship/store-ship-hero/harness';
import { store as shipHero } from '@scanship/store-ship-hero/store';
import { createPlayer as rithumPlayer, samples as rithumSamples } from '@scanship/store-rithum/harness';
import { store as rithum } from '@scanship/store-rithum/store';
import { createPlayer as fishbowlPlayer, samples as fishbowlSamples } from '@scanship/store-fishbowl/harness';
import { store as fishbowl } from '@scanship/store-fishbowl/store';
import { createPlayer as extensiv3plPlayer, samples as extensiv3plSamples } from '@scanship/store-extensiv-3pl/harness';
import { store as extensiv3pl } from '@scanship/store-extensiv-3pl/store';
import { createPlayer as extensivPlayer, samples as extensivSamples } from '@scanship/store-extensiv/harness';
import { store as extensiv } from '@scanship/store-extensiv/store';
import { createPlayer as zohoPlayer, samples as zohoSamples } from '@scanship/store-zoho/harness';
import { store as zoho } from '@scanship/store-zoho/store';
import { createPlayer as cin7Player, samples as cin7Samples } from '@scanship/store-cin7/harness';
import { store as cin7 } from '@scanship/store-cin7/store';
import { createPlayer as rithumSoapPlayer, samples as rithumSoapSamples } from '@scanship/store-rithum-soap/harness';
import { store as rithumSoap } from '@scanship/store-rithum-soap/store';
import { createPlayer as shopifyPlayer, samples as shopifySamples } from '@scanship/store-shopify/harness';
import { store as shopify } from '@scanship/store-shopify/store';
import { createPlayer as squarePlayer, samples as squareSamples } from '@scanship/store-square/harness';
import { store as square } from '@scanship/store-square/store';
import {
  createPlayerCa as walmartCaPlayer,
  createPlayerUs as walmartUsPlayer,
  samplesCa as walmartCaSamples,
  samplesUs as walmartUsSamples,
} from '@scanship/store-walmart/harness';
import { store as walmartCa } from '@scanship/store-walmart/store-ca';
import { store as walmartUs } from '@scanship/store-walmart/store-us';
import { createPlayer as wixPlayer, samples as wixSamples } from '@scanship/store-wix/harness';
import { store as wix } from '@scanship/store-wix/store';
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
  'amazon-ca': async () => (await import('@scanship/store-amazon/simulator')).createAmazonCa(),
  'amazon-us': async () => (await import('@scanship/store-amazon/simulator')).createAmazonUs(),
  etsy: async () => (await import('@scanship/store-etsy/simulator')).createEtsy(),
  ebay: async () => (await import('@scanship/store-ebay/simulator')).createEbay(),
  'best-buy': async () => (await import('@scanship/store-best-buy/simulator')).createBestBuy(),
  reebelo: async () => (await import('@scanship/store-reebelo/simulator')).createReebelo(),
  ecwid: async () => (await import('@scanship/store-ecwid/simulator')).createEcwid(),
  shipstation: async () => (await import('@scanship/store-shipstation/simulator')).createShipStation(),
  'easyship-store': async () => (await import('@scanship/store-easyship/simulator')).createEasyshipStore(),
  lightspeed: async () => (await import('@scanship/store-lightspeed/simulator')).createLightspeed(),
  'ship-hero': async () => (await import('@scanship/store-ship-hero/simulator')).createShipHero(),
  rithum: async () => (await import('@scanship/store-rithum/simulator')).createRithum(),
  fishbowl: async () => (await import('@scanship/store-fishbowl/simulator')).createFishbowl(),
  'extensiv-3pl': async () => (await import('@scanship/store-extensiv-3pl/simulator')).createExtensiv3pl(),
  extensiv: async () => (await import('@scanship/store-extensiv/simulator')).createExtensiv(),
  zoho: async () => (await import('@scanship/store-zoho/simulator')).createZoho(),
  cin7: async () => (await import('@scanship/store-cin7/simulator')).createCin7(),
  'rithum-soap': async () => (await import('@scanship/store-rithum-soap/simulator')).createRithumSoap(),
  shopify: async () => (await import('@scanship/store-shopify/simulator')).createShopify(),
  square: async () => (await import('@scanship/store-square/simulator')).createSquare(),
  'walmart-ca': async () => (await import('@scanship/store-walmart/simulator')).createWalmartCa(),
  'walmart-us': async () => (await import('@scanship/store-walmart/simulator')).createWalmartUs(),
  wix: async () => (await import('@scanship/store-wix/simulator')).createWix(),
  woocommerce: async () => (await import('@scanship/store-woocommerce/simulator')).createWooCommerce(),
};

export const registeredStores: readonly RegisteredStoreUnderTest[] = [
  {
    manifestModule: '@scanship/store-amazon/manifest-ca',
    store: amazonCa,
    samples: samplesCa,
    player: createPlayerCa,
  },
  {
    manifestModule: '@scanship/store-amazon/manifest-us',
    store: amazonUs,
    samples: samplesUs,
    player: createPlayerUs,
  },
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
    manifestModule: '@scanship/store-best-buy/manifest',
    store: bestBuy,
    samples: bestBuySamples,
    player: bestBuyPlayer,
  },
  {
    manifestModule: '@scanship/store-reebelo/manifest',
    store: reebelo,
    samples: reebeloSamples,
    player: reebeloPlayer,
  },
  {
    manifestModule: '@scanship/store-ecwid/manifest',
    store: ecwid,
    samples: ecwidSamples,
    player: ecwidPlayer,
  },
  {
    manifestModule: '@scanship/store-shipstation/manifest',
    store: shipstation,
    samples: shipstationSamples,
    player: shipstationPlayer,
  },
  {
    manifestModule: '@scanship/store-easyship/manifest',
    store: easyshipStore,
    samples: easyshipStoreSamples,
    player: easyshipStorePlayer,
  },
  {
    manifestModule: '@scanship/store-lightspeed/manifest',
    store: lightspeed,
    samples: lightspeedSamples,
    player: lightspeedPlayer,
  },
  {
    manifestModule: '@scanship/store-ship-hero/manifest',
    store: shipHero,
    samples: shipHeroSamples,
    player: shipHeroPlayer,
  },
  {
    manifestModule: '@scanship/store-rithum/manifest',
    store: rithum,
    samples: rithumSamples,
    player: rithumPlayer,
  },
  {
    manifestModule: '@scanship/store-fishbowl/manifest',
    store: fishbowl,
    samples: fishbowlSamples,
    player: fishbowlPlayer,
  },
  {
    manifestModule: '@scanship/store-extensiv-3pl/manifest',
    store: extensiv3pl,
    samples: extensiv3plSamples,
    player: extensiv3plPlayer,
  },
  {
    manifestModule: '@scanship/store-extensiv/manifest',
    store: extensiv,
    samples: extensivSamples,
    player: extensivPlayer,
  },
  {
    manifestModule: '@scanship/store-zoho/manifest',
    store: zoho,
    samples: zohoSamples,
    player: zohoPlayer,
  },
  {
    manifestModule: '@scanship/store-cin7/manifest',
    store: cin7,
    samples: cin7Samples,
    player: cin7Player,
  },
  {
    manifestModule: '@scanship/store-rithum-soap/manifest',
    store: rithumSoap,
    samples: rithumSoapSamples,
    player: rithumSoapPlayer,
  },
  {
    manifestModule: '@scanship/store-shopify/manifest',
    store: shopify,
    samples: shopifySamples,
    player: shopifyPlayer,
  },
  {
    manifestModule: '@scanship/store-square/manifest',
    store: square,
    samples: squareSamples,
    player: squarePlayer,
  },
  {
    manifestModule: '@scanship/store-walmart/manifest-ca',
    store: walmartCa,
    samples: walmartCaSamples,
    player: walmartCaPlayer,
  },
  {
    manifestModule: '@scanship/store-walmart/manifest-us',
    store: walmartUs,
    samples: walmartUsSamples,
    player: walmartUsPlayer,
  },
  {
    manifestModule: '@scanship/store-wix/manifest',
    store: wix,
    samples: wixSamples,
    player: wixPlayer,
  },
  {
    manifestModule: '@scanship/store-woocommerce/manifest',
    store: woocommerce,
    samples: woocommerceSamples,
    player: woocommercePlayer,
  },
];
