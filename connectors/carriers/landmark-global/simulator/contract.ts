/**
 * What the API takes: elements of every message by name, type and order, as the schemas have them, refused with the code "Form"
 * where they do not fit; and what the documents refuse beyond the form, their "Possible Errors", word for word where they have them.
 */
import { SimRefusal, type SimContext } from '@scanship/simulator-kit/simulator';
import { child, many, textOf } from '@scanship/simulator-kit/xml-message';
import { xmlShapes, type ShapeFlaw } from '@scanship/simulator-kit/xml-shapes';

export const refuse = (code: string, words: string): SimRefusal => new SimRefusal(200, code, words);

/** The elements of a group; empty where there is none. */
export const list = (node: unknown, group: string, name: string): readonly unknown[] =>
  many(child(child(node, group), name));

/**
 * In the schemas' order; types in capital letters are messages of their own. s text, d decimal, b boolean, the others one of the
 * listed words.
 */
const ADDRESS = 'Name s,Attention? s,Address1 s,Address2? s,Address3? s,City s,State s,PostalCode s,Country s';
const TYPES: Readonly<Record<string, string>> = {
  ShipRequest:
    'Login LOGIN,Test? b,ClientID s,AccountNumber? s,Reference s,ShipTo SHIPTO,ShippingLane? LANE,ShipMethod s,OrderTotal? d,OrderInsuranceFreightTotal? d,ShipmentInsuranceFreight? d,ItemsCurrency s,IsCommercialShipment? b,LabelFormat? format,LabelDPI? dpi,LabelEncoding? encoding,ShipOptions? OPTIONS,VendorInformation? VENDOR,ReturnInformation? RETURN,FulfillmentAddress? PLACE,SendReturnToAddress? RETURNTO,AdditionalFields? FIELDS,Packages? PACKAGES,Items? ITEMS,FreightDetails? FREIGHT',
  CancelRequest: 'Login LOGIN,Test? b,ClientID? s,Reference? s,TrackingNumber? s,DeleteShipment? b,Reason? s',
  TrackRequest:
    'Login LOGIN,Test? b,ClientID? s,Reference? s,TrackingNumber? s,PackageReference? s,RetrievalType? retrieval',
  LOGIN: 'Username s,Password s',
  SHIPTO: `${ADDRESS},Phone? s,Email? s,ConsigneeTaxID? s`,
  PLACE: ADDRESS,
  RETURNTO: `Code? s,${ADDRESS}`,
  LANE: 'Region s',
  OPTIONS: 'Option+ OPTION',
  OPTION: 'Name s,Value s',
  VENDOR:
    'VendorName s,VendorPhone s,VendorEmail s,VendorAddress1 s,VendorAddress2? s,VendorCity s,VendorState s,VendorPostalCode s,VendorCountry s,VendorLowValueTaxID? s,VendorCCN? s,VendorBusinessNumber? s,VendorRGRNumber? s,VendorIOSSNumber? s,VendorEORINumber? s',
  RETURN: 'OutboundShipment? OUTBOUND,Condition? s,RMANumber? s,Notes? s,Reason? s',
  OUTBOUND: 'Reference? s,TrackingNumber? s',
  FIELDS: 'Field1? s,Field2? s,Field3? s,Field4? s,Field5? s',
  PACKAGES: 'Package+ PACKAGE',
  PACKAGE: 'WeightUnit s,Weight d,DimensionsUnit? s,Length? d,Width? d,Height? d,PackageReference? s',
  ITEMS: 'Item+ ITEM',
  ITEM: 'Sku s,DangerousGoodsInformation? DANGEROUS,Quantity d,UnitPrice d,Description s,HSCode? s,CountryOfOrigin? s,ContentCategory? s,URL? s,USMID? s,ReturnCustomsInfo? CUSTOMS',
  DANGEROUS:
    'ContainsDangerousGoods b,UNCode s,PackingGroup? s,PackingInstructions? s,ItemWeight d,ItemWeightUnit s,ItemVolume? d,ItemVolumeUnit? s',
  CUSTOMS: 'HSCode s,HSRegionCode s',
  FREIGHT: 'ProNumber s,PieceUnit s',
};

const matches =
  (form: RegExp) =>
  (text: string): boolean =>
    form.test(text);
const flawOf = xmlShapes(TYPES, {
  s: () => true,
  d: matches(/^[+-]?(\d+(\.\d*)?|\.\d+)$/),
  b: matches(/^(true|false|1|0)$/),
  format: matches(/^(PDF|JPG|GIF|BMP|PNG|ZPL)$/),
  dpi: matches(/^(203|300)$/),
  encoding: matches(/^(LINKS|BASE64|BASE64COMPRESSED)$/),
  retrieval: matches(/^(Last|Historical)$/),
});

export const FORM = 'Form';
const WORDS: Readonly<Record<ShapeFlaw['kind'], (flaw: ShapeFlaw) => string>> = {
  value: ({ element }) => `Invalid value for element ${element}`,
  'no elements': ({ element }) => `Element ${element} is not valid`,
  stranger: ({ element, within }) => `Element ${element} is not expected in ${within}`,
  order: ({ within }) => `Elements of ${within} are not in their order`,
  missing: ({ element }) => `Required element ${element} not found`,
  twice: ({ element }) => `Element ${element} is there more than once`,
};

/** @throws SimRefusal with the code "Form" */
export function checkMessage(name: 'ShipRequest' | 'CancelRequest' | 'TrackRequest', content: unknown): void {
  const flaw = flawOf(name, content);
  if (flaw) throw refuse(FORM, WORDS[flaw.kind](flaw));
  const named = ['Reference', 'TrackingNumber', 'PackageReference'].filter((one) => child(content, one) !== undefined);
  if (name === 'TrackRequest' && named.length !== 1)
    throw refuse(FORM, 'Either Reference, Package Reference or TrackingNumber is required, none were found');
}

const METHODS =
  'LGINTSTD LGINTSTDU LGINTBPIP LGINTBPIU LGINTBPMO LGINTBPIO LGINTUPST LGINTUPSTU LGINTUPSS LGINTUPSSU'.split(' ');
const GRAMS: Readonly<Record<string, number>> = { KG: 1000, G: 1, LB: 453.592_37 };

/** Grams of a package. */
export const gramsOf = (p: unknown): number =>
  Math.round(Number(textOf(p, 'Weight')) * (GRAMS[textOf(p, 'WeightUnit')] ?? Number.NaN));

function checkAddress(a: unknown): void {
  for (const field of ['Name', 'Address1', 'City'])
    if (textOf(a, field) === '') throw refuse('Address', `Invalid address field: ${field.toLowerCase()}`);
  const [country, state] = [textOf(a, 'Country'), textOf(a, 'State')];
  if (!/^[A-Z]{2}$/.test(country)) throw refuse('Address', 'Invalid address field: country');
  if (['AU', 'CA', 'CL', 'US'].includes(country) && !/^[A-Z]{2,3}$/.test(state))
    throw refuse('State', 'State-Province is invalid, must be 2 characters.');
  if (['HU', 'SG'].includes(country) && state !== '') throw refuse('Address', 'Invalid address field: state');
  const code = textOf(a, 'PostalCode');
  const form = { CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, US: /^\d{5}(-?\d{4})?$/ }[country];
  if (form && !form.test(code)) throw refuse('Address', 'City, State, Postal Code do not match');
}

function checkItem(item: unknown, index: number): void {
  const at = `Item element ${index + 1}`;
  const sku = textOf(item, 'Sku');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(sku)) throw refuse('Sku', `Invalid sku provided for ${at}`);
  if (!/^[1-9]\d*$/.test(textOf(item, 'Quantity')))
    throw refuse('Quantity', `Invalid quantity provided for ${sku} in ${at}`);
  if (!(Number(textOf(item, 'UnitPrice')) >= 0))
    throw refuse('UnitPrice', `Invalid unit price provided for ${sku} in ${at}`);
  const { length } = textOf(item, 'Description');
  if (length === 0 || length > 255) throw refuse('Description', `Invalid description provided for ${sku} in ${at}`);
  if (!/^[A-Z]{2}$/.test(textOf(item, 'CountryOfOrigin')))
    throw refuse('CountryOfOrigin', `Invalid country of origin provided for ${sku} in ${at}`);
}

function checkPackage(p: unknown, index: number, country: string): void {
  const grams = gramsOf(p);
  if (Number.isNaN(grams))
    throw refuse('WeightUnit', `Invalid or unsupported 'WeightUnit' provided on Package ${index + 1}`);
  if (grams <= 0 || grams > 30_000)
    throw refuse(
      'Weight',
      `Pieces of this weight (${textOf(p, 'Weight')}) are not supported when shipping to ${country}`,
    );
  if (!['', 'IN', 'CM'].includes(textOf(p, 'DimensionsUnit')))
    throw refuse('DimensionsUnit', `Invalid or unsupported 'DimensionsUnit' provided on Package ${index + 1}`);
}

/** @throws SimRefusal with the document's words */
export function checkShipment(s: unknown, account: string, sim: SimContext): void {
  const reference = textOf(s, 'Reference');
  if (!/^[A-Za-z0-9]{1,50}$/.test(reference)) throw refuse('Reference', 'Invalid customer reference number');
  const before = sim.books.byReference(reference).find((e) => e.kind === 'paid' && e.account === account);
  if (before)
    throw refuse(
      'Duplicate',
      `The shipment reference ${reference} was already used by ${before.id} on ${before.at.slice(0, 10)}`,
    );
  const method = textOf(s, 'ShipMethod');
  if (!METHODS.includes(method)) throw refuse('ShipMethod', `Invalid shipping service requested: ${method}`);
  checkAddress(child(s, 'ShipTo'));
  if (child(s, 'FulfillmentAddress') !== undefined) checkAddress(child(s, 'FulfillmentAddress'));
  if (!/^[A-Z]{3}$/.test(textOf(s, 'ItemsCurrency')))
    throw refuse('ItemsCurrency', `Unsupported or invalid currency ${textOf(s, 'ItemsCurrency')} passed.`);
  if (textOf(s, 'LabelFormat') === 'ZPL' && textOf(s, 'LabelEncoding') !== '')
    throw refuse(
      'LabelEncoding',
      `Invalid label encoding ${textOf(s, 'LabelEncoding')}. With LabelFormat ZPL, omit the tag.`,
    );
  const vendor = child(s, 'VendorInformation');
  if (
    vendor !== undefined &&
    ['VendorName', 'VendorAddress1', 'VendorCity', 'VendorCountry'].some((f) => textOf(vendor, f) === '')
  )
    throw refuse('Vendor', `No vendor name specified for ${reference}, required if providing third party logistics`);
  const packages = list(s, 'Packages', 'Package');
  if (packages.length === 0) throw refuse('Packages', 'Required element Packages not found');
  packages.forEach((p, index) => {
    checkPackage(p, index, textOf(child(s, 'ShipTo'), 'Country'));
  });
  const items = list(s, 'Items', 'Item');
  if (items.length === 0) throw refuse('Items', 'This shipment has no items. One or more is required to process.');
  items.forEach(checkItem);
}
