/** The connectors under test. A new one is added here and nowhere else in this folder. */
import { carrier as canadaPost } from '@scanship/carrier-canada-post/carrier';
import { samples as canadaPostSamples } from '@scanship/carrier-canada-post/harness';
import { carrier as canpar } from '@scanship/carrier-canpar/carrier';
import { samples as canparSamples } from '@scanship/carrier-canpar/harness';
import { carrier as purolator } from '@scanship/carrier-purolator/carrier';
import { samples as purolatorSamples } from '@scanship/carrier-purolator/harness';
import { carrier as dhlExpress } from '@scanship/carrier-dhl-express/carrier';
import { samples as dhlExpressSamples } from '@scanship/carrier-dhl-express/harness';
import { carrier as fedex } from '@scanship/carrier-fedex/carrier';
import { samples as fedexSamples } from '@scanship/carrier-fedex/harness';
import { carrier as nationex } from '@scanship/carrier-nationex/carrier';
import { samples as nationexSamples } from '@scanship/carrier-nationex/harness';
import { carrier as eshipper } from '@scanship/carrier-eshipper/carrier';
import { samples as eshipperSamples } from '@scanship/carrier-eshipper/harness';
import { carrier as freightcom } from '@scanship/carrier-freightcom/carrier';
import { samples as freightcomSamples } from '@scanship/carrier-freightcom/harness';
import { carrier as amazonShipping } from '@scanship/carrier-amazon-shipping/carrier';
import { samples as amazonShippingSamples } from '@scanship/carrier-amazon-shipping/harness';
import { carrier as dhlEcommerce } from '@scanship/carrier-dhl-ecommerce/carrier';
import { samples as dhlEcommerceSamples } from '@scanship/carrier-dhl-ecommerce/harness';
import { carrier as uniuni } from '@scanship/carrier-uniuni/carrier';
import { samples as uniuniSamples } from '@scanship/carrier-uniuni/harness';
import { carrier as royalMail } from '@scanship/carrier-royal-mail/carrier';
import { samples as royalMailSamples } from '@scanship/carrier-royal-mail/harness';
import { carrier as sendcloud } from '@scanship/carrier-sendcloud/carrier';
import { samples as sendcloudSamples } from '@scanship/carrier-sendcloud/harness';
import { carrier as amazonMerchantFulfillment } from '@scanship/carrier-amazon-merchant-fulfillment/carrier';
import { samples as amazonMerchantFulfillmentSamples } from '@scanship/carrier-amazon-merchant-fulfillment/harness';
import { carrier as glsCanada } from '@scanship/carrier-gls-canada/carrier';
import { samples as glsCanadaSamples } from '@scanship/carrier-gls-canada/harness';
import { carrier as landmarkGlobal } from '@scanship/carrier-landmark-global/carrier';
import { samples as landmarkGlobalSamples } from '@scanship/carrier-landmark-global/harness';
import { carrier as glsGroup } from '@scanship/carrier-gls-group/carrier';
import { samples as glsGroupSamples } from '@scanship/carrier-gls-group/harness';
import { carrier as dhlParcelDe } from '@scanship/carrier-dhl-parcel-de/carrier';
import { samples as dhlParcelDeSamples } from '@scanship/carrier-dhl-parcel-de/harness';
import { carrier as teleship } from '@scanship/carrier-teleship/carrier';
import { samples as teleshipSamples } from '@scanship/carrier-teleship/harness';
import { carrier as asendia } from '@scanship/carrier-asendia/carrier';
import { samples as asendiaSamples } from '@scanship/carrier-asendia/harness';
import { carrier as asendiaUsa } from '@scanship/carrier-asendia-usa/carrier';
import { samples as asendiaUsaSamples } from '@scanship/carrier-asendia-usa/harness';
import { carrier as australiaPost } from '@scanship/carrier-australia-post/carrier';
import { samples as australiaPostSamples } from '@scanship/carrier-australia-post/harness';
import { carrier as easyship } from '@scanship/carrier-easyship/carrier';
import { samples as easyshipSamples } from '@scanship/carrier-easyship/harness';
import { carrier as chitChats } from '@scanship/carrier-chit-chats/carrier';
import { samples as chitChatsSamples } from '@scanship/carrier-chit-chats/harness';
import { carrier as shipStationApi } from '@scanship/carrier-shipstation-api/carrier';
import { samples as shipStationApiSamples } from '@scanship/carrier-shipstation-api/harness';
import { carrier as easyPost } from '@scanship/carrier-easypost/carrier';
import { samples as easyPostSamples } from '@scanship/carrier-easypost/harness';
import { carrier as rateSheet } from '@scanship/carrier-rate-sheet/carrier';
import { carrier as ups } from '@scanship/carrier-ups/carrier';
import { carrier as usps } from '@scanship/carrier-usps/carrier';
import { samples as upsSamples } from '@scanship/carrier-ups/harness';
import { samples as uspsSamples } from '@scanship/carrier-usps/harness';
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { carrier as testlineExpress } from '@scanship/sample-testline-express/carrier';
import { samples as testlineExpressSamples } from '@scanship/sample-testline-express/harness';
import { carrier as testlineGround } from '@scanship/sample-testline-ground/carrier';
import { samples as testlineGroundSamples } from '@scanship/sample-testline-ground/harness';
import { carrier as testlineFreight } from '@scanship/sample-testline-freight/carrier';
import { samples as testlineFreightSamples } from '@scanship/sample-testline-freight/harness';
import { carrier as testlinePost } from '@scanship/sample-testline-post/carrier';
import { samples as testlinePostSamples } from '@scanship/sample-testline-post/harness';
import type { SimulatorLoaders } from '@scanship/simulator-kit/simulator-host';

import { rateSheetSamples } from './rate-sheet-samples.ts';

export interface Registered {
  readonly slug: string;
  readonly carrier: Carrier;
  readonly samples: ConnectorSamples;
  /** Has a simulator in `simulatorLoaders`. */
  readonly simulated: boolean;
}

export const simulatorLoaders: SimulatorLoaders = {
  'canada-post': async () => (await import('@scanship/carrier-canada-post/simulator')).simulator,
  canpar: async () => (await import('@scanship/carrier-canpar/simulator')).simulator,
  purolator: async () => (await import('@scanship/carrier-purolator/simulator')).simulator,
  'dhl-express': async () => (await import('@scanship/carrier-dhl-express/simulator')).simulator,
  nationex: async () => (await import('@scanship/carrier-nationex/simulator')).simulator,
  eshipper: async () => (await import('@scanship/carrier-eshipper/simulator')).simulator,
  freightcom: async () => (await import('@scanship/carrier-freightcom/simulator')).simulator,
  fedex: async () => (await import('@scanship/carrier-fedex/simulator')).simulator,
  'amazon-shipping': async () => (await import('@scanship/carrier-amazon-shipping/simulator')).simulator,
  'dhl-ecommerce': async () => (await import('@scanship/carrier-dhl-ecommerce/simulator')).simulator,
  uniuni: async () => (await import('@scanship/carrier-uniuni/simulator')).simulator,
  'royal-mail': async () => (await import('@scanship/carrier-royal-mail/simulator')).simulator,
  sendcloud: async () => (await import('@scanship/carrier-sendcloud/simulator')).simulator,
  'amazon-merchant-fulfillment': async () =>
    (await import('@scanship/carrier-amazon-merchant-fulfillment/simulator')).simulator,
  'gls-canada': async () => (await import('@scanship/carrier-gls-canada/simulator')).simulator,
  'landmark-global': async () => (await import('@scanship/carrier-landmark-global/simulator')).simulator,
  'gls-group': async () => (await import('@scanship/carrier-gls-group/simulator')).simulator,
  'dhl-parcel-de': async () => (await import('@scanship/carrier-dhl-parcel-de/simulator')).simulator,
  teleship: async () => (await import('@scanship/carrier-teleship/simulator')).simulator,
  asendia: async () => (await import('@scanship/carrier-asendia/simulator')).simulator,
  'asendia-usa': async () => (await import('@scanship/carrier-asendia-usa/simulator')).simulator,
  'australia-post': async () => (await import('@scanship/carrier-australia-post/simulator')).simulator,
  easyship: async () => (await import('@scanship/carrier-easyship/simulator')).simulator,
  'chit-chats': async () => (await import('@scanship/carrier-chit-chats/simulator')).simulator,
  'shipstation-api': async () => (await import('@scanship/carrier-shipstation-api/simulator')).simulator,
  easypost: async () => (await import('@scanship/carrier-easypost/simulator')).simulator,
  ups: async () => (await import('@scanship/carrier-ups/simulator')).simulator,
  usps: async () => (await import('@scanship/carrier-usps/simulator')).simulator,
  'testline-express': async () => (await import('@scanship/sample-testline-express/simulator')).simulator,
  'testline-ground': async () => (await import('@scanship/sample-testline-ground/simulator')).simulator,
  'testline-freight': async () => (await import('@scanship/sample-testline-freight/simulator')).simulator,
  'testline-post': async () => (await import('@scanship/sample-testline-post/simulator')).simulator,
};

export const registered: readonly Registered[] = [
  { carrier: rateSheet, samples: rateSheetSamples },
  { carrier: canadaPost, samples: canadaPostSamples },
  { carrier: canpar, samples: canparSamples },
  { carrier: amazonShipping, samples: amazonShippingSamples },
  { carrier: dhlEcommerce, samples: dhlEcommerceSamples },
  { carrier: uniuni, samples: uniuniSamples },
  { carrier: royalMail, samples: royalMailSamples },
  { carrier: sendcloud, samples: sendcloudSamples },
  { carrier: amazonMerchantFulfillment, samples: amazonMerchantFulfillmentSamples },
  { carrier: glsCanada, samples: glsCanadaSamples },
  { carrier: landmarkGlobal, samples: landmarkGlobalSamples },
  { carrier: glsGroup, samples: glsGroupSamples },
  { carrier: dhlParcelDe, samples: dhlParcelDeSamples },
  { carrier: teleship, samples: teleshipSamples },
  { carrier: asendia, samples: asendiaSamples },
  { carrier: asendiaUsa, samples: asendiaUsaSamples },
  { carrier: australiaPost, samples: australiaPostSamples },
  { carrier: easyship, samples: easyshipSamples },
  { carrier: chitChats, samples: chitChatsSamples },
  { carrier: purolator, samples: purolatorSamples },
  { carrier: dhlExpress, samples: dhlExpressSamples },
  { carrier: fedex, samples: fedexSamples },
  { carrier: nationex, samples: nationexSamples },
  { carrier: eshipper, samples: eshipperSamples },
  { carrier: freightcom, samples: freightcomSamples },
  { carrier: shipStationApi, samples: shipStationApiSamples },
  { carrier: easyPost, samples: easyPostSamples },
  { carrier: ups, samples: upsSamples },
  { carrier: usps, samples: uspsSamples },
  { carrier: testlineExpress, samples: testlineExpressSamples },
  { carrier: testlineGround, samples: testlineGroundSamples },
  { carrier: testlineFreight, samples: testlineFreightSamples },
  { carrier: testlinePost, samples: testlinePostSamples },
].map((one) => ({
  ...one,
  slug: one.carrier.manifest.slug,
  simulated: Object.hasOwn(simulatorLoaders, one.carrier.manifest.slug),
}));
