/** Our shipment in ShipStation's words. Pure. */
import { exportTold } from '@scanship/connector-kit/carrier/export-facts';
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { type Money, toDecimal } from '@scanship/domain/money/money';
import { statedFiling } from '@scanship/domain/shipping/export-report';
import type {
  CustomsItem,
  Parcel,
  ShipmentPurpose,
  ShipmentRequest,
  SignatureOption,
} from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const tidy = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');
const filled = (text: string | undefined): string | undefined => tidy(text) || undefined;

const money = (amount: Money) => ({ currency: amount.currency.toLowerCase(), amount: Number(toDecimal(amount)) });

function addressMessage(a: Address, side: 'from' | 'to') {
  const name = tidy(a.name) || tidy(a.companyName);
  if (name === '') throw fail('invalid-input', `${NAME} needs a name.`, { field: `${side}.name` });
  const phone = tidy(a.phone);
  if (side === 'from' && phone === '')
    throw fail('invalid-input', `${NAME} needs the sender’s telephone number.`, { field: 'from.phone' });
  const city = tidy(a.city);
  return {
    name,
    company_name: filled(a.companyName),
    phone: phone || undefined,
    email: filled(a.email),
    address_line1: tidy(a.address1),
    address_line2: filled(a.address2),
    city_locality: city,
    // Demanded of every country; where there are no provinces the city stands for it.
    state_province: tidy(a.provinceCode) || city,
    postal_code: tidy(a.zipcode),
    country_code: a.countryCode,
    address_residential_indicator: a.residential === undefined ? 'unknown' : a.residential ? 'yes' : 'no',
  };
}

const CONTENTS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'merchandise',
  Gift: 'gift',
  Sample: 'sample',
  Return: 'returned_goods',
  Documents: 'documents',
  'Inter-Company': 'merchandise',
};

const CONFIRMATIONS: Readonly<Record<SignatureOption, string>> = {
  none: 'none',
  any: 'signature',
  adult: 'adult_signature',
};

/** Kinds of tax numbers as people call them, to ShipStation's. */
const TAX_KINDS: Readonly<Record<string, string>> = {
  VAT: 'vat',
  EORI: 'eori',
  SSN: 'ssn',
  EIN: 'ein',
  TIN: 'tin',
  IOSS: 'ioss',
  PAN: 'pan',
  VOEC: 'voec',
  PCCC: 'pccc',
  OSS: 'oss',
  ABN: 'abn',
  UKIMS: 'ukims',
};

/** Australia's GST number is the ABN, of eleven digits; of other countries' GST ShipStation has no kind. */
const isAbn = (kind: string, number: string, countryCode: string | undefined): boolean =>
  kind === 'GST' && countryCode === 'AU' && /^\d{11}$/.test(number);

const taxes = (a: Address, entity: 'shipper' | 'recipient') =>
  (a.taxIds ?? []).flatMap(({ kind: named, number, countryCode }) => {
    const kind = named.toUpperCase();
    const type = isAbn(kind, number, countryCode) ? 'abn' : TAX_KINDS[kind];
    return type === undefined
      ? []
      : [
          {
            taxable_entity_type: entity,
            identifier_type: type,
            issuing_authority: countryCode ?? a.countryCode,
            value: tidy(number),
          },
        ];
  });

function product(item: CustomsItem, index: number) {
  const description = tidy(item.description).slice(0, 100);
  if (description === '')
    throw fail('invalid-input', 'Customs wants to know what the goods are.', {
      field: `customs.items.${index}.description`,
    });
  return {
    description,
    quantity: item.quantity,
    value: money(item.unitValue),
    weight: { value: Math.max(1, item.unitGrams), unit: 'gram' },
    harmonized_tariff_code: item.hsCode?.replace(/[.\s]/g, ''),
    country_of_origin: item.originCountry,
    sku: filled(item.sku),
  };
}

const cm = (mm: number): number => Math.round(mm) / 10;

function packageMessage(parcel: Parcel, s: ShipmentRequest, reference: string | undefined) {
  const { insuredValue } = s.options;
  const [order = ''] = s.references;
  return {
    package_code: 'package',
    weight: { value: parcel.weightGrams, unit: 'gram' },
    dimensions: parcel.dimensions && {
      unit: 'centimeter',
      length: cm(parcel.dimensions.lengthMm),
      width: cm(parcel.dimensions.widthMm),
      height: cm(parcel.dimensions.heightMm),
    },
    insured_value: insuredValue && money(insuredValue),
    label_messages:
      reference === undefined ? undefined : { reference1: order || null, reference2: reference, reference3: null },
    products: s.customs?.items.map(product),
  };
}

/** @throws ConnectorError `invalid-input` naming our field, for what ShipStation cannot be told */
export function shipmentMessage(
  s: ShipmentRequest,
  sold?: { readonly carrierId: string; readonly serviceCode: string; readonly reference: string },
) {
  const [parcel] = s.parcels;
  if (!parcel || s.parcels.length > 1)
    throw fail('invalid-input', `${NAME} is asked one parcel at a time.`, { field: 'parcels' });
  const { customs, options } = s;
  const tax = [...taxes(s.from, 'shipper'), ...taxes(s.to, 'recipient')];
  return {
    ...(sold
      ? { carrier_id: sold.carrierId, service_code: sold.serviceCode, external_shipment_id: sold.reference }
      : {}),
    validate_address: sold ? undefined : 'no_validation',
    // The document wants a moment; noon in Greenwich is the same day from the Pacific coast to the Urals.
    ship_date: `${s.shipDate}T12:00:00Z`,
    ship_from: addressMessage(s.from, 'from'),
    ship_to: addressMessage(s.to, 'to'),
    return_to: s.returnTo && addressMessage({ phone: s.from.phone, ...s.returnTo }, 'to'),
    is_return: s.return !== undefined,
    confirmation: CONFIRMATIONS[options.signature ?? 'none'],
    insurance_provider: options.insuredValue ? 'carrier' : 'none',
    advanced_options: {
      saturday_delivery: options.saturdayDelivery === true,
      ...(customs ? { delivered_duty_paid: customs.dutiesPaidBy === 'Shipper' } : {}),
    },
    customs: customs && {
      contents: CONTENTS[customs.purpose],
      non_delivery: 'return_to_sender',
      terms_of_trade_code: customs.incoterm.toLowerCase(),
      // The only place for the export report, of either country.
      declaration: sold && exportTold(s) && statedFiling(s),
      invoice_additional_details: customs.invoiceNumber ? { invoice_number: customs.invoiceNumber } : undefined,
    },
    tax_identifiers: tax.length > 0 ? tax : undefined,
    packages: [packageMessage(parcel, s, sold?.reference)],
  };
}
