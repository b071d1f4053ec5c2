/** Our shipment in Australia Post's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres, sortedSides } from '@scanship/domain/values/measure';
import { toDecimal, type Money } from '@scanship/domain/money/money';
import type { Customs, Parcel, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';
import { isAbroad } from './services.ts';

const NAME = manifest.name;
const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

const CLASSIFICATION: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'SALE_OF_GOODS',
  Gift: 'GIFT',
  Sample: 'SAMPLE',
  Documents: 'DOCUMENT',
  Return: 'RETURN',
  'Inter-Company': 'OTHER',
};

/** Fields of the contract have 40 characters where nothing else is said. */
const WIDTH = 40;
const MOST_LINES = 3;

function limited(text: string | undefined, most: number, what: string, field: string): string {
  const value = line(text);
  if (value.length > most) throw invalidInput(`${NAME} takes at most ${most} characters for ${what}.`, field);
  return value;
}

function needed(text: string | undefined, most: number, what: string, field: string): string {
  const value = limited(text, most, what, field);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  return value;
}

/** Up to three lines of 40 characters, broken between words. */
function streetLines(a: Address, side: 'from' | 'to'): readonly string[] {
  needed(a.address1, 200, 'the first line of the address', `${side}.address1`);
  const lines: string[] = [];
  for (const part of [line(a.address1), line(a.address2)].filter((one) => one !== '')) {
    let current = '';
    for (const word of part.split(' ')) {
      if (current !== '' && `${current} ${word}`.length > WIDTH) {
        lines.push(current);
        current = word;
      } else current = current === '' ? word : `${current} ${word}`;
    }
    lines.push(current);
  }
  if (lines.length > MOST_LINES || lines.some((one) => one.length > WIDTH))
    throw invalidInput(
      `${NAME} takes ${MOST_LINES} lines of ${WIDTH} characters for the street; please shorten it.`,
      `${side}.address1`,
    );
  return lines;
}

const STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'];

export function addressMessage(a: Address, side: 'from' | 'to'): Record<string, unknown> {
  const company = limited(a.companyName, WIDTH, 'the company', `${side}.companyName`);
  const name = limited(a.name, WIDTH, 'the name', `${side}.name`);
  const who = side === 'to' ? 'the receiver’s name' : 'the sender’s name';
  const state = line(a.provinceCode).toUpperCase();
  const postcode = limited(a.zipcode, 10, 'the postcode', `${side}.zipcode`);
  const [phone, email] = [
    limited(a.phone, 20, 'the telephone number', `${side}.phone`),
    limited(a.email, 50, 'the e-mail address', `${side}.email`),
  ];
  if (a.countryCode === 'AU') {
    if (!/^\d{4}$/.test(postcode))
      throw invalidInput(`"${a.zipcode}" is not an Australian postcode.`, `${side}.zipcode`);
    if (!STATES.includes(state))
      throw invalidInput(`"${a.provinceCode}" is not a state of Australia.`, `${side}.provinceCode`);
  }
  return {
    name: name === '' ? needed(company, WIDTH, who, `${side}.name`) : name,
    ...(company === '' || name === '' ? {} : { business_name: company }),
    lines: streetLines(a, side),
    suburb: needed(a.city, WIDTH, 'the suburb or city', `${side}.city`),
    ...(state === '' ? {} : { state }),
    postcode,
    country: a.countryCode,
    ...(phone === '' ? {} : { phone }),
    ...(email === '' ? {} : { email }),
  };
}

/** Australia Post reckons in Australian dollars alone. */
function dollars(value: Money, field: string): number {
  if (value.currency !== 'AUD')
    throw invalidInput(`${NAME} takes values in Australian dollars (AUD), not in ${value.currency}.`, field);
  return Number(toDecimal(value));
}

const MOST_CONTENTS = 20;
/** Goods worth more need an export declaration number, which nobody can enter here. Cents. */
const DECLARATION_FROM = 200_000;

function contents(customs: Customs): Record<string, unknown> {
  if (customs.items.length === 0) throw invalidInput(`${NAME} needs at least one item for customs.`, 'customs.items');
  if (customs.items.length > MOST_CONTENTS)
    throw invalidInput(`${NAME} takes ${MOST_CONTENTS} kinds of goods in a parcel.`, 'customs.items');
  const items = customs.items.map((item, index) => {
    const at = (field: string): string => `customs.items.${index}.${field}`;
    const value = dollars(item.unitValue, at('unitValue'));
    if (value > 9999.99) throw invalidInput(`${NAME} takes values up to 9,999.99 AUD.`, at('unitValue'));
    if (item.quantity < 1) throw invalidInput('The customs declaration needs a quantity.', at('quantity'));
    return {
      description: needed(item.description, WIDTH, 'a description of the goods for customs', at('description')),
      quantity: item.quantity,
      value,
      weight: fromGrams(Math.max(1, Math.round(item.unitGrams)), 'kg'),
      ...(item.hsCode === undefined ? {} : { tariff_code: item.hsCode.replace(/\D/g, '') }),
      ...(item.originCountry === undefined ? {} : { country_of_origin: item.originCountry }),
      ...(item.sku === undefined ? {} : { sku: item.sku }),
    };
  });
  const cents = customs.items.reduce((sum, { unitValue, quantity }) => sum + unitValue.minor * quantity, 0);
  if (cents > DECLARATION_FROM)
    throw invalidInput(
      'Goods worth more than 2,000 AUD need an export declaration number; lodge this parcel with Australia Post itself.',
      'customs.items',
    );
  const classification = CLASSIFICATION[customs.purpose];
  return {
    classification_type: classification,
    commercial_value: customs.purpose === 'Sale',
    ...(classification === 'OTHER' ? { description_of_other: 'Inter-company goods' } : {}),
    ...(customs.invoiceNumber === undefined
      ? {}
      : { invoice_number: limited(customs.invoiceNumber, 35, 'the invoice number', 'customs.invoiceNumber') }),
    item_contents: items,
  };
}

export interface Measured {
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly weight: number;
}

/** Centimetres with one place, kilograms with three. @throws ConnectorError for sizes the documents rule out */
export function measures(parcel: Parcel): Measured {
  if (!parcel.dimensions)
    throw invalidInput(`${NAME} needs the size of parcel ${parcel.number}.`, 'parcels.0.dimensions');
  const [longest, middle, shortest] = sortedSides(parcel.dimensions);
  if (longest * middle * shortest > 250_000_000)
    throw invalidInput(`${NAME} takes parcels up to 0.25 cubic metres.`, 'parcels.0.dimensions');
  if (middle < 50)
    throw invalidInput(
      `${NAME} needs two sides of at least 5 cm; please use a larger packing.`,
      'parcels.0.dimensions',
    );
  return {
    length: fromMillimetres(longest, 'cm'),
    width: fromMillimetres(middle, 'cm'),
    height: fromMillimetres(shortest, 'cm'),
    weight: fromGrams(parcel.weightGrams, 'kg'),
  };
}

/** Cover beyond what the product includes, where it is wished for. */
export function features(s: ShipmentRequest): Record<string, unknown> {
  const { insuredValue } = s.options;
  if (!insuredValue || insuredValue.minor === 0) return {};
  const cover_amount = dollars(insuredValue, 'options.insuredValue');
  return { features: { TRANSIT_COVER: { attributes: { cover_amount } } } };
}

export function shippable(s: ShipmentRequest): Parcel {
  const parcel = onlyParcel(NAME, s);
  if (s.return) throw invalidInput(`${NAME} makes no return labels here.`, 'return');
  if (isAbroad(s) && !s.customs)
    throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  if (s.options.signature === 'adult')
    throw invalidInput(`${NAME} does not check the age of the receiver here.`, 'options.signature');
  if (isAbroad(s) && (s.customs?.dutiesPaidBy === 'Shipper' || s.customs?.incoterm === 'DDP'))
    throw invalidInput(`${NAME} leaves duties to the receiver here.`, 'customs.dutiesPaidBy');
  return parcel;
}

/** One item, by its number within the shipment. */
export const ITEM = '1';

/** Whether a number of the sender tells customs of the destination that its tax is collected; Australia's own says nothing there. */
function countsThere(id: NonNullable<Address['taxIds']>[number], destination: string): boolean {
  const kind = id.kind.toUpperCase();
  if (kind === 'IOSS' || kind === 'VOEC') return true;
  return (kind === 'GST' || kind === 'VAT') && id.countryCode === destination;
}

/**
 * A shipment of one item, to be priced or made.
 * @param productId of the account's contract @param reference ours; a price has none
 * @throws ConnectorError `invalid-input` naming our field
 */
export function shipmentMessage(s: ShipmentRequest, productId: string, reference?: string): Record<string, unknown> {
  const parcel = shippable(s);
  const importNumber = s.from.taxIds?.find((id) => countsThere(id, s.to.countryCode))?.number;
  return {
    ...(reference === undefined
      ? {}
      : {
          shipment_reference: reference,
          // Shipments are found again by what the sender calls them.
          customer_reference_1: reference,
          customer_reference_2: s.references.map(line).join(', ').slice(0, 50),
        }),
    email_tracking_enabled: line(s.to.email) !== '',
    from: addressMessage(s.from, 'from'),
    to: addressMessage(s.to, 'to'),
    items: [
      {
        item_reference: ITEM,
        product_id: productId,
        ...measures(parcel),
        contains_dangerous_goods: false,
        ...(isAbroad(s) && s.customs
          ? {
              ...contents(s.customs),
              ...(importNumber === undefined ? {} : { import_reference_number: importNumber }),
            }
          : { authority_to_leave: false, allow_partial_delivery: true }),
        ...features(s),
      },
    ],
  };
}

/** What products there are for a parcel between two places. */
export function itemMessage(s: ShipmentRequest): Record<string, unknown> {
  return {
    from: { postcode: s.from.zipcode.trim(), country: s.from.countryCode },
    to: { postcode: s.to.zipcode.trim(), country: s.to.countryCode },
    items: [{ item_reference: ITEM, ...measures(shippable(s)), ...features(s) }],
  };
}
