/** FedEx's codes of its own packagings (Ship API, packagingType), by ours; what each is stands in the manifest. */
const CODES: Readonly<Record<string, string>> = {
  'fedex-envelope': 'FEDEX_ENVELOPE',
  'fedex-pak': 'FEDEX_PAK',
  'fedex-pak-padded': 'FEDEX_PAK',
  'fedex-box-small': 'FEDEX_SMALL_BOX',
  'fedex-box-medium': 'FEDEX_MEDIUM_BOX',
  'fedex-box-large': 'FEDEX_LARGE_BOX',
  'fedex-box-extra-large': 'FEDEX_EXTRA_LARGE_BOX',
  'fedex-tube': 'FEDEX_TUBE',
  'fedex-10kg-box': 'FEDEX_10KG_BOX',
  'fedex-25kg-box': 'FEDEX_25KG_BOX',
};

export const OWN_BOX = 'YOUR_PACKAGING';

/** FedEx's code of a parcel's packaging; the shipper's own box where none is named. */
export const packagingCode = (packaging: string | undefined): string =>
  packaging !== undefined && Object.hasOwn(CODES, packaging) ? (CODES[packaging] ?? OWN_BOX) : OWN_BOX;
