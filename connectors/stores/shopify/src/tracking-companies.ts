/**
 * Names of Shopify's own list of tracking companies ("FulfillmentTrackingInfo.company", 2026-10), for which it makes the
 * link itself and follows the parcel. Spelling matters. Carriers that are not on it are named as people know them, with our link.
 */
const BY_SLUG: Readonly<Record<string, string>> = {
  'canada-post': 'Canada Post',
  ups: 'UPS',
  fedex: 'FedEx',
  usps: 'USPS',
  purolator: 'Purolator',
  canpar: 'Canpar',
  'dhl-express': 'DHL Express',
  'dhl-ecommerce': 'DHL eCommerce',
  dpd: 'DPD',
  gls: 'GLS',
  'gls-canada': 'GLS',
  intelcom: 'Intelcom',
  boxknight: 'BoxKnight',
  loomis: 'Loomis',
  ontrac: 'OnTrac',
  lasership: 'Lasership',
  tforce: 'TForce Final Mile',
  'royal-mail': 'Royal Mail',
  'australia-post': 'Australia Post',
  sendle: 'Sendle',
  tnt: 'TNT',
  asendia: 'Asendia USA',
  'pitney-bowes': 'Pitney Bowes',
  aramex: 'Aramex Australia',
};

/** Shopify's name of a carrier, or undefined when it is not on the list. */
export function trackingCompany(carrier: { readonly slug: string; readonly name: string }): string | undefined {
  if (Object.hasOwn(BY_SLUG, carrier.slug)) return BY_SLUG[carrier.slug];
  const name = carrier.name.trim().toLowerCase();
  return Object.values(BY_SLUG).find((known) => known.toLowerCase() === name);
}
