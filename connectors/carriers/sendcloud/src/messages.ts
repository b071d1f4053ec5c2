/** Our shipment in Sendcloud's words. Pure. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { passesCustoms } from '@scanship/domain/addresses/european-union';
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
const tidy = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');
const filled = (text: string | undefined): string | undefined => tidy(text) || undefined;
/** Documents, "International shipping": the state or province is demanded there and nowhere else. */
const WITH_STATES: ReadonlySet<string> = new Set(['AU', 'CA', 'IT', 'US']);

/** Where the address stands with us: of a shipment, or of a pickup. */
type Side = 'from' | 'to' | 'address';

/** "US-NY"; where Sendcloud does not want it, what people write there may be anything. */
function stateOf(a: Address, side: Side): string | undefined {
  if (!WITH_STATES.has(a.countryCode)) return undefined;
  const state = tidy(a.provinceCode).toUpperCase();
  if (state === '') throw invalidInput(`${NAME} needs the state or province of this address.`, `${side}.provinceCode`);
  return `${a.countryCode}-${state}`;
}

export function addressMessage(a: Address, side: Side) {
  const name = tidy(a.name) || tidy(a.companyName);
  if (name === '') throw invalidInput(`${NAME} needs a name.`, `${side}.name`);
  if (tidy(a.address1) === '') throw invalidInput(`${NAME} needs a street and number.`, `${side}.address1`);
  if (tidy(a.city) === '') throw invalidInput(`${NAME} needs a town.`, `${side}.city`);
  if (tidy(a.zipcode) === '') throw invalidInput(`${NAME} needs a postal code.`, `${side}.zipcode`);
  return {
    name,
    company_name: filled(a.companyName),
    address_line_1: tidy(a.address1),
    address_line_2: filled(a.address2),
    postal_code: tidy(a.zipcode),
    city: tidy(a.city),
    state_province_code: stateOf(a, side),
    country_code: a.countryCode,
    email: filled(a.email),
    phone_number: filled(a.phone),
  };
}

/** What is told of a place when prices are asked for. */
export const placeMessage = (a: Address, side: 'from' | 'to') => ({
  country_code: a.countryCode,
  postal_code: tidy(a.zipcode),
  city: tidy(a.city),
  address_line_1: tidy(a.address1),
  state_province_code: stateOf(a, side),
});

const REASONS: Readonly<Record<Exclude<ShipmentPurpose, 'Return'>, string>> = {
  Sale: 'commercial_goods',
  Gift: 'gift',
  Sample: 'commercial_sample',
  Documents: 'documents',
  'Inter-Company': 'commercial_goods',
};

/** Kinds of tax numbers as people call them, to Sendcloud's; Norway's VOEC number goes as VAT, as its documents ask. */
const TAX_KINDS: Readonly<Record<string, string>> = {
  VAT: 'VAT',
  VOEC: 'VAT',
  EORI: 'EORI',
  IOSS: 'IOSS',
  GST: 'GST',
  EIN: 'EIN',
  SSN: 'SSN',
  UKIMS: 'UKIMS',
  DUNS: 'DUN',
};

const taxes = (a: Address) =>
  (a.taxIds ?? []).flatMap(({ kind, number, countryCode }) => {
    const name = TAX_KINDS[kind.toUpperCase()];
    return name === undefined ? [] : [{ name, country_code: countryCode ?? a.countryCode, value: tidy(number) }];
  });

function itemMessage(item: CustomsItem, index: number, customs: Customs) {
  const field = `customs.items.${index}`;
  const description = tidy(item.description).slice(0, 255);
  const hsCode = (item.hsCode ?? '').replace(/[.\s]/g, '');
  if (description === '') throw invalidInput('Customs wants to know what the goods are.', `${field}.description`);
  if (!/^\d{6,12}$/.test(hsCode))
    throw invalidInput(`${NAME} needs the HS code of "${description}", six digits or more.`, `${field}.hsCode`);
  if (!item.originCountry)
    throw invalidInput(`${NAME} needs the country where "${description}" was made.`, `${field}.originCountry`);
  if (item.unitValue.currency !== customs.currency)
    throw invalidInput('All goods of one declaration are valued in one currency.', `${field}.unitValue`);
  return {
    description,
    quantity: item.quantity,
    weight: { value: Math.max(1, item.unitGrams), unit: 'g' },
    price: { value: toDecimal(item.unitValue), currency: customs.currency },
    hs_code: hsCode,
    origin_country: item.originCountry,
    sku: filled(item.sku),
  };
}

function customsMessage(s: ShipmentRequest, customs: Customs, reference: string) {
  if (customs.purpose === 'Return')
    throw invalidInput(`${NAME} declares no returned goods; choose another purpose.`, 'customs.purpose');
  const [sender, receiver] = [taxes(s.from), taxes(s.to)];
  return {
    items: customs.items.map((item, index) => itemMessage(item, index, customs)),
    information: {
      invoice_number: (filled(customs.invoiceNumber) ?? filled(s.references[0]) ?? reference).slice(0, 40),
      export_reason: REASONS[customs.purpose],
      export_type: s.to.companyName ? 'commercial_b2b' : 'commercial_b2c',
      ...(sender.length + receiver.length > 0 ? { tax_numbers: { sender, receiver, importer_of_record: [] } } : {}),
    },
  };
}

const text = (value: number): string => String(value);

const parcelMessage = (parcel: Parcel) => ({
  weight: { value: text(parcel.weightGrams), unit: 'g' },
  dimensions: parcel.dimensions && {
    length: text(parcel.dimensions.lengthMm),
    width: text(parcel.dimensions.widthMm),
    height: text(parcel.dimensions.heightMm),
    unit: 'mm',
  },
});

/**
 * The parts that prices and purchases have in common.
 * @throws ConnectorError `invalid-input` naming our field, for what Sendcloud cannot be told
 */
function facts(s: ShipmentRequest, reference: string) {
  const [parcel] = s.parcels;
  if (!parcel || s.parcels.length > 1) throw invalidInput(`${NAME} is asked one parcel at a time.`, 'parcels');
  if (s.options.insuredValue)
    throw invalidInput(`Insurance of ${NAME} is not offered here; leave it out.`, 'options.insuredValue');
  const isAbroad = passesCustoms(s.from.countryCode, s.to.countryCode);
  if (isAbroad && s.return)
    throw invalidInput(
      `${NAME} makes returns from here only inside one customs area; make this one in its own screens.`,
      'from.countryCode',
    );
  if (isAbroad && (!s.customs || s.customs.items.length === 0))
    throw invalidInput(`${NAME} needs customs data for a parcel that leaves the customs area.`, 'customs.items');
  return {
    parcel,
    from: addressMessage(s.from, 'from'),
    to: addressMessage(s.to, 'to'),
    customs: isAbroad && s.customs ? customsMessage(s, s.customs, reference) : undefined,
  };
}

function wishes(s: ShipmentRequest) {
  const signature = s.options.signature === 'any' ? { signature: true } : {};
  const all = s.return ? { ...signature, returns: true } : signature;
  return Object.keys(all).length > 0 ? all : undefined;
}

/** What is refused at the purchase for facts known now is refused with the price. */
export function optionsQuestion(s: ShipmentRequest, option?: string) {
  const { parcel } = facts(s, 'PRICE');
  return {
    from_address: placeMessage(s.from, 'from'),
    to_address: placeMessage(s.to, 'to'),
    parcels: [parcelMessage(parcel)],
    // Also asked of each option that comes: a filter that is not known is no filter.
    functionalities: wishes(s),
    shipping_option_code: option,
    calculate_quotes: true,
  };
}

export interface Sold {
  readonly option: string;
  readonly contract: number;
  readonly reference: string;
  readonly labelFormat: 'pdf' | 'zpl';
}

export function shipmentMessage(s: ShipmentRequest, sold: Sold) {
  const { parcel, from, to, customs } = facts(s, sold.reference);
  const order = filled(s.references[0]);
  return {
    label_details: { mime_type: sold.labelFormat === 'zpl' ? 'application/zpl' : 'application/pdf' },
    from_address: from,
    to_address: to,
    ship_with: {
      type: 'shipping_option_code',
      properties: { shipping_option_code: sold.option, contract_id: sold.contract },
    },
    order_number: order,
    external_reference_id: sold.reference,
    // The document wants a moment; noon in Greenwich is the same day all over Europe.
    delivery_dates: { handover_at: `${s.shipDate}T12:00:00Z` },
    parcels: [
      {
        ...parcelMessage(parcel),
        label_notes: order === undefined ? undefined : [order.slice(0, 255)],
        parcel_items: customs?.items,
      },
    ],
    customs_information: customs?.information,
  };
}

/** A return has a document of its own, where measures are numbers. */
export function returnMessage(s: ShipmentRequest, sold: Omit<Sold, 'labelFormat'>) {
  const { parcel, from, to } = facts(s, sold.reference);
  return {
    from_address: from,
    to_address: to,
    ship_with: { type: 'shipping_option_code', shipping_option_code: sold.option, contract: sold.contract },
    weight: { value: parcel.weightGrams, unit: 'g' },
    dimensions: parcel.dimensions && {
      length: parcel.dimensions.lengthMm,
      width: parcel.dimensions.widthMm,
      height: parcel.dimensions.heightMm,
      unit: 'mm',
    },
    order_number: filled(s.references[0]),
    external_reference: sold.reference,
  };
}
