/**
 * The one place of this module that names store connectors. Manifests are data and loaded at once; the code of a connector
 * is loaded when it is first used.
 */
import type { Store, StoreManifest } from '@scanship/connector-kit/store/store';
import { manifest as amazonCa } from '@scanship/store-amazon/manifest-ca';
import { manifest as amazonUs } from '@scanship/store-amazon/manifest-us';
import { manifest as etsy } from '@scanship/store-etsy/manifest';
import { manifest as ebay } from '@scanship/store-ebay/manifest';
import { manifest as bestBuy } from '@scanship/store-best-buy/manifest';
import { manifest as reebelo } from '@scanship/store-reebelo/manifest';
import { manifest as ecwid } from '@scanship/store-ecwid/manifest';
import { manifest as shipstation } from '@scanship/store-shipstation/manifest';
import { manifest as easyshipStore } from '@scanship/store-easyship/manifest';
import { manifest as lightspeed } from '@scanship/store-lightspeed/manifest';
import { manifest as shipHero } from '@scanship/store-ship-hero/manifest';
import { manifest as rithum } from '@scanship/store-rithum/manifest';
import { manifest as fishbowl } from '@scanship/store-fishbowl/manifest';
import { manifest as extensiv3pl } from '@scanship/store-extensiv-3pl/manifest';
import { manifest as extensiv } from '@scanship/store-extensiv/manifest';
import { manifest as zoho } from '@scanship/store-zoho/manifest';
import { manifest as cin7 } from '@scanship/store-cin7/manifest';
import { manifest as rithumSoap } from '@scanship/store-rithum-soap/manifest';
import { manifest as shopify } from '@scanship/store-shopify/manifest';
import { manifest as square } from '@scanship/store-square/manifest';
import { manifest as walmartCa } from '@scanship/store-walmart/manifest-ca';
import { manifest as walmartUs } from '@scanship/store-walmart/manifest-us';
import { manifest as wix } from '@scanship/store-wix/manifest';
import { manifest as woocommerce } from '@scanship/store-woocommerce/manifest';

export interface RegisteredStore {
  readonly manifest: StoreManifest;
  load(): Promise<Store>;
}

const LOADERS: readonly (readonly [StoreManifest, () => Promise<{ readonly store: Store }>])[] = [
  [amazonCa, () => import('@scanship/store-amazon/store-ca')],
  [amazonUs, () => import('@scanship/store-amazon/store-us')],
  [etsy, () => import('@scanship/store-etsy/store')],
  [ebay, () => import('@scanship/store-ebay/store')],
  [bestBuy, () => import('@scanship/store-best-buy/store')],
  [reebelo, () => import('@scanship/store-reebelo/store')],
  [ecwid, () => import('@scanship/store-ecwid/store')],
  [shipstation, () => import('@scanship/store-shipstation/store')],
  [easyshipStore, () => import('@scanship/store-easyship/store')],
  [lightspeed, () => import('@scanship/store-lightspeed/store')],
  [shipHero, () => import('@scanship/store-ship-hero/store')],
  [rithum, () => import('@scanship/store-rithum/store')],
  [fishbowl, () => import('@scanship/store-fishbowl/store')],
  [extensiv3pl, () => import('@scanship/store-extensiv-3pl/store')],
  [extensiv, () => import('@scanship/store-extensiv/store')],
  [zoho, () => import('@scanship/store-zoho/store')],
  [cin7, () => import('@scanship/store-cin7/store')],
  [rithumSoap, () => import('@scanship/store-rithum-soap/store')],
  [shopify, () => import('@scanship/store-shopify/store')],
  [square, () => import('@scanship/store-square/store')],
  [walmartCa, () => import('@scanship/store-walmart/store-ca')],
  [walmartUs, () => import('@scanship/store-walmart/store-us')],
  [wix, () => import('@scanship/store-wix/store')],
  [woocommerce, () => import('@scanship/store-woocommerce/store')],
];

const entries = new Map(
  LOADERS.map(([manifest, load]): [string, RegisteredStore] => {
    let loading: Promise<Store> | undefined;
    return [
      manifest.code,
      {
        manifest,
        load() {
          loading ??= load().then((module) => module.store);
          return loading;
        },
      },
    ];
  }),
);

/** By the platform's code; undefined for a platform whose connector does not exist. */
export const findStore = (code: string): RegisteredStore | undefined => entries.get(code);
export const registeredStores = (): readonly RegisteredStore[] => [...entries.values()];
/** What the connectors say of themselves. */
export const storeManifests = (): readonly StoreManifest[] => registeredStores().map(({ manifest }) => manifest);
