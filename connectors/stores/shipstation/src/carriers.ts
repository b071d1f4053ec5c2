/**
 * ShipStation's codes of carriers. "usps" stands in its own example of a report; the others are codes its carrier lists and public
 * clients use; what has none is "other".
 */
const BY_SLUG: Readonly<Record<string, string>> = {
  usps: 'usps',
  ups: 'ups',
  fedex: 'fedex',
  'canada-post': 'canada_post',
  'dhl-express': 'dhl_express',
  'royal-mail': 'royal_mail',
};

export const carrierCode = (slug: string): string =>
  (Object.hasOwn(BY_SLUG, slug) ? BY_SLUG[slug] : undefined) ?? 'other';
