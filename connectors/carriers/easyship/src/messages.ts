/** Our shipment in Easyship's words. Pure. */
import { exportTold } from '@scanship/connector-kit/carrier/export-facts';
import { invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { type Money, money, toDecimal } from '@scanship/domain/money/money';
import type { Customs, CustomsItem, Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const tidy = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');
const filled = (text: string | undefined): string | undefined => tidy(text) || undefined;
/** Documents, "state": mandatory for these countries. */
const WITH_STATES: ReadonlySet<string> = new Set('AU CA CN ID MX MY TH US VN'.split(' '));
/** Longest of each member (documents, addresses); names of a sender are shorter than a receiver's. */
const LINE = 35;
const NAMES = { from: { contact: 22, company: 27 }, to: { contact: 50, company: 50 } } as const;

/** A first line that is too long goes on in the second at a word, where there is room. */
function lines(a: Address, side: 'from' | 'to'): { readonly line_1: string; readonly line_2: string | undefined } {
  const [first, second] = [tidy(a.address1), tidy(a.address2)];
  if (first === '') throw invalidInput(`${NAME} needs a street and number.`, `${side}.address1`);
  if (second.length > LINE) throw invalidInput(`${NAME} takes ${LINE} characters in a line.`, `${side}.address2`);
  if (first.length <= LINE) return { line_1: first, line_2: second || undefined };
  const cut = first.lastIndexOf(' ', LINE);
  const rest = first.slice(cut + 1);
  if (second !== '' || cut <= 0 || rest.length > LINE)
    throw invalidInput(`${NAME} takes ${LINE} characters in a line and two lines.`, `${side}.address1`);
  return { line_1: first.slice(0, cut), line_2: rest };
}

export function addressMessage(a: Address, side: 'from' | 'to') {
  const name = tidy(a.name) || tidy(a.companyName);
  if (name === '') throw invalidInput(`${NAME} needs a name.`, `${side}.name`);
  if (tidy(a.city) === '') throw invalidInput(`${NAME} needs a town.`, `${side}.city`);
  const state = tidy(a.provinceCode);
  if (state === '' && WITH_STATES.has(a.countryCode))
    throw invalidInput(`${NAME} needs the state or province of this address.`, `${side}.provinceCode`);
  const most = NAMES[side];
  return {
    ...lines(a, side),
    city: tidy(a.city),
    state: state || undefined,
    postal_code: filled(a.zipcode),
    country_alpha2: a.countryCode,
    contact_name: name.slice(0, most.contact),
    company_name: filled(a.companyName)?.slice(0, most.company),
    contact_phone: filled(a.phone)?.slice(0, 20),
    contact_email: filled(a.email),
  };
}

const amount = (value: Money): number => Number(toDecimal(value));
const kilograms = (grams: number): number => Math.max(1, grams) / 1000;
const centimetres = (mm: number): number => Math.max(1, Math.round(mm)) / 10;

/** Kinds of lithium batteries: packed with equipment is PI 966, inside it PI 967. */
const batteries = (s: ShipmentRequest) => ({
  contains_battery_pi966: s.options.dangerousGoods?.kind === 'lithium-ion-with-equipment',
  contains_battery_pi967: s.options.dangerousGoods?.kind === 'lithium-ion-in-equipment',
});

export const hsDigits = (code: string | undefined): string => (code ?? '').replace(/[.\s]/g, '');

function itemMessage(item: CustomsItem, index: number, customs: Customs, category: string) {
  const field = `customs.items.${index}`;
  const description = tidy(item.description).slice(0, 200);
  if (description === '') throw invalidInput('Customs wants to know what the goods are.', `${field}.description`);
  if (!item.originCountry)
    throw invalidInput(`${NAME} needs the country where "${description}" was made.`, `${field}.originCountry`);
  if (item.unitValue.currency !== customs.currency)
    throw invalidInput('All goods of one declaration are valued in one currency.', `${field}.unitValue`);
  if (item.unitValue.minor <= 0)
    throw invalidInput(`${NAME} needs the value of "${description}".`, `${field}.unitValue`);
  const hsCode = hsDigits(item.hsCode);
  return {
    description,
    ...(hsCode === '' ? { category } : { hs_code: hsCode }),
    sku: filled(item.sku)?.slice(0, 100),
    quantity: item.quantity,
    actual_weight: kilograms(item.unitGrams),
    origin_country_alpha2: item.originCountry,
    declared_currency: customs.currency,
    declared_customs_value: amount(item.unitValue),
  };
}

/** Currencies of the countries our sellers ship inside of; a parcel that no customs sees is stated in one of them. */
const CURRENCIES: Readonly<Record<string, string>> = {
  CA: 'CAD',
  US: 'USD',
  GB: 'GBP',
  AU: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  SG: 'SGD',
};

/** Easyship wants goods of every parcel; where no customs looks, one line stands for all of them. */
function whole(s: ShipmentRequest, parcel: Parcel, category: string) {
  const value = parcel.declaredValue ?? s.options.insuredValue ?? money(100, CURRENCIES[s.from.countryCode] ?? 'USD');
  const [order = ''] = s.references;
  return {
    description: tidy(order) === '' ? 'Goods' : `Order ${tidy(order)}`.slice(0, 200),
    category,
    quantity: 1,
    actual_weight: kilograms(parcel.weightGrams),
    declared_currency: value.currency,
    declared_customs_value: amount(value.minor > 0 ? value : money(100, value.currency)),
  };
}

function parcelMessage(s: ShipmentRequest, category: string) {
  const [parcel] = s.parcels;
  if (!parcel || s.parcels.length > 1) throw invalidInput(`${NAME} is asked one parcel at a time.`, 'parcels');
  if (!parcel.dimensions) throw invalidInput(`${NAME} needs the size of the parcel.`, 'parcels.0.dimensions');
  const { customs } = s;
  const goods = customs?.items.map((item, index) => itemMessage(item, index, customs, category)) ?? [
    whole(s, parcel, category),
  ];
  return {
    total_actual_weight: kilograms(parcel.weightGrams),
    box: {
      length: centimetres(parcel.dimensions.lengthMm),
      width: centimetres(parcel.dimensions.widthMm),
      height: centimetres(parcel.dimensions.heightMm),
    },
    items: goods.map((item) => ({ ...item, ...batteries(s) })),
  };
}

const insurance = (value: Money | undefined) =>
  value && value.minor > 0
    ? { is_insured: true, insured_amount: amount(value), insured_currency: value.currency }
    : { is_insured: false };

const UNITS = { weight: 'kg', dimensions: 'cm' };

/** What prices and purchases have in common. @throws ConnectorError `invalid-input` naming our field */
function facts(s: ShipmentRequest, category: string) {
  const { signature = 'none' } = s.options;
  if (signature !== 'none') throw invalidInput(`${NAME} offers no signature here.`, 'options.signature');
  if (s.from.countryCode !== s.to.countryCode && (!s.customs || s.customs.items.length === 0))
    throw invalidInput(`${NAME} needs customs data for a parcel to another country.`, 'customs.items');
  return {
    origin_address: addressMessage(s.from, 'from'),
    destination_address: addressMessage(s.to, 'to'),
    incoterms: s.customs?.dutiesPaidBy === 'Shipper' ? 'DDP' : 'DDU',
    insurance: insurance(s.options.insuredValue),
    set_as_residential: s.to.residential,
    parcels: [parcelMessage(s, category)],
  };
}

/** @param currency of the answer, where it is not to be that of the origin */
export const ratesQuestion = (s: ShipmentRequest, category: string, currency?: string) => ({
  ...facts(s, category),
  // Rules made in Easyship's screens would hide prices that can be bought.
  courier_settings: { apply_shipping_rules: false, show_courier_logo_url: false },
  shipping_settings: { units: UNITS, output_currency: currency },
});

/** Kinds of tax numbers as people call them, to Easyship's members. */
const taxNumber = (a: Address, kind: string): string | undefined =>
  filled(a.taxIds?.find((each) => each.kind.toUpperCase() === kind)?.number);

export interface Sold {
  readonly courierService: string;
  readonly reference: string;
}

/** The ITN of a filing in the United States; Easyship's words for Canada's reports (`b13a_filing`) are not public. */
function eeiReference(s: ShipmentRequest): string | undefined {
  const told = exportTold(s);
  return told.kind === 'filed' && told.country === 'US' ? told.number : undefined;
}

export function shipmentMessage(s: ShipmentRequest, category: string, sold: Sold) {
  const seller = {
    eori: taxNumber(s.from, 'EORI'),
    ioss: taxNumber(s.from, 'IOSS'),
    vat_number: taxNumber(s.from, 'VAT'),
  };
  const buyer = { ein: taxNumber(s.to, 'EIN'), ssn: taxNumber(s.to, 'SSN'), vat_number: taxNumber(s.to, 'VAT') };
  return {
    ...facts(s, category),
    return_address: s.returnTo && addressMessage(s.returnTo, 'from'),
    eei_reference: eeiReference(s),
    consignee_tax_id: taxNumber(s.to, 'TIN') ?? taxNumber(s.to, 'EIN'),
    regulatory_identifiers: seller,
    buyer_regulatory_identifiers: buyer,
    order_data: { platform_order_number: sold.reference, seller_notes: filled(s.references[0]) },
    courier_settings: {
      courier_service_id: sold.courierService,
      allow_fallback: false,
      apply_shipping_rules: false,
    },
    shipping_settings: { units: UNITS, buy_label: false },
  };
}

/** Label on 4x6 inches; an invoice where one is needed; no packing slip. */
export const labelMessage = (courierService: string) => ({
  courier_service_id: courierService,
  printing_options: { format: 'pdf', label: '4x6', commercial_invoice: 'A4', packing_slip: 'none' },
});
