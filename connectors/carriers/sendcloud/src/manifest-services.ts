/**
 * Services people choose rules and switches from, by Sendcloud's own codes of shipping options: the product, a slash, what is
 * chosen with it ("postnl:standard/signature"). Which exist is up to the account: others are offered as they come.
 * Codes: examples of the vendor's documents, and what public integrations saw on their accounts (README.md).
 */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';

type Row = readonly [code: string, name: string, scope: CarrierService['scope']];

const ROWS: readonly Row[] = [
  ['postnl:standard', 'PostNL Standard', 'both'],
  ['postnl:standard/signature', 'PostNL Standard with signature', 'both'],
  ['postnl:small/home_address_only,signature', 'PostNL small parcel, home address only, signature', 'domestic'],
  ['ups:standard', 'UPS Standard', 'both'],
  ['dhl_express:worldwide/incoterm=dap', 'DHL Express Worldwide', 'international'],
  ['colissimo:standard', 'Colissimo Standard', 'both'],
];

export const SERVICES: readonly CarrierService[] = ROWS.map(([code, name, scope]) => ({ code, name, scope }));

/** Codes as Sendcloud writes them. */
export const CODE = /^[a-z0-9_]+:[A-Za-z0-9_.,:;=/+-]{1,200}$/;

/** Which product an option is of: "ups:standard" of "ups:standard/signature". */
export const productOf = (code: string): string => code.split('/')[0] ?? code;

/**
 * The product's own part ("standard") where nothing but terms of delivery is chosen with it; undefined for options that are
 * more than the carrier's plain service (signature, age check, service points), which are the same as no other.
 */
export function plainService(code: string): string | undefined {
  const [product = '', extras = ''] = code.split('/');
  const plain = extras === '' || extras.split(',').every((extra) => /^incoterm=(dap|ddu)$/.test(extra));
  return plain ? product.slice(product.indexOf(':') + 1) : undefined;
}
