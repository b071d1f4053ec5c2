/** Our shipment in Landmark Global's words, in the order its schema has them. Pure; what cannot be said is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { oneLine, textLimits } from '@scanship/connector-kit/carrier/text-limits';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { Customs, Parcel, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const { upTo, needed } = textLimits(NAME);
const filled = (text: string | undefined): string | undefined => oneLine(text) || undefined;

/** Countries whose state is a code of two or three letters (Australia has both), and those that must have none. */
const STATE_CODE: ReadonlySet<string> = new Set(['AU', 'CA', 'CL', 'US']);
const NO_STATE: ReadonlySet<string> = new Set(['HU', 'SG']);

function stateOf(a: Address, side: string): string {
  if (NO_STATE.has(a.countryCode)) return '';
  const state = (upTo(20, a.provinceCode, 'the province or state', `${side}.provinceCode`) ?? '').toUpperCase();
  if (STATE_CODE.has(a.countryCode) && !/^[A-Z]{2,3}$/.test(state))
    throw invalidInput(`${NAME} needs the two-letter code of the province or state.`, `${side}.provinceCode`);
  return state;
}

/** @param most characters of a street line and of the city: the receiver's are shorter than the sender's */
function place(a: Address, side: 'from' | 'to', most: { readonly street: number; readonly city: number }) {
  const company = upTo(50, a.companyName, 'the company name', `${side}.companyName`);
  const person = upTo(50, a.name, 'the name', `${side}.name`);
  const name = company ?? person;
  if (name === undefined)
    throw invalidInput(`${NAME} needs ${side === 'to' ? 'the receiver’s' : 'the sender’s'} name.`, `${side}.name`);
  return {
    Name: name,
    Attention: company === undefined ? undefined : person,
    Address1: needed(most.street, a.address1, 'the first line of the address', `${side}.address1`),
    Address2: upTo(most.street, a.address2, 'the second line of the address', `${side}.address2`),
    City: needed(most.city, a.city, 'the city', `${side}.city`),
    State: stateOf(a, side),
    // Places without postal codes have an empty one; whether a country's may be empty is checked by Landmark Global.
    PostalCode: upTo(10, a.zipcode, 'the postal code', `${side}.zipcode`) ?? '',
    Country: a.countryCode,
  };
}

/** Tax number of an address by its kinds, the first that is there. */
const taxId = (a: Address, ...kinds: readonly string[]): string | undefined =>
  a.taxIds?.find(({ kind, number }) => kinds.includes(kind.toUpperCase()) && oneLine(number) !== '')?.number.trim();

/** Schemes for goods of low value by where they go: the two that the document names. */
const LOW_VALUE: Readonly<Record<string, string>> = { AU: 'GST', NO: 'VOEC' };

function vendor(a: Address, at: ReturnType<typeof place>, destination: string): XmlTree {
  const scheme = LOW_VALUE[destination];
  return {
    VendorName: at.Name,
    VendorPhone: oneLine(a.phone),
    VendorEmail: oneLine(a.email),
    VendorAddress1: at.Address1,
    VendorAddress2: at.Address2,
    VendorCity: at.City,
    VendorState: at.State,
    VendorPostalCode: at.PostalCode,
    VendorCountry: at.Country,
    VendorLowValueTaxID: scheme === undefined ? undefined : taxId(a, scheme),
    VendorBusinessNumber: taxId(a, 'BN', 'EIN'),
    VendorIOSSNumber: taxId(a, 'IOSS'),
    VendorEORINumber: taxId(a, 'EORI'),
  };
}

const parcel = (p: Parcel, reference: string): XmlTree => ({
  WeightUnit: 'KG',
  Weight: fromGrams(p.weightGrams, 'kg'),
  ...(p.dimensions && {
    DimensionsUnit: 'CM',
    Length: fromMillimetres(p.dimensions.lengthMm, 'cm'),
    Width: fromMillimetres(p.dimensions.widthMm, 'cm'),
    Height: fromMillimetres(p.dimensions.heightMm, 'cm'),
  }),
  PackageReference: packageReference(reference, p.number),
});

/** By which a parcel is told in the answer. */
export const packageReference = (reference: string, parcelNumber: number): string => `${reference}-${parcelNumber}`;

const CATEGORIES: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'GOODS',
  Sample: 'GOODS',
  'Inter-Company': 'GOODS',
  Gift: 'GIFT',
  Documents: 'DOCUMENTS',
  Return: 'RETURNED_GOODS',
};

/** Letters, digits, "-" and "_", at most 64: other characters are refused there. */
const skuOf = (sku: string | undefined, index: number): string => {
  const value = oneLine(sku)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 64);
  return value === '' ? `ITEM-${index + 1}` : value;
};

const declared = ({ items, currency, purpose }: Customs): XmlTree[] =>
  items.map((item, index) => {
    const at = (field: string): string => `customs.items.${index}.${field}`;
    if (item.unitValue.currency !== currency)
      throw invalidInput(`${NAME} takes all values of a shipment in one currency, here ${currency}.`, at('unitValue'));
    const origin = oneLine(item.originCountry).toUpperCase();
    if (!/^[A-Z]{2}$/.test(origin))
      throw invalidInput(`${NAME} needs the country the goods were made in for customs.`, at('originCountry'));
    return {
      Sku: skuOf(item.sku, index),
      Quantity: item.quantity,
      UnitPrice: toDecimal(item.unitValue),
      Description: needed(255, item.description, 'a description of the goods for customs', at('description')),
      HSCode: filled(item.hsCode),
      CountryOfOrigin: origin,
      ContentCategory: CATEGORIES[purpose],
    };
  });

/** Inside a country an item is demanded all the same; where nobody stated a value it is one unit of money. */
function atHome({ parcels, from }: ShipmentRequest): { readonly items: XmlTree[]; readonly currency: string } {
  const value = parcels.find(({ declaredValue }) => declaredValue)?.declaredValue ?? money(100, 'USD');
  const goods = { Sku: 'GOODS', Quantity: 1, UnitPrice: toDecimal(value), Description: 'Merchandise' };
  return { items: [{ ...goods, CountryOfOrigin: from.countryCode }], currency: value.currency };
}

export interface Lane {
  readonly accountNumber?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * What a purchase says beside who asks.
 * @param reference ours: letters and digits, up to 50
 * @throws ConnectorError `invalid-input` naming our field
 */
export function shipMessage(
  s: ShipmentRequest,
  service: string,
  lane: Lane,
  reference: string,
  format: 'pdf' | 'zpl',
): XmlTree {
  const { signature = 'none', insuredValue } = s.options;
  if (s.return) throw invalidInput(`${NAME} makes no return labels here.`, 'return');
  if (signature !== 'none') throw invalidInput(`${NAME} has no signature to choose here.`, 'options.signature');
  if (insuredValue) throw invalidInput(`${NAME} sells no insurance.`, 'options.insuredValue');
  const abroad = s.from.countryCode !== s.to.countryCode;
  if (abroad && !s.customs) throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  const to = place(s.to, 'to', { street: 60, city: 40 });
  const from = place(s.from, 'from', { street: 100, city: 50 });
  const goods = s.customs ? { items: declared(s.customs), currency: s.customs.currency } : atHome(s);
  if (goods.items.length === 0) throw invalidInput(`${NAME} needs at least one item for customs.`, 'customs.items');
  return {
    AccountNumber: filled(lane.accountNumber),
    Reference: reference,
    ShipTo: {
      ...to,
      Phone: upTo(20, s.to.phone, 'the telephone number', 'to.phone'),
      Email: upTo(80, s.to.email, 'the e-mail address', 'to.email'),
      ConsigneeTaxID: s.to.taxIds?.map(({ number }) => oneLine(number)).find((number) => number !== ''),
    },
    ShippingLane: filled(lane.region) && { Region: filled(lane.region) },
    ShipMethod: service,
    ItemsCurrency: goods.currency,
    LabelFormat: format.toUpperCase(),
    // With ZPL an encoding must not be named.
    ...(format === 'zpl' ? { LabelDPI: 203 } : { LabelEncoding: 'BASE64' }),
    VendorInformation: abroad ? vendor(s.from, from, s.to.countryCode) : undefined,
    FulfillmentAddress: from,
    Packages: { Package: s.parcels.map((p) => parcel(p, reference)) },
    Items: { Item: goods.items },
  };
}
