/**
 * What the API can take apart: elements of every message by name, type and order, as the schemas have them. What does not
 * fit is refused with the code "Form"; what fits and is still not acceptable is refused in the document's words (rules.ts).
 */
import { SimRefusal } from '@scanship/simulator-kit/simulator';

/**
 * `name type`, in the schemas' order; `?` may be left out, `+` repeats; types in capital letters are messages of their own.
 * s text, d decimal, b boolean, the others one of the listed words.
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

const LEAVES: Readonly<Record<string, RegExp>> = {
  s: /[^]*/,
  d: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  b: /^(true|false|1|0)$/,
  format: /^(PDF|JPG|GIF|BMP|PNG|ZPL)$/,
  dpi: /^(203|300)$/,
  encoding: /^(LINKS|BASE64|BASE64COMPRESSED)$/,
  retrieval: /^(Last|Historical)$/,
};

interface Member {
  readonly name: string;
  readonly optional: boolean;
  readonly repeats: boolean;
  readonly type: string;
}

const MEMBERS = new Map<string, readonly Member[]>(
  Object.entries(TYPES).map(([type, list]) => [
    type,
    list.split(',').map((one) => {
      const [name = '', of = ''] = one.split(' ');
      return {
        name: name.replace(/[?+]/, ''),
        optional: name.endsWith('?'),
        repeats: name.endsWith('+'),
        type: of,
      };
    }),
  ]),
);

export const FORM = 'Form';
const wrong = (words: string): SimRefusal => new SimRefusal(200, FORM, words);

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkValue(type: string, value: unknown, name: string): void {
  const leaf = LEAVES[type];
  if (!leaf) return checkNode(type, value, name);
  if (typeof value !== 'string' || !leaf.test(value)) throw wrong(`Invalid value for element ${name}`);
}

function checkNode(type: string, value: unknown, at: string): void {
  const members = MEMBERS.get(type) ?? [];
  // An element without content is read as empty text.
  const node = value === '' ? {} : value;
  if (!isNode(node)) throw wrong(`Element ${at} is not valid`);
  const names = Object.keys(node);
  const known = members.filter(({ name }) => names.includes(name)).map(({ name }) => name);
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) throw wrong(`Element ${stranger} is not expected in ${at}`);
  if (names.join() !== known.join()) throw wrong(`Elements of ${at} are not in their order`);
  for (const { name, optional, repeats, type: of } of members) {
    const content = node[name];
    if (content === undefined) {
      if (!optional) throw wrong(`Required element ${name} not found`);
      continue;
    }
    if (Array.isArray(content) && !repeats) throw wrong(`Element ${name} is there more than once`);
    for (const one of Array.isArray(content) ? (content as unknown[]) : [content]) checkValue(of, one, name);
  }
}

/** @throws SimRefusal with the code "Form" */
export function checkMessage(name: 'ShipRequest' | 'CancelRequest' | 'TrackRequest', content: unknown): void {
  checkNode(name, content, name);
  if (name !== 'TrackRequest' || !isNode(content)) return;
  const named = ['Reference', 'TrackingNumber', 'PackageReference'].filter((one) => Object.hasOwn(content, one));
  if (named.length !== 1)
    throw wrong('Either Reference, Package Reference or TrackingNumber is required, none were found');
}
