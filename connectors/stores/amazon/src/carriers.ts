/**
 * Codes of Amazon's list of carriers (enumeration `CarrierCode` of its order fulfilment feed), for which it follows the parcel.
 * Spelling matters. A carrier that is not on it is "Other" with its name.
 */
const BY_SLUG: Readonly<Record<string, string>> = {
  'canada-post': 'Canada Post',
  ups: 'UPS',
  fedex: 'FedEx',
  usps: 'USPS',
  'dhl-express': 'DHL',
  'dhl-ecommerce': 'DHL Global Mail',
  dhl: 'DHL',
  dpd: 'DPD',
  gls: 'GLS',
  ontrac: 'OnTrac',
  lasership: 'Lasership',
  tnt: 'TNT',
  'royal-mail': 'Royal Mail',
  parcelforce: 'Parcelforce',
  aramex: 'Aramex',
};

/** What a report says of the carrier: `carrierName` is compulsory beside "Other". */
export function carrierOf(carrier: { readonly slug: string; readonly name: string }): {
  readonly carrierCode: string;
  readonly carrierName?: string;
} {
  const code = Object.hasOwn(BY_SLUG, carrier.slug) ? BY_SLUG[carrier.slug] : undefined;
  if (code !== undefined) return { carrierCode: code };
  return { carrierCode: 'Other', carrierName: carrier.name.trim() || carrier.slug || 'Other' };
}
