/**
 * Codes of eBay's own list of carriers (Trading API "ShippingCarrierCodeType"), for which it makes the link itself and follows
 * the parcel. Spelling matters. A carrier that is not on it is "Other": the number is kept, without a link.
 */
const BY_SLUG: Readonly<Record<string, string>> = {
  'canada-post': 'CPC',
  ups: 'UPS',
  fedex: 'FedEx',
  usps: 'USPS',
  canpar: 'CanPar',
  'dhl-express': 'DHLEXPRESS',
  'dhl-ecommerce': 'DHLGlobalMail',
  dhl: 'DHL',
  dpd: 'DPD',
  gls: 'GLS',
  'gls-canada': 'GLS',
  ontrac: 'ONTRACK',
  tnt: 'TNT',
  'royal-mail': 'RoyalMail',
  parcelforce: 'Parcelforce',
  'australia-post': 'AustraliaPost',
  'swiss-post': 'SwissPost',
  aramex: 'ARAMEX',
  'day-ross': 'DayandRoss',
  landmark: 'Landmark',
};

export const carrierCode = (carrier: { readonly slug: string }): string =>
  (Object.hasOwn(BY_SLUG, carrier.slug) ? BY_SLUG[carrier.slug] : undefined) ?? 'Other';
