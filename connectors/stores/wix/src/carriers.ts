/** Carriers whose links Wix makes itself (FulfillmentTrackingInfo.shippingProvider); every other one needs our link. */
const BY_SLUG: Readonly<Record<string, string>> = {
  fedex: 'fedex',
  ups: 'ups',
  usps: 'usps',
  'dhl-express': 'dhl',
  'canada-post': 'canadaPost',
};

export const knownProvider = (slug: string): string | undefined =>
  Object.hasOwn(BY_SLUG, slug) ? BY_SLUG[slug] : undefined;
