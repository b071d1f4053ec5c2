/** Our shipment in the words of Canada Post. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type {
  Customs,
  CustomsItem,
  Parcel,
  ShipmentPurpose,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
/** One line without line breaks, as the schema's normalizedString is printed. */
export const oneLine = (text: string | undefined): string | undefined => {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line;
};

/** Text that must not be cut: an address that is too long would be delivered elsewhere. */
export function fitting(text: string | undefined, most: number, what: string, field: string): string | undefined {
  const line = oneLine(text);
  const length = line === undefined ? 0 : Array.from(line).length;
  if (length > most) throw invalidInput(`${what} has ${length} characters; ${NAME} takes ${most}.`, field);
  return line;
}

/** Text that may be shortened (a description of goods). */
export const shortened = (text: string, most: number): string =>
  Array.from(oneLine(text) ?? '')
    .slice(0, most)
    .join('')
    .trim();

const compact = (zipcode: string): string => zipcode.replace(/[\s-]+/g, '').toUpperCase();

/** @throws ConnectorError `invalid-input` for a code that is not of its country's form */
export function canadianPostalCode(zipcode: string, field: string): string {
  const code = compact(zipcode);
  if (/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(code)) return code;
  throw invalidInput(`"${zipcode}" is not a Canadian postal code.`, field);
}

/** "12345" or "12345-6789". @throws ConnectorError `invalid-input` */
export function zipCode(zipcode: string, field: string): string {
  const digits = compact(zipcode);
  if (/^\d{5}$/.test(digits)) return digits;
  if (/^\d{9}$/.test(digits)) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  throw invalidInput(`"${zipcode}" is not a ZIP code.`, field);
}

function destinationPostalCode(a: Address): string | undefined {
  if (a.countryCode === 'CA') return canadianPostalCode(a.zipcode, 'to.zipcode');
  if (a.countryCode === 'US') return zipCode(a.zipcode, 'to.zipcode');
  return fitting(a.zipcode, 14, 'The postal code', 'to.zipcode');
}

function person(a: Address, side: 'from' | 'to'): XmlTree {
  const whose = side === 'from' ? 'sender' : 'receiver';
  const name = fitting(a.name, 44, `The name of the ${whose}`, `${side}.name`);
  const company = fitting(a.companyName, 44, `The company of the ${whose}`, `${side}.companyName`);
  if (name === undefined && company === undefined)
    throw invalidInput(`The address of the ${whose} needs a name.`, `${side}.name`);
  return { name, company };
}

function streetLines(a: Address, side: 'from' | 'to'): XmlTree {
  const first = fitting(a.address1, 44, 'The first line of the address', `${side}.address1`);
  if (first === undefined) throw invalidInput('The address needs a first line.', `${side}.address1`);
  return {
    'address-line-1': first,
    'address-line-2': fitting(a.address2, 44, 'The second line of the address', `${side}.address2`),
    city: fitting(a.city, 40, 'The city', `${side}.city`),
  };
}

/** @throws ConnectorError `invalid-input` naming our field */
export function sender(a: Address, withCountry: boolean): XmlTree {
  const phone = fitting(a.phone, 25, 'The telephone number of the sender', 'from.phone');
  if (phone === undefined) throw invalidInput(`${NAME} needs a telephone number of the sender.`, 'from.phone');
  const city = oneLine(a.city);
  if (city === undefined) throw invalidInput('The address of the sender needs a city.', 'from.city');
  if (!/^[A-Z]{2}$/.test(a.provinceCode))
    throw invalidInput('The address of the sender needs a province.', 'from.provinceCode');
  const who = person(a, 'from');
  return {
    ...who,
    // The company is required there; a person who ships for himself is his own.
    company: who.company ?? who.name,
    'contact-phone': phone,
    'address-details': {
      ...streetLines(a, 'from'),
      'prov-state': a.provinceCode,
      ...(withCountry ? { 'country-code': a.countryCode } : {}),
      'postal-zip-code': canadianPostalCode(a.zipcode, 'from.zipcode'),
    },
  };
}

/** Services that want a number to call in the country of destination (README.md, "Quirks"). */
const CALLS_RECEIVER = /^(USA\.(EP|XP|TP|TP\.LVM|PW\..*)|INT\.(XP|TP|PW\..*))$/;

/** @throws ConnectorError `invalid-input` naming our field */
export function destination(a: Address, service: string): XmlTree {
  const phone = fitting(a.phone, 25, 'The telephone number of the receiver', 'to.phone');
  if (phone === undefined && CALLS_RECEIVER.test(service))
    throw invalidInput(`${NAME} needs a telephone number of the receiver for this service.`, 'to.phone');
  const atHome = a.countryCode === 'CA' || a.countryCode === 'US';
  if (atHome && oneLine(a.city) === undefined)
    throw invalidInput('The address of the receiver needs a city.', 'to.city');
  const province = fitting(a.provinceCode, 20, 'The province or state', 'to.provinceCode');
  if (atHome && province === undefined)
    throw invalidInput('The address of the receiver needs a province or state.', 'to.provinceCode');
  return {
    ...person(a, 'to'),
    'client-voice-number': phone,
    'address-details': {
      ...streetLines(a, 'to'),
      'prov-state': province,
      'country-code': a.countryCode,
      'postal-zip-code': destinationPostalCode(a),
    },
  };
}

/** Kilograms with three decimals and centimetres with one, as text. */
export function parcelMessage(p: Parcel, index = 0): XmlTree {
  const { dimensions: d } = p;
  if (!d) throw invalidInput(`${NAME} needs the size of parcel ${p.number}.`, `parcels.${index}.dimensions`);
  const cm = (mm: number): string => fromMillimetres(mm, 'cm').toFixed(1);
  return {
    weight: fromGrams(p.weightGrams, 'kg').toFixed(3),
    dimensions: { length: cm(d.lengthMm), width: cm(d.widthMm), height: cm(d.heightMm) },
  };
}

/** Provinces whose age of majority for alcohol and the like is 18; 19 elsewhere. */
const EIGHTEEN = ['AB', 'MB', 'QC'];

/** @param nonDelivery code for parcels abroad, undefined inside Canada */
export function optionsMessage(s: ShipmentRequest, nonDelivery: string | undefined): XmlTree | undefined {
  const { signature, insuredValue } = s.options;
  if (insuredValue && insuredValue.currency !== 'CAD')
    throw invalidInput(
      `${NAME} insures in Canadian dollars (CAD), not in ${insuredValue.currency}.`,
      'options.insuredValue',
    );
  const adult = EIGHTEEN.includes(s.to.provinceCode) ? 'PA18' : 'PA19';
  if (signature === 'adult' && s.to.countryCode !== 'CA')
    throw invalidInput(`${NAME} checks the age of the receiver only inside Canada.`, 'options.signature');
  const options: XmlTree[] = [
    ...(signature === 'any' ? [{ 'option-code': 'SO' }] : []),
    ...(signature === 'adult' ? [{ 'option-code': adult }] : []),
    ...(insuredValue && insuredValue.minor > 0
      ? [{ 'option-code': 'COV', 'option-amount': toDecimal(insuredValue) }]
      : []),
    ...(nonDelivery === undefined ? [] : [{ 'option-code': nonDelivery }]),
  ];
  return options.length === 0 ? undefined : { option: options };
}

/** Reasons the service knows; everything else is "other" with words. */
const REASONS: Readonly<Record<ShipmentPurpose, readonly [string, string?]>> = {
  Sale: ['SOG'],
  Documents: ['DOC'],
  Sample: ['SAM'],
  Gift: ['OTH', 'Gift'],
  Return: ['OTH', 'Returned goods'],
  'Inter-Company': ['OTH', 'Inter-company transfer'],
};

/** "6109", "6109.10", "6109.10.00" or "6109.10.00.12": digits beyond a whole pair are left out. */
export function tariffCode(hsCode: string): string {
  const digits = hsCode.replace(/\D/g, '').slice(0, 10);
  const pairs = [digits.slice(4, 6), digits.slice(6, 8), digits.slice(8, 10)].filter((pair) => pair.length === 2);
  return [digits.slice(0, 4), ...pairs].join('.');
}

function customsItem(item: CustomsItem, index: number, from: Address): XmlTree {
  const at = (field: string): string => `customs.items.${index}.${field}`;
  const description = shortened(item.description, 45);
  if (description === '')
    throw invalidInput('The customs declaration needs to say what the goods are.', at('description'));
  const name = `"${description}"`;
  if (item.quantity > 9999) throw invalidInput(`${NAME} takes at most 9,999 units of one kind.`, at('quantity'));
  if (item.unitValue.minor <= 0 || item.unitValue.minor > 9_999_999)
    throw invalidInput(`The value of one ${name} must be between 0.01 and 99,999.99.`, at('unitValue'));
  if (item.unitGrams <= 0) throw invalidInput(`${name} has no weight.`, at('unitGrams'));
  const sku = oneLine(item.sku);
  return {
    'customs-number-of-units': item.quantity,
    'customs-description': description,
    // A shortened article number would be another one, so a long one is left out.
    sku: sku !== undefined && Array.from(sku).length <= 15 ? sku : undefined,
    'hs-tariff-code': item.hsCode === undefined ? undefined : tariffCode(item.hsCode),
    'unit-weight': fromGrams(item.unitGrams, 'kg').toFixed(3),
    'customs-value-per-unit': toDecimal(item.unitValue),
    'country-of-origin': item.originCountry,
    'province-of-origin': item.originCountry === 'CA' ? from.provinceCode : undefined,
  };
}

/** The number of the EU's import one-stop shop, which only shipments with a contract can name. */
const iossId = (from: Address): string | undefined =>
  from.taxIds?.find(({ kind }) => kind.toUpperCase() === 'IOSS')?.number.trim() || undefined;

/** @param rate units of the declaration's currency for one Canadian dollar; undefined for CAD itself */
export function customsMessage(
  s: ShipmentRequest,
  customs: Customs,
  { rate, contract }: { readonly rate: string | undefined; readonly contract: boolean },
): XmlTree {
  const [reason, other] = REASONS[customs.purpose];
  const invoice = oneLine(customs.invoiceNumber);
  const { prepaidDuty } = customs;
  return {
    currency: customs.currency,
    'conversion-from-cad': rate,
    'reason-for-export': reason,
    'other-reason': other,
    'sku-list': { item: customs.items.map((item, index) => customsItem(item, index, s.from)) },
    'duties-and-taxes-prepaid':
      prepaidDuty?.amount && prepaidDuty.amount.minor > 0 ? toDecimal(prepaidDuty.amount) : undefined,
    'invoice-number': invoice !== undefined && Array.from(invoice).length <= 10 ? invoice : undefined,
    'ioss-id': contract ? iossId(s.from) : undefined,
    'us-declaration-id': prepaidDuty?.reference,
  };
}

/** The part that both ways of shipping share. */
export function deliverySpec(
  s: ShipmentRequest,
  purchase: {
    readonly parcel: Parcel;
    readonly service: string;
    readonly reference: string;
    readonly nonDelivery: string;
    readonly contract: boolean;
    readonly rates: ReadonlyMap<string, string>;
  },
): XmlTree {
  const crosses = s.to.countryCode !== 'CA';
  return {
    'service-code': purchase.service,
    sender: sender(s.from, purchase.contract),
    destination: destination(s.to, purchase.service),
    options: optionsMessage(s, crosses ? purchase.nonDelivery : undefined),
    'parcel-characteristics': parcelMessage(purchase.parcel),
    preferences: { 'show-packing-instructions': false, 'show-postage-rate': false, 'show-insured-value': false },
    references: {
      // The first is printed for the seller; the second is how a lost answer is found again.
      'customer-ref-1': s.references[0] === undefined ? undefined : shortened(s.references[0], 35),
      'customer-ref-2': purchase.reference,
    },
    customs:
      crosses && s.customs
        ? customsMessage(s, s.customs, {
            rate: purchase.rates.get(s.customs.currency),
            contract: purchase.contract,
          })
        : undefined,
  };
}
