/** What the document refuses beyond the form: its "Possible Errors", word for word where it has them. */
import type { SimContext } from '@scanship/simulator-kit/simulator';
import { child } from '@scanship/simulator-kit/xml-message';
import { list, refuse, text } from './wire.ts';

const METHODS =
  'LGINTSTD LGINTSTDU LGINTBPIP LGINTBPIU LGINTBPMO LGINTBPIO LGINTUPST LGINTUPSTU LGINTUPSS LGINTUPSSU'.split(' ');
const GRAMS: Readonly<Record<string, number>> = { KG: 1000, G: 1, LB: 453.592_37 };

/** Grams of a package. */
export const gramsOf = (p: unknown): number =>
  Math.round(Number(text(p, 'Weight')) * (GRAMS[text(p, 'WeightUnit')] ?? Number.NaN));

function checkAddress(a: unknown): void {
  for (const field of ['Name', 'Address1', 'City'])
    if (text(a, field) === '') throw refuse('Address', `Invalid address field: ${field.toLowerCase()}`);
  const [country, state] = [text(a, 'Country'), text(a, 'State')];
  if (!/^[A-Z]{2}$/.test(country)) throw refuse('Address', 'Invalid address field: country');
  if (['AU', 'CA', 'CL', 'US'].includes(country) && !/^[A-Z]{2,3}$/.test(state))
    throw refuse('State', 'State-Province is invalid, must be 2 characters.');
  if (['HU', 'SG'].includes(country) && state !== '') throw refuse('Address', 'Invalid address field: state');
  const code = text(a, 'PostalCode');
  const form = { CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, US: /^\d{5}(-?\d{4})?$/ }[country];
  if (form && !form.test(code)) throw refuse('Address', 'City, State, Postal Code do not match');
}

function checkItem(item: unknown, index: number): void {
  const at = `Item element ${index + 1}`;
  const sku = text(item, 'Sku');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(sku)) throw refuse('Sku', `Invalid sku provided for ${at}`);
  if (!/^[1-9]\d*$/.test(text(item, 'Quantity')))
    throw refuse('Quantity', `Invalid quantity provided for ${sku} in ${at}`);
  if (!(Number(text(item, 'UnitPrice')) >= 0))
    throw refuse('UnitPrice', `Invalid unit price provided for ${sku} in ${at}`);
  const { length } = text(item, 'Description');
  if (length === 0 || length > 255) throw refuse('Description', `Invalid description provided for ${sku} in ${at}`);
  if (!/^[A-Z]{2}$/.test(text(item, 'CountryOfOrigin')))
    throw refuse('CountryOfOrigin', `Invalid country of origin provided for ${sku} in ${at}`);
}

function checkPackage(p: unknown, index: number, country: string): void {
  const grams = gramsOf(p);
  if (Number.isNaN(grams))
    throw refuse('WeightUnit', `Invalid or unsupported 'WeightUnit' provided on Package ${index + 1}`);
  if (grams <= 0 || grams > 30_000)
    throw refuse(
      'Weight',
      `Pieces of this weight (${text(p, 'Weight')}) are not supported when shipping to ${country}`,
    );
  if (!['', 'IN', 'CM'].includes(text(p, 'DimensionsUnit')))
    throw refuse('DimensionsUnit', `Invalid or unsupported 'DimensionsUnit' provided on Package ${index + 1}`);
}

/** @throws SimRefusal with the document's words */
export function checkShipment(s: unknown, account: string, sim: SimContext): void {
  const reference = text(s, 'Reference');
  if (!/^[A-Za-z0-9]{1,50}$/.test(reference)) throw refuse('Reference', 'Invalid customer reference number');
  const before = sim.books.byReference(reference).find((e) => e.kind === 'paid' && e.account === account);
  if (before)
    throw refuse(
      'Duplicate',
      `The shipment reference ${reference} was already used by ${before.id} on ${before.at.slice(0, 10)}`,
    );
  const method = text(s, 'ShipMethod');
  if (!METHODS.includes(method)) throw refuse('ShipMethod', `Invalid shipping service requested: ${method}`);
  checkAddress(child(s, 'ShipTo'));
  if (child(s, 'FulfillmentAddress') !== undefined) checkAddress(child(s, 'FulfillmentAddress'));
  if (!/^[A-Z]{3}$/.test(text(s, 'ItemsCurrency')))
    throw refuse('ItemsCurrency', `Unsupported or invalid currency ${text(s, 'ItemsCurrency')} passed.`);
  if (text(s, 'LabelFormat') === 'ZPL' && text(s, 'LabelEncoding') !== '')
    throw refuse(
      'LabelEncoding',
      `Invalid label encoding ${text(s, 'LabelEncoding')}. With LabelFormat ZPL, omit the tag.`,
    );
  const vendor = child(s, 'VendorInformation');
  if (
    vendor !== undefined &&
    ['VendorName', 'VendorAddress1', 'VendorCity', 'VendorCountry'].some((f) => text(vendor, f) === '')
  )
    throw refuse('Vendor', `No vendor name specified for ${reference}, required if providing third party logistics`);
  const packages = list(s, 'Packages', 'Package');
  if (packages.length === 0) throw refuse('Packages', 'Required element Packages not found');
  packages.forEach((p, index) => {
    checkPackage(p, index, text(child(s, 'ShipTo'), 'Country'));
  });
  const items = list(s, 'Items', 'Item');
  if (items.length === 0) throw refuse('Items', 'This shipment has no items. One or more is required to process.');
  items.forEach(checkItem);
}
