/** Our shipment in Canpar's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres, lengthPlusGirth, sortedSides } from '@scanship/domain/values/measure';
import { allocate, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Customs, Parcel, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';
import { thing, type XmlTree } from './vendor.ts';

const NAME = manifest.name;
/** One line, or undefined for nothing. */
const line = (text: string | undefined): string | undefined => {
  const one = (text ?? '').replace(/\s+/g, ' ').trim();
  return one === '' ? undefined : one;
};

/** Text that must not be cut. */
function fitting(text: string | undefined, most: number, what: string, field: string): string | undefined {
  const one = line(text);
  const length = one === undefined ? 0 : Array.from(one).length;
  if (length > most) throw invalidInput(`${what} has ${length} characters; ${NAME} takes ${most}.`, field);
  return one;
}

/** Text that may be. */
export const shortened = (text: string | undefined, most: number): string | undefined =>
  line(
    Array.from(line(text) ?? '')
      .slice(0, most)
      .join(''),
  );

/** Noon UTC: the same day in every time zone of Canada, whichever the service counts in. */
export const dayTime = (day: string): string => `${day}T12:00:00.000Z`;

const compact = (zipcode: string): string => zipcode.replace(/[\s-]+/g, '').toUpperCase();

/** @throws ConnectorError `invalid-input` for a code that is not of its country's form */
export function postalCode(a: Address, field: string): string | undefined {
  const code = compact(a.zipcode);
  if (a.countryCode === 'CA') {
    if (/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(code)) return code;
    throw invalidInput(`"${a.zipcode}" is not a Canadian postal code.`, field);
  }
  if (a.countryCode === 'US') {
    if (/^\d{5}$/.test(code)) return code;
    if (/^\d{9}$/.test(code)) return `${code.slice(0, 5)}-${code.slice(5)}`;
    throw invalidInput(`"${a.zipcode}" is not a ZIP code.`, field);
  }
  return fitting(a.zipcode, 10, 'The postal code', field);
}

/** "416 555 0199 x12": what follows is a number of the house's own. */
const EXTENSION = /(?:extension|ext|poste|x|#)[. ]{0,3}(\d{1,6})$/i;

/** Digits of a telephone number, at most 16; one that is longer is no number. */
function phone(a: Address, field: string): string | undefined {
  const digits = (a.phone ?? '').trim().replace(EXTENSION, '').replace(/\D+/g, '');
  if (digits.length > 16)
    throw invalidInput(`The telephone number has ${digits.length} digits; ${NAME} takes 16.`, field);
  return digits === '' ? undefined : digits;
}

export function addressMessage(a: Address, side: 'from' | 'to' | 'address'): XmlTree {
  const whose = { from: 'sender', to: 'receiver', address: 'pickup' }[side];
  const at = (field: string): string => `${side}.${field}`;
  const person = fitting(a.name, 40, `The name of the ${whose}`, at('name'));
  const company = fitting(a.companyName, 40, `The company of the ${whose}`, at('companyName'));
  const name = company ?? person;
  if (name === undefined) throw invalidInput(`The address of the ${whose} needs a name.`, at('name'));
  const first = fitting(a.address1, 40, 'The first line of the address', at('address1'));
  if (first === undefined) throw invalidInput('The address needs a first line.', at('address1'));
  const city = fitting(a.city, 30, 'The city', at('city'));
  if (city === undefined) throw invalidInput(`The address of the ${whose} needs a city.`, at('city'));
  if ((a.countryCode === 'CA' || a.countryCode === 'US') && !/^[A-Z]{2}$/.test(a.provinceCode))
    throw invalidInput(`The address of the ${whose} needs a province or state.`, at('provinceCode'));
  return thing({
    address_line_1: first,
    address_line_2: fitting(a.address2, 40, 'The second line of the address', at('address2')),
    attention: company === undefined ? undefined : person,
    city,
    country: a.countryCode,
    email: fitting(a.email, 256, 'The e-mail address', at('email')),
    extension: EXTENSION.exec((a.phone ?? '').trim())?.[1],
    name,
    phone: phone(a, at('phone')),
    postal_code: postalCode(a, at('zipcode')),
    province: fitting(a.provinceCode, 2, 'The province or state', at('provinceCode')),
    residential: a.residential === true,
  });
}

const INCH = 25.4;

/** Extra care is charged for what is long or bulky: one side above 84 in (60 in to the U.S.), or length and girth above 130 in. */
export function needsExtraCare(p: Parcel, abroad: boolean): boolean {
  if (!p.dimensions) return false;
  const [longest] = sortedSides(p.dimensions);
  return longest > (abroad ? 60 : 84) * INCH || lengthPlusGirth(p.dimensions) > 130 * INCH;
}

/** What each parcel is declared at: its own value, else its share of the insured value; undefined where nothing is. */
function declaredValues(s: ShipmentRequest): readonly (Money | undefined)[] {
  const { insuredValue } = s.options;
  const foreign = [insuredValue, ...s.parcels.map((p) => p.declaredValue)].find((m) => m && m.currency !== 'CAD');
  if (foreign)
    throw invalidInput(
      `${NAME} takes declared values in Canadian dollars (CAD), not in ${foreign.currency}.`,
      'options.insuredValue',
    );
  if (!insuredValue || insuredValue.minor <= 0) return s.parcels.map(() => undefined);
  if (s.to.residential === true)
    throw invalidInput(`${NAME} takes no declared value for private addresses.`, 'options.insuredValue');
  return allocate(
    insuredValue,
    s.parcels.map((p) => p.declaredValue?.minor ?? 0).some((n) => n > 0)
      ? s.parcels.map((p) => Math.max(0, p.declaredValue?.minor ?? 0))
      : s.parcels.map(() => 1),
  );
}

function packages(s: ShipmentRequest, references: { readonly ours?: string | undefined }): readonly XmlTree[] {
  const values = declaredValues(s);
  const abroad = s.to.countryCode !== 'CA';
  return s.parcels.map((p, index) => {
    const cm = (mm: number | undefined): string | undefined =>
      mm === undefined ? undefined : fromMillimetres(mm, 'cm').toFixed(1);
    const value = values[index];
    return thing({
      alternative_reference: shortened(s.references[0], 40),
      declared_value: value && value.minor > 0 ? toDecimal(value) : undefined,
      height: cm(p.dimensions?.heightMm),
      length: cm(p.dimensions?.lengthMm),
      reference: references.ours,
      reported_weight: fromGrams(p.weightGrams, 'kg').toFixed(3),
      width: cm(p.dimensions?.widthMm),
      xc: needsExtraCare(p, abroad),
    });
  });
}

const REASONS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'Sale',
  Documents: 'Documents',
  Sample: 'Sample',
  Gift: 'Gift',
  Return: 'Returned goods',
  'Inter-Company': 'Inter-company transfer',
};

function proforma(s: ShipmentRequest, customs: Customs, reference: string): XmlTree {
  if (customs.dutiesPaidBy === 'Shipper' || customs.incoterm === 'DDP')
    throw invalidInput(
      `${NAME} bills duties and taxes to the receiver; it takes no shipment with duties paid.`,
      'customs.dutiesPaidBy',
    );
  const currency = { CAD: 'C', USD: 'U' }[customs.currency];
  if (currency === undefined)
    throw invalidInput(`${NAME} takes customs values in CAD or USD, not in ${customs.currency}.`, 'customs.currency');
  const items = customs.items.map((item, index) => {
    const at = (field: string): string => `customs.items.${index}.${field}`;
    const description = shortened(item.description, 50);
    if (description === undefined)
      throw invalidInput('The customs declaration needs to say what the goods are.', at('description'));
    if (item.originCountry === undefined)
      throw invalidInput(`${NAME} needs the country of origin of "${description}".`, at('originCountry'));
    if (item.unitValue.currency !== customs.currency)
      throw invalidInput(`The value of "${description}" is not in ${customs.currency}.`, at('unitValue'));
    return thing({
      commodity_info: thing({
        country_of_origin: item.originCountry,
        description,
        hs_code: item.hsCode?.replace(/\D/g, '').slice(0, 10),
        // Required for Canadian goods; the place of dispatch stands for it.
        province_of_origin: item.originCountry === 'CA' ? s.from.provinceCode : undefined,
        value: toDecimal(item.unitValue),
      }),
      quantity: item.quantity,
    });
  });
  if (items.length === 0) throw invalidInput('The customs declaration names no goods.', 'customs.items');
  // The field holds ten characters: the nine digits of the business, without the account behind them.
  const business = s.from.taxIds
    ?.find((t) => t.kind.toUpperCase() === 'BN')
    ?.number.replace(/\s/g, '')
    .slice(0, 9);
  return thing({
    business_num: business !== undefined && /^\d{9}$/.test(business) ? business : undefined,
    currency_of_declared_value: currency,
    name: shortened(customs.signer ?? s.from.name, 40) ?? shortened(s.from.companyName, 40),
    phone: phone(s.from, 'from.phone'),
    proforma_items: items,
    reason_for_export: REASONS[customs.purpose],
    reference: shortened(customs.invoiceNumber, 20) ?? reference,
    status: 'E',
  });
}

export interface ShipmentWords {
  readonly shipper: string;
  /** Absent: prices of all services. */
  readonly service?: string | undefined;
  /** Ours, for a purchase. */
  readonly reference?: string | undefined;
}

/** @throws ConnectorError `invalid-input` naming our field */
export function shipmentMessage(s: ShipmentRequest, words: ShipmentWords): XmlTree {
  const { signature, dangerousGoods, saturdayDelivery } = s.options;
  if (signature === 'adult') throw invalidInput(`${NAME} does not check the age of the receiver.`, 'options.signature');
  if (dangerousGoods && words.service !== undefined && words.service !== '1')
    throw invalidInput(`${NAME} takes dangerous goods by Ground alone.`, 'options.dangerousGoods');
  const abroad = s.to.countryCode !== s.from.countryCode;
  if (words.reference !== undefined && abroad && !s.customs)
    throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  return thing({
    delivery_address: addressMessage(s.to, 'to'),
    description: shortened(s.customs?.items[0]?.description, 50),
    dg: dangerousGoods ? true : undefined,
    dimention_unit: 'C',
    nsr: signature === undefined ? undefined : signature === 'none',
    packages: packages(s, { ours: words.reference }),
    pickup_address: addressMessage(s.from, 'from'),
    premium: saturdayDelivery === true ? 'S' : 'N',
    proforma:
      words.reference !== undefined && s.customs && abroad ? proforma(s, s.customs, words.reference) : undefined,
    reported_weight_unit: 'K',
    service_type: words.service,
    shipper_num: words.shipper,
    shipping_date: dayTime(s.shipDate),
  });
}
