/** Names of carriers as Square's own examples write them; every other carrier goes by the name people know. */
const BY_SLUG: Readonly<Record<string, string>> = {
  ups: 'UPS',
  usps: 'USPS',
  fedex: 'FedEx',
  'canada-post': 'Canada Post',
  'dhl-express': 'DHL Express',
};

/** At most 50 characters. */
export const carrierName = (carrier: { readonly slug: string; readonly name: string }): string =>
  ((Object.hasOwn(BY_SLUG, carrier.slug) ? BY_SLUG[carrier.slug] : undefined) ?? carrier.name).slice(0, 50);
