/** Our shipment in Freightcom's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import type { Money } from '@scanship/domain/money/money';
import type { Customs, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
type Message = Record<string, unknown>;
const line = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
const POSTAL: Readonly<Record<string, RegExp>> = { CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(\d{4})?$/ };

const moneyMessage = (value: Money): Message => ({ currency: value.currency, value: String(value.minor) });

function addressMessage(a: Address, at: 'from' | 'to'): Message {
  if (line(a.address1) === '') throw invalidInput('The address needs a first line.', `${at}.address1`);
  if (line(a.city) === '') throw invalidInput('The address needs a city.', `${at}.city`);
  const compact = a.zipcode.replaceAll(/[\s-]+/g, '').toUpperCase();
  if (POSTAL[a.countryCode]?.test(compact) === false)
    throw invalidInput(`"${a.zipcode}" is not a postal code of this country.`, `${at}.zipcode`);
  if (POSTAL[a.countryCode] && a.provinceCode === '')
    throw invalidInput('The address needs a province or state.', `${at}.provinceCode`);
  return {
    address_line_1: line(a.address1),
    ...(line(a.address2) === '' ? {} : { address_line_2: line(a.address2) }),
    city: line(a.city),
    region: a.provinceCode,
    country: a.countryCode,
    postal_code: line(a.zipcode).toUpperCase(),
  };
}

/** @param mailed Freightcom tells no price without an e-mail address at each end */
function establishment(a: Address, at: 'from' | 'to', mailed: boolean): Message {
  const name = line(a.companyName) || line(a.name);
  if (name === '') throw invalidInput('The address needs a name.', `${at}.name`);
  if (mailed && line(a.email) === '')
    throw invalidInput(
      `${NAME} needs an e-mail address at each end of a shipment to the United States.`,
      `${at}.email`,
    );
  return {
    name,
    address: addressMessage(a, at),
    residential: a.residential ?? false,
    contact_name: line(a.name) || name,
    ...(line(a.phone) === '' ? {} : { phone_number: { number: line(a.phone) } }),
    ...(line(a.email) === '' ? {} : { email_addresses: [line(a.email)] }),
    // The seller's own notices go out from here; the buyer would hear everything twice.
    receives_email_updates: false,
  };
}

const SIGNATURES = { none: 'not-required', any: 'required', adult: 'adult-required' } as const;

function day(text: string): Message {
  const [year, month, date] = text.split('-').map(Number);
  return { year, month, day: date };
}

/** Whole working hours: Freightcom demands a window, which only matters to freight. */
const WINDOW = { ready_at: { hour: 9, minute: 0 }, ready_until: { hour: 17, minute: 0 } };

/** What is moved, for prices and purchases alike. @throws ConnectorError `invalid-input` naming our field */
export function detailsMessage(s: ShipmentRequest, more: readonly string[] = []): Message {
  const parcel = onlySizedParcel(NAME, s);
  if (s.from.countryCode !== s.to.countryCode && !s.customs)
    throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  const { insuredValue } = s.options;
  if (insuredValue && insuredValue.currency !== 'CAD' && insuredValue.currency !== 'USD')
    throw invalidInput(`${NAME} insures in CAD or USD, not in ${insuredValue.currency}.`, 'options.insuredValue');
  const { lengthMm, widthMm, heightMm } = parcel.dimensions;
  const description = line(s.customs?.items.map((item) => item.description).join(', ')).slice(0, 200);
  const references = [...more, ...s.references].map(line).filter((text) => text !== '');
  // Measured from Canada to the United States; of other countries Freightcom is asked, and its refusal names the field.
  const mailed = s.from.countryCode === 'CA' && s.to.countryCode === 'US';
  return {
    origin: establishment(s.from, 'from', mailed),
    destination: {
      ...establishment(s.to, 'to', mailed),
      ...WINDOW,
      signature_requirement: SIGNATURES[s.options.signature ?? 'none'],
    },
    expected_ship_date: day(s.shipDate),
    packaging_type: 'package',
    packaging_properties: {
      packages: [
        {
          measurements: {
            weight: { unit: 'kg', value: fromGrams(parcel.weightGrams, 'kg') },
            cuboid: {
              unit: 'cm',
              l: fromMillimetres(lengthMm, 'cm'),
              w: fromMillimetres(widthMm, 'cm'),
              h: fromMillimetres(heightMm, 'cm'),
            },
          },
          description: description === '' ? 'Merchandise' : description,
        },
      ],
      includes_return_label: false,
      has_dangerous_goods: false,
    },
    ...(insuredValue && insuredValue.minor > 0
      ? { insurance: { type: 'internal', total_cost: moneyMessage(insuredValue) } }
      : {}),
    ...(references.length === 0 ? {} : { reference_codes: references }),
  };
}

const REASONS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'commercially-sold-goods',
  Gift: 'gift',
  Sample: 'commercial-sample',
  Return: 'return-shipment',
  Documents: 'other',
  'Inter-Company': 'other',
};

const taxNumber = (a: Address): string | undefined =>
  a.taxIds?.map((id) => id.number).find((number) => line(number) !== '');

/** The commercial invoice, which Freightcom and the carrier make from the goods. */
function invoiceMessage(s: ShipmentRequest, customs: Customs): Message {
  const pays = customs.dutiesPaidBy === 'Shipper' ? 'shipper' : 'receiver';
  const payer = pays === 'shipper' ? s.from : s.to;
  const [shipper, receiver] = [taxNumber(s.from), taxNumber(s.to)];
  return {
    source: 'details',
    broker: { use_carrier: true },
    details: {
      tax_recipient: {
        type: pays,
        ...(shipper === undefined ? {} : { shipper_tax_identifier: shipper }),
        ...(receiver === undefined ? {} : { receiver_tax_identifier: receiver }),
        name: line(payer.companyName) || line(payer.name),
        address: addressMessage(payer, pays === 'shipper' ? 'from' : 'to'),
        ...(line(payer.phone) === '' ? {} : { phone_number: { number: line(payer.phone) } }),
        reason_for_export: REASONS[customs.purpose],
      },
      products: customs.items.map((item, index) => {
        const at = (field: string): string => `customs.items.${index}.${field}`;
        if (line(item.description) === '')
          throw invalidInput('The customs declaration needs to say what the goods are.', at('description'));
        if (item.originCountry === undefined)
          throw invalidInput(`${NAME} needs the country the goods were made in.`, at('originCountry'));
        return {
          product_name: line(item.description),
          description: line(item.description),
          weight: { unit: 'kg', value: fromGrams(item.unitGrams, 'kg') },
          ...(item.hsCode === undefined ? {} : { hs_code: item.hsCode }),
          country_of_origin: item.originCountry,
          num_units: item.quantity,
          unit_price: moneyMessage(item.unitValue),
        };
      }),
    },
  };
}

/** @param reference ours: Freightcom answers the same shipment for the same `unique_id` */
export const shipmentMessage = (
  s: ShipmentRequest,
  one: { readonly service: string; readonly reference: string; readonly paymentMethod: string },
): Message => ({
  unique_id: one.reference,
  payment_method_id: one.paymentMethod,
  service_id: one.service,
  details: detailsMessage(s),
  ...(s.customs && s.from.countryCode !== s.to.countryCode ? { customs_invoice: invoiceMessage(s, s.customs) } : {}),
});
