/** The markets we sell our service in, each with its list of carriers. */
import { manifest as ca } from './manifest-ca.ts';
import { manifest as us } from './manifest-us.ts';
import type { Market } from './market.ts';

/** Valid entries of `carrierName.carrier` that we have a slug for; spelling matters. */
const CARRIERS: Readonly<Record<string, string>> = {
  ups: 'UPS',
  usps: 'USPS',
  fedex: 'FedEx',
  'canada-post': 'Canada Post',
  'dhl-express': 'DHL',
  dhl: 'DHL',
  'dhl-ecommerce': 'DHL Ecommerce - US',
  ontrac: 'OnTrac',
  gls: 'GLS',
  'gls-canada': 'GLS',
  landmark: 'Landmark Global',
  sendle: 'Sendle',
  asendia: 'Asendia',
  tforce: 'TForce Freight',
  estes: 'Estes Express',
  'royal-mail': 'Royal Mail',
};

export const US: Market = { manifest: us, currency: 'USD', headers: {}, carriers: CARRIERS };

/** Canada is served by the Global Marketplace APIs: the paths and bodies of the US ones, and headers that name the market. */
export const CA: Market = {
  manifest: ca,
  currency: 'CAD',
  headers: { WM_MARKET: 'ca', WM_GLOBAL_VERSION: '3.1' },
  carriers: CARRIERS,
};
