/**
 * The one place that names connectors. Manifests are data and loaded at once; the code of a connector is loaded when it
 * is first used. Sample carriers are fictional, answered by simulators, and offered only where simulators are allowed.
 */
import { manifest as canadaPost } from '@scanship/carrier-canada-post/manifest';
import { manifest as canpar } from '@scanship/carrier-canpar/manifest';
import { manifest as purolator } from '@scanship/carrier-purolator/manifest';
import { manifest as amazonShipping } from '@scanship/carrier-amazon-shipping/manifest';
import { manifest as dhlEcommerce } from '@scanship/carrier-dhl-ecommerce/manifest';
import { manifest as uniuni } from '@scanship/carrier-uniuni/manifest';
import { manifest as royalMail } from '@scanship/carrier-royal-mail/manifest';
import { manifest as sendcloud } from '@scanship/carrier-sendcloud/manifest';
import { manifest as amazonMerchantFulfillment } from '@scanship/carrier-amazon-merchant-fulfillment/manifest';
import { manifest as glsCanada } from '@scanship/carrier-gls-canada/manifest';
import { manifest as landmarkGlobal } from '@scanship/carrier-landmark-global/manifest';
import { manifest as glsGroup } from '@scanship/carrier-gls-group/manifest';
import { manifest as dhlParcelDe } from '@scanship/carrier-dhl-parcel-de/manifest';
import { manifest as teleship } from '@scanship/carrier-teleship/manifest';
import { manifest as asendia } from '@scanship/carrier-asendia/manifest';
import { manifest as asendiaUsa } from '@scanship/carrier-asendia-usa/manifest';
import { manifest as australiaPost } from '@scanship/carrier-australia-post/manifest';
import { manifest as easyship } from '@scanship/carrier-easyship/manifest';
import { manifest as chitChats } from '@scanship/carrier-chit-chats/manifest';
import { manifest as rateSheet } from '@scanship/carrier-rate-sheet/manifest';
import { manifest as dhlExpress } from '@scanship/carrier-dhl-express/manifest';
import { manifest as nationex } from '@scanship/carrier-nationex/manifest';
import { manifest as eshipper } from '@scanship/carrier-eshipper/manifest';
import { manifest as freightcom } from '@scanship/carrier-freightcom/manifest';
import { manifest as fedex } from '@scanship/carrier-fedex/manifest';
import { manifest as shipStationApi } from '@scanship/carrier-shipstation-api/manifest';
import { manifest as easyPost } from '@scanship/carrier-easypost/manifest';
import { manifest as ups } from '@scanship/carrier-ups/manifest';
import { manifest as usps } from '@scanship/carrier-usps/manifest';
import type { Carrier, CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { manifest as testlineExpress } from '@scanship/sample-testline-express/manifest';
import { manifest as testlineFreight } from '@scanship/sample-testline-freight/manifest';
import { manifest as testlineGround } from '@scanship/sample-testline-ground/manifest';
import { manifest as testlinePost } from '@scanship/sample-testline-post/manifest';

export interface RegisteredCarrier {
  readonly manifest: CarrierManifest;
  readonly sample: boolean;
  load(): Promise<Carrier>;
}

export interface CarrierRegistry {
  all(): readonly RegisteredCarrier[];
  find(slug: string): RegisteredCarrier | undefined;
}

type Loader = () => Promise<{ readonly carrier: Carrier }>;

const CARRIERS: readonly (readonly [CarrierManifest, Loader])[] = [
  [rateSheet, () => import('@scanship/carrier-rate-sheet/carrier')],
  [canadaPost, () => import('@scanship/carrier-canada-post/carrier')],
  [purolator, () => import('@scanship/carrier-purolator/carrier')],
  [dhlExpress, () => import('@scanship/carrier-dhl-express/carrier')],
  [fedex, () => import('@scanship/carrier-fedex/carrier')],
  [ups, () => import('@scanship/carrier-ups/carrier')],
  [usps, () => import('@scanship/carrier-usps/carrier')],
  [canpar, () => import('@scanship/carrier-canpar/carrier')],
  [amazonShipping, () => import('@scanship/carrier-amazon-shipping/carrier')],
  [dhlEcommerce, () => import('@scanship/carrier-dhl-ecommerce/carrier')],
  [uniuni, () => import('@scanship/carrier-uniuni/carrier')],
  [royalMail, () => import('@scanship/carrier-royal-mail/carrier')],
  [sendcloud, () => import('@scanship/carrier-sendcloud/carrier')],
  [amazonMerchantFulfillment, () => import('@scanship/carrier-amazon-merchant-fulfillment/carrier')],
  [glsCanada, () => import('@scanship/carrier-gls-canada/carrier')],
  [landmarkGlobal, () => import('@scanship/carrier-landmark-global/carrier')],
  [glsGroup, () => import('@scanship/carrier-gls-group/carrier')],
  [dhlParcelDe, () => import('@scanship/carrier-dhl-parcel-de/carrier')],
  [teleship, () => import('@scanship/carrier-teleship/carrier')],
  [asendia, () => import('@scanship/carrier-asendia/carrier')],
  [asendiaUsa, () => import('@scanship/carrier-asendia-usa/carrier')],
  [australiaPost, () => import('@scanship/carrier-australia-post/carrier')],
  [easyship, () => import('@scanship/carrier-easyship/carrier')],
  [chitChats, () => import('@scanship/carrier-chit-chats/carrier')],
  [easyPost, () => import('@scanship/carrier-easypost/carrier')],
  [shipStationApi, () => import('@scanship/carrier-shipstation-api/carrier')],
  [nationex, () => import('@scanship/carrier-nationex/carrier')],
  [eshipper, () => import('@scanship/carrier-eshipper/carrier')],
  [freightcom, () => import('@scanship/carrier-freightcom/carrier')],
];

const SAMPLES: readonly (readonly [CarrierManifest, Loader])[] = [
  [testlineExpress, () => import('@scanship/sample-testline-express/carrier')],
  [testlineGround, () => import('@scanship/sample-testline-ground/carrier')],
  [testlineFreight, () => import('@scanship/sample-testline-freight/carrier')],
  [testlinePost, () => import('@scanship/sample-testline-post/carrier')],
];

const registered = ([manifest, load]: readonly [CarrierManifest, Loader], sample: boolean): RegisteredCarrier => {
  let loaded: Promise<Carrier> | undefined;
  return {
    manifest,
    sample,
    load() {
      loaded ??= load().then((module) => module.carrier);
      return loaded;
    },
  };
};

/** @param options.samples offer the fictional carriers too; production passes false. */
export function createCarrierRegistry(options: { readonly samples: boolean }): CarrierRegistry {
  const list = [
    ...CARRIERS.map((entry) => registered(entry, false)),
    ...(options.samples ? SAMPLES.map((entry) => registered(entry, true)) : []),
  ];
  const bySlug = new Map(list.map((entry) => [entry.manifest.slug, entry]));
  return { all: () => list, find: (slug) => bySlug.get(slug) };
}

/** Reading and writing rate-sheet files: the one connector whose settings come as a spreadsheet. */
export async function loadRateSheetTools() {
  const [{ parseRateSheet }, { priceListTemplate, rateSheetTemplate, sheetAsCsv }] = await Promise.all([
    import('@scanship/carrier-rate-sheet/parse-rate-sheet'),
    import('@scanship/carrier-rate-sheet/rate-sheet-template'),
  ]);
  return { parseRateSheet, priceListTemplate, rateSheetTemplate, sheetAsCsv };
}
