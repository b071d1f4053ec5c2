/** UPS's codes of its own packagings (Rating and Shipping API, Packaging/Code), by ours; what each is stands in the manifest. */
const CODES: Readonly<Record<string, string>> = {
  'ups-express-envelope': '01',
  'ups-express-pak': '04',
  'ups-express-tube': '03',
  'ups-express-box-small': '2a',
  'ups-express-box-medium': '2b',
  'ups-express-box-large': '2c',
  'ups-10kg-box': '25',
  'ups-25kg-box': '24',
};
/** Customer supplied package. */
const OWN_BOX = '02';

/** UPS's code of a parcel's packaging; the shipper's own box where none is named. */
export const packagingCode = (packaging: string | undefined): string => CODES[packaging ?? ''] ?? OWN_BOX;
