/**
 * Etsy's own names of carriers ("carrier_name" of createReceiptShipment; Etsy's fulfilment tutorial, "Tracking updates for
 * shipping carriers"). Only with a name of the list does Etsy follow the parcel; every other carrier is "other".
 */
const BY_SLUG: Readonly<Record<string, string>> = {
  'canada-post': 'canada-post',
  canpar: 'canpar',
  'chit-chats': 'chitchats',
  purolator: 'purolator',
  ups: 'ups',
  usps: 'usps',
  fedex: 'fedex',
  'dhl-express': 'dhl',
  'dhl-ecommerce': 'dhl-global-mail',
  'royal-mail': 'royal-mail',
  'australia-post': 'australia-post',
  sendle: 'sendle',
  stallion: 'stallionexpress',
  'stallion-express': 'stallionexpress',
  ontrac: 'ontrac',
  lasership: 'lasership',
  landmark: 'landmark-global',
  'landmark-global': 'landmark-global',
  dpd: 'dpd',
  gls: 'gls',
  tnt: 'tnt',
  aramex: 'aramex',
  asendia: 'asendia-usa',
};

export const carrierName = (carrier: { readonly slug: string }): string =>
  (Object.hasOwn(BY_SLUG, carrier.slug) ? BY_SLUG[carrier.slug] : undefined) ?? 'other';
