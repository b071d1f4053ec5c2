/**
 * The one place of this module that names store connectors. Manifests are data and loaded at once; the code of a connector
 * is loaded when it is first used.
 */
import type { Store, StoreManifest } from '@scanship/connector-kit/store';
import { manifest as etsy } from '@scanship/store-etsy/manifest';
import { manifest as ebay } from '@scanship/store-ebay/manifest';
import { manifest as shopify } from '@scanship/store-shopify/manifest';
import { manifest as woocommerce } from '@scanship/store-woocommerce/manifest';

export interface RegisteredStore {
  readonly manifest: StoreManifest;
  load(): Promise<Store>;
}

const LOADERS: readonly (readonly [StoreManifest, () => Promise<{ readonly store: Store }>])[] = [
  [etsy, () => import('@scanship/store-etsy/store')],
  [ebay, () => import('@scanship/store-ebay/store')],
  [shopify, () => import('@scanship/store-shopify/store')],
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
