/** Our shipment as Purolator's `Shipment`, for estimates, purchases and returns. Pure. */
import { fail, invalidInput } from '@scanship/connector-kit/errors';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import { fromMillimetres, NANOGRAMS } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type {
  Customs,
  CustomsItem,
  Parcel,
  ShipmentPurpose,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import type { Account } from './account.ts';
import { addressMessage, oneLine, shortened } from './addresses.ts';
import { manifest } from './manifest.ts';
import { NO_PHONE, phoneParts } from './phone.ts';
import { regionOf } from './services.ts';

const NAME = manifest.name;

export interface Terms {
  readonly account: Account;
  readonly service: string;
  /** Only a price is asked: a telephone number may be missing. */
  readonly estimate: boolean;
  /** Ours, in the field the service searches. */
  readonly reference?: string | undefined;
  /** How dangerous goods travel on this lane, as the service options say. */
  readonly dangerousMode?: string | undefined;
}

/** Hundredths of a pound, never less than it weighs. */
const hundredthsOfPound = (grams: number): number => {
  const nanograms = BigInt(grams) * NANOGRAMS.g * 100n;
  return Number((nanograms + NANOGRAMS.lb - 1n) / NANOGRAMS.lb);
};

/** One pound is the least a piece can weigh there. */
const pieceHundredths = (p: Parcel): number => Math.max(100, hundredthsOfPound(p.weightGrams));

const pounds = (value: string | number): XmlTree => ({ Value: value, WeightUnit: 'lb' });
const inches = (mm: number): XmlTree => ({
  Value: Math.max(0.1, fromMillimetres(mm, 'in', 1)).toFixed(1),
  DimensionUnit: 'in',
});

/** 70 lb: pieces above need special handling. */
const SPECIAL_HANDLING_GRAMS = 31_751;

function pieceMessage(p: Parcel, domestic: boolean): XmlTree {
  const { dimensions: d } = p;
  // The Express packagings have their own size.
  const size = p.packaging === undefined && d ? d : undefined;
  const special = domestic && p.weightGrams > SPECIAL_HANDLING_GRAMS;
  return {
    Weight: pounds((pieceHundredths(p) / 100).toFixed(2)),
    Length: size && inches(size.lengthMm),
    Width: size && inches(size.widthMm),
    Height: size && inches(size.heightMm),
    Options: special ? { OptionIDValuePair: [{ ID: 'SpecialHandling', Value: 'true' }] } : undefined,
  };
}

/** Classes of the service options for the kinds of the manifest. */
export const DANGEROUS_CLASS: Readonly<Record<string, string>> = {
  'limited-quantity': 'LimitedQuantities',
  'dry-ice': 'UN1845',
};

const MOST_DECLARED_CENTS = 500_000;

/** @throws ConnectorError `invalid-input` or `refused` for options that cannot be had there */
function optionPairs(s: ShipmentRequest, terms: Terms): XmlTree[] {
  const domestic = s.to.countryCode === 'CA';
  const { signature, insuredValue, saturdayDelivery, dangerousGoods } = s.options;
  const home = s.to.residential === true;
  const pairs: [string, string][] = [];
  if (signature === 'adult' && !domestic)
    throw invalidInput(`${NAME} checks the age of the receiver only inside Canada.`, 'options.signature');
  if (signature === 'adult') pairs.push(['AdultSignatureRequired', 'true']);
  // Businesses sign always; at homes the signature is an option of its own, with another name abroad.
  if (signature === 'any' && home)
    pairs.push([domestic ? 'ResidentialSignatureDomestic' : 'ResidentialSignatureIntl', 'true']);
  if (signature === 'none' && domestic) pairs.push(['OriginSignatureNotRequired', 'true']);
  if (saturdayDelivery === true) pairs.push(['SaturdayDelivery', 'true']);
  if (insuredValue && insuredValue.minor > 0) {
    if (insuredValue.currency !== 'CAD')
      throw invalidInput(
        `${NAME} takes declared values in Canadian dollars (CAD), not in ${insuredValue.currency}.`,
        'options.insuredValue',
      );
    if (insuredValue.minor > MOST_DECLARED_CENTS)
      throw invalidInput(`${NAME} takes declared values up to 5,000.00 CAD.`, 'options.insuredValue');
    pairs.push(['DeclaredValue', toDecimal(insuredValue)]);
  }
  if (dangerousGoods) {
    const code = DANGEROUS_CLASS[dangerousGoods.kind];
    if (code === undefined || !domestic || terms.dangerousMode === undefined)
      throw fail('refused', `${NAME} takes dangerous goods only inside Canada here.`, {
        field: 'options.dangerousGoods',
      });
    pairs.push(['DangerousGoods', 'true'], ['DangerousGoodsMode', terms.dangerousMode], ['DangerousGoodsClass', code]);
  }
  return pairs.map(([ID, Value]) => ({ ID, Value }));
}

function packageMessage(s: ShipmentRequest, terms: Terms): XmlTree {
  const options = optionPairs(s, terms);
  const hundredths = s.parcels.reduce((sum, p) => sum + pieceHundredths(p), 0);
  const [item] = s.customs?.items ?? [];
  return {
    ServiceID: terms.service,
    Description: item && s.to.countryCode !== 'CA' ? shortened(item.description, 25) : undefined,
    // Whole pounds: the older services take no others.
    TotalWeight: pounds(Math.ceil(hundredths / 100)),
    TotalPieces: s.parcels.length,
    PiecesInformation: { Piece: s.parcels.map((p) => pieceMessage(p, s.to.countryCode === 'CA')) },
    OptionsInformation: options.length === 0 ? undefined : { Options: { OptionIDValuePair: options } },
  };
}

function contentDetail(item: CustomsItem, index: number): XmlTree {
  const at = (field: string): string => `customs.items.${index}.${field}`;
  const description = shortened(item.description, 25);
  if (description === '')
    throw invalidInput('The customs declaration needs to say what the goods are.', at('description'));
  const code = (item.hsCode ?? '').replace(/\D/g, '');
  if (code.length < 6) throw invalidInput(`"${description}" needs an HS code for customs.`, at('hsCode'));
  if (!item.originCountry)
    throw invalidInput(`"${description}" needs its country of origin for customs.`, at('originCountry'));
  return {
    Description: description,
    HarmonizedCode: code,
    CountryOfManufacture: item.originCountry,
    // The sender's own code of the goods; their position on the list where there is none.
    ProductCode: oneLine(item.sku) ?? String(index + 1),
    UnitValue: toDecimal(item.unitValue),
    Quantity: item.quantity,
  };
}

const IMPORT_EXPORT: Readonly<Partial<Record<ShipmentPurpose, string>>> = { Return: 'Return' };

/** Customs make an invoice for goods; documents have none. */
export const hasInvoice = (s: ShipmentRequest): boolean =>
  s.to.countryCode !== 'CA' && s.customs !== undefined && s.customs.purpose !== 'Documents';

function internationalMessage(customs: Customs): XmlTree {
  const { currency } = customs;
  if (currency !== 'CAD' && currency !== 'USD')
    throw invalidInput(`${NAME} takes customs values in CAD or USD, not in ${currency}.`, 'customs.currency');
  if (customs.items.some((item) => item.unitValue.currency !== currency))
    throw invalidInput('All customs values must be in one currency.', 'customs.items');
  const documents = customs.purpose === 'Documents';
  return {
    DocumentsOnlyIndicator: documents,
    ContentDetails: documents ? undefined : { ContentDetail: customs.items.map(contentDetail) },
    DutyInformation: {
      BillDutiesToParty: customs.dutiesPaidBy === 'Shipper' ? 'Sender' : 'Receiver',
      BusinessRelationship: customs.purpose === 'Inter-Company' ? 'Related' : 'NotRelated',
      Currency: currency,
    },
    ImportExportType: IMPORT_EXPORT[customs.purpose] ?? 'Permanent',
    CustomsInvoiceDocumentIndicator: !documents,
  };
}

/** @throws ConnectorError `invalid-input` naming our field */
export function partyMessages(s: ShipmentRequest, terms: Pick<Terms, 'estimate'>): XmlTree {
  const senderPhone = phoneParts(s.from.phone);
  const abroad = s.to.countryCode !== 'CA';
  // Inside Canada the sender's number stands in for a receiver without one; customs abroad want the receiver's own.
  const standIn = terms.estimate ? (senderPhone ?? NO_PHONE) : abroad ? undefined : senderPhone;
  return {
    SenderInformation: {
      Address: addressMessage(s.from, 'from', terms.estimate ? NO_PHONE : undefined),
      TaxNumber: abroad ? s.from.taxIds?.[0]?.number : undefined,
    },
    ReceiverInformation: {
      Address: addressMessage(s.to, 'to', standIn),
      TaxNumber: abroad ? s.to.taxIds?.[0]?.number : undefined,
    },
  };
}

/** Ours first: it is the one that is searched. The seller's own follow and are printed. */
function referencesMessage(s: ShipmentRequest, reference: string | undefined): XmlTree | undefined {
  const all = [...(reference === undefined ? [] : [reference]), ...s.references.map((r) => shortened(r, 30))].filter(
    (r) => r !== '',
  );
  const [Reference1, Reference2, Reference3, Reference4] = all;
  return Reference1 === undefined ? undefined : { Reference1, Reference2, Reference3, Reference4 };
}

/** @throws ConnectorError for what the service does not take */
export function shipmentMessage(s: ShipmentRequest, terms: Terms): XmlTree {
  const abroad = regionOf(s.to.countryCode) !== 'DOM';
  if (s.from.countryCode !== 'CA')
    throw fail('refused', `${NAME} does not ship from ${s.from.countryCode}.`, { field: 'from.countryCode' });
  if (abroad && !s.customs && !terms.estimate)
    throw invalidInput(`${NAME} needs the customs details of a parcel that leaves Canada.`, 'customs');
  if (s.return && abroad) throw fail('refused', `${NAME} makes return labels only inside Canada.`, { field: 'return' });
  const { number, pickup } = terms.account;
  return {
    ...partyMessages(s, terms),
    // The older service of returns has no date.
    ShipmentDate: s.return && !terms.estimate ? undefined : s.shipDate,
    PackageInformation: packageMessage(s, terms),
    InternationalInformation: abroad && s.customs ? internationalMessage(s.customs) : undefined,
    PaymentInformation: {
      // The account is that of the seller, to whom a return goes.
      PaymentType: s.return ? 'Receiver' : 'Sender',
      RegisteredAccountNumber: number,
      BillingAccountNumber: number,
    },
    PickupInformation: { PickupType: pickup },
    TrackingReferenceInformation: referencesMessage(s, terms.reference),
  };
}
