/** DHL's codes of its own packagings (MyDHL API, packages/typeCode), by ours; what each is stands in the manifest. */
const CODES: Readonly<Record<string, string>> = {
  'dhl-express-envelope': 'XPD',
  'dhl-express-box-2': '2BX',
  'dhl-express-box-3': '3BX',
  'dhl-express-box-4': '4BX',
  'dhl-express-box-5': '5BX',
  'dhl-express-box-6': '6BX',
  'dhl-express-box-7': '7BX',
  'dhl-express-box-8': '8BX',
};

/** Undefined for the shipper's own box, which has no code. */
export const packagingCode = (packaging: string | undefined): string | undefined => CODES[packaging ?? ''];
