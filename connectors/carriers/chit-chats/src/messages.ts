/** Our shipment in Chit Chats' words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromMillimetres, sortedSides } from '@scanship/domain/values/measure';
import { money, sum, times, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Customs, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

const CONTENTS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'merchandise',
  Documents: 'documents',
  Sample: 'sample',
  Gift: 'gift',
  Return: 'returned_goods',
  'Inter-Company': 'other',
};

function currencyOf(value: Money, field: string): 'cad' | 'usd' {
  if (value.currency === 'CAD') return 'cad';
  if (value.currency === 'USD') return 'usd';
  throw invalidInput(`${NAME} takes values in CAD or USD, not in ${value.currency}.`, field);
}

/** What the goods are worth: their customs value, else the parcel's own, else what is to be insured. */
function valueOf(s: ShipmentRequest): Money {
  const [parcel] = s.parcels;
  const goods =
    s.customs &&
    sum(
      s.customs.items.map((i) => times(i.unitValue, i.quantity)),
      s.customs.currency,
    );
  const value = goods ?? parcel?.declaredValue ?? s.options.insuredValue;
  // Inside Canada the value only matters to insurance, yet it is demanded; where nobody stated one, it is a dollar.
  if (!value && !s.customs) return money(100, 'CAD');
  if (!value || value.minor <= 0)
    throw invalidInput(`${NAME} needs the value of the goods.`, 'parcels.0.declaredValue');
  const { insuredValue } = s.options;
  if (insuredValue && (insuredValue.currency !== value.currency || insuredValue.minor > value.minor))
    throw invalidInput(
      `${NAME} insures the value of the goods, ${toDecimal(value)} ${value.currency}, and no other.`,
      'options.insuredValue',
    );
  return value;
}

const POSTAL: Readonly<Record<string, RegExp>> = { CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(\d{4})?$/ };

function receiver(a: Address): Record<string, unknown> {
  const name = [line(a.name), line(a.companyName)].filter((part) => part !== '').join(', ');
  if (name === '') throw invalidInput('The address of the receiver needs a name.', 'to.name');
  if (line(a.address1) === '') throw invalidInput('The address needs a first line.', 'to.address1');
  if (line(a.city) === '') throw invalidInput('The address of the receiver needs a city.', 'to.city');
  const compact = a.zipcode.replace(/[\s-]+/g, '').toUpperCase();
  if (POSTAL[a.countryCode]?.test(compact) === false)
    throw invalidInput(`"${a.zipcode}" is not a postal code of this country.`, 'to.zipcode');
  return {
    name,
    address_1: line(a.address1),
    address_2: line(a.address2),
    city: line(a.city),
    province_code: a.provinceCode,
    postal_code: line(a.zipcode).toUpperCase(),
    country_code: a.countryCode,
    phone: line(a.phone),
    email: line(a.email),
  };
}

function items(customs: Customs): readonly Record<string, unknown>[] {
  return customs.items.map((item, index) => {
    const at = (field: string): string => `customs.items.${index}.${field}`;
    if (line(item.description) === '')
      throw invalidInput('The customs declaration needs to say what the goods are.', at('description'));
    return {
      quantity: item.quantity,
      description: line(item.description),
      value_amount: toDecimal(item.unitValue),
      currency_code: currencyOf(item.unitValue, at('unitValue')),
      hs_tariff_code: item.hsCode ?? null,
      origin_country: item.originCountry ?? null,
    };
  });
}

/** Only a place in the United States can be returned to; elsewhere Chit Chats takes its own. */
const returnTo = (a: Address | undefined): Record<string, unknown> =>
  a?.countryCode === 'US'
    ? {
        return_name: line(a.name),
        return_address_1: line(a.address1),
        return_address_2: line(a.address2),
        return_city: line(a.city),
        return_province_code: a.provinceCode,
        return_postal_code: line(a.zipcode),
        return_phone: line(a.phone),
      }
    : {};

/**
 * A draft; the postage is chosen when it is bought.
 * @param reference ours, for a purchase; the draft of a question has none
 * @throws ConnectorError `invalid-input` naming our field
 */
export function shipmentMessage(s: ShipmentRequest, reference?: string): Record<string, unknown> {
  const parcel = onlySizedParcel(NAME, s);
  const abroad = s.to.countryCode !== s.from.countryCode;
  if (abroad && !s.customs) throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  if (s.options.signature === 'adult')
    throw invalidInput(`${NAME} does not check the age of the receiver.`, 'options.signature');
  const { customs } = s;
  const vat = s.from.taxIds?.find(({ kind }) => kind === 'IOSS' || kind === 'VAT')?.number;
  const dutiesPaid = abroad && (customs?.dutiesPaidBy === 'Shipper' || customs?.incoterm === 'DDP');
  if (dutiesPaid && vat === undefined)
    throw invalidInput(
      `${NAME} needs a tax number (IOSS or VAT) of the sender to ship with duties paid.`,
      'from.taxIds',
    );
  const value = valueOf(s);
  const [longest, middle, shortest] = sortedSides(parcel.dimensions).map((mm) => fromMillimetres(mm, 'cm'));
  const description = customs?.items.map((item) => line(item.description)).join(', ');
  return {
    ...receiver(s.to),
    ...returnTo(s.returnTo),
    package_contents: customs ? CONTENTS[customs.purpose] : 'merchandise',
    description: description === undefined || description === '' ? 'Merchandise' : description,
    value: toDecimal(value),
    value_currency: currencyOf(value, 'parcels.0.declaredValue'),
    order_id: reference ?? '',
    order_store: '',
    package_type: 'parcel',
    weight_unit: 'g',
    weight: parcel.weightGrams,
    size_unit: 'cm',
    size_x: longest,
    size_y: middle,
    size_z: shortest,
    insurance_requested: (s.options.insuredValue?.minor ?? 0) > 0,
    signature_requested: s.options.signature === 'any',
    ...(vat === undefined ? {} : { vat_reference: vat }),
    duties_paid_requested: dutiesPaid,
    postage_type: 'unknown',
    cheapest_postage_type_requested: 'no',
    tracking_number: '',
    ship_date: s.shipDate,
    ...(customs && abroad ? { line_items: items(customs) } : {}),
  };
}
