/** Our shipment in EasyPost's words: ounces, inches, goods by line. Pure. */
import { exportAnswered } from '@scanship/connector-kit/carrier/export-facts';
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { times, toDecimal } from '@scanship/domain/money/money';
import { usCitation } from '@scanship/domain/shipping/export-report';
import type {
  Customs,
  CustomsItem,
  ShipmentPurpose,
  ShipmentRequest,
  SignatureOption,
} from '@scanship/domain/shipping/shipment';
import { declaredOptions } from './declared.ts';
import { manifest } from './manifest.ts';
import { ounces, tenthsUp } from './ounces.ts';

const NAME = manifest.name;
const MM_PER_INCH = 25.4;

const tidy = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ');
const filled = (text: string | undefined): string | undefined => tidy(text) || undefined;
const inches = (mm: number): number => Math.max(0.1, tenthsUp(mm / MM_PER_INCH));

function addressMessage(a: Address, side: 'from' | 'to' | 'address') {
  const name = tidy(a.name);
  if (name === '' && tidy(a.companyName) === '')
    throw fail('invalid-input', `${NAME} needs a name.`, { field: `${side}.name` });
  return {
    name: filled(a.name),
    company: filled(a.companyName),
    street1: tidy(a.address1),
    street2: filled(a.address2),
    city: tidy(a.city),
    state: filled(a.provinceCode),
    zip: filled(a.zipcode),
    country: a.countryCode,
    phone: filled(a.phone),
    email: filled(a.email),
    residential: a.residential,
  };
}
export const addressOnly = addressMessage;

const CONTENTS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'merchandise',
  Gift: 'gift',
  Sample: 'sample',
  Return: 'returned_goods',
  Documents: 'documents',
  'Inter-Company': 'merchandise',
};

const SIGNATURES: Readonly<Record<SignatureOption, string | undefined>> = {
  none: undefined,
  any: 'SIGNATURE',
  adult: 'ADULT_SIGNATURE',
};

/**
 * Exports of the United States: the filing, or why none is needed (Customs guide: "AES X20260824123456", "NOEEI 30.37(a)").
 * @throws ConnectorError `invalid-input` where the seller has to give it first
 */
function exportCode(s: ShipmentRequest): string | undefined {
  if (s.from.countryCode !== 'US') return undefined;
  const told = exportAnswered(s);
  return told.kind === 'none' ? undefined : usCitation(told).replace('NO EEI', 'NOEEI');
}

/** Value and weight of a line, not of a unit. */
function customsItem(item: CustomsItem, index: number, customs: Customs) {
  const field = `customs.items.${index}`;
  const description = tidy(item.description);
  if (description === '')
    throw fail('invalid-input', 'Customs wants to know what the goods are.', { field: `${field}.description` });
  if (!item.originCountry)
    throw fail('invalid-input', `${NAME} needs the country where "${description}" was made.`, {
      field: `${field}.originCountry`,
    });
  if (item.unitValue.currency !== customs.currency)
    throw fail('invalid-input', 'All goods of one declaration are valued in one currency.', {
      field: `${field}.unitValue`,
    });
  return {
    description,
    quantity: item.quantity,
    value: toDecimal(times(item.unitValue, item.quantity)),
    currency: customs.currency,
    weight: ounces(item.unitGrams * item.quantity),
    hs_tariff_number: item.hsCode?.replace(/[.\s]/g, ''),
    origin_country: item.originCountry,
    code: filled(item.sku),
  };
}

function customsInfo(s: ShipmentRequest, customs: Customs) {
  return {
    contents_type: CONTENTS[customs.purpose],
    customs_certify: true,
    customs_signer: filled(customs.signer) ?? (filled(s.from.name) || tidy(s.from.companyName)),
    eel_pfc: exportCode(s),
    non_delivery_option: 'return',
    restriction_type: 'none',
    customs_items: customs.items.map((item, index) => customsItem(item, index, customs)),
  };
}

const taxes = (a: Address, entity: 'SENDER' | 'RECEIVER') =>
  (a.taxIds ?? []).map(({ kind, number, countryCode }) => ({
    entity,
    tax_id: tidy(number),
    tax_id_type: kind.toUpperCase(),
    issuing_country: countryCode ?? a.countryCode,
  }));

/** @throws ConnectorError `invalid-input` naming our field, for what EasyPost cannot be told */
export function shipmentMessage(
  s: ShipmentRequest,
  more: { readonly reference?: string; readonly format?: 'pdf' | 'zpl' },
) {
  const [parcel] = s.parcels;
  if (!parcel || s.parcels.length > 1)
    throw fail('invalid-input', `${NAME} is asked one parcel at a time.`, { field: 'parcels' });
  if (!parcel.dimensions)
    throw fail('invalid-input', `${NAME} needs the size of the parcel.`, { field: 'parcels.0.dimensions' });
  const { customs, options } = s;
  const tax = [...taxes(s.from, 'SENDER'), ...taxes(s.to, 'RECEIVER')];
  const [from, to] = [addressMessage(s.from, 'from'), addressMessage(s.to, 'to')];
  return {
    shipment: {
      reference: more.reference,
      // Of a return EasyPost wants the addresses of the way out, and turns them round itself.
      is_return: s.return !== undefined,
      from_address: s.return ? to : from,
      to_address: s.return ? from : to,
      return_address: s.returnTo && addressMessage(s.returnTo, 'to'),
      parcel: {
        length: inches(parcel.dimensions.lengthMm),
        width: inches(parcel.dimensions.widthMm),
        height: inches(parcel.dimensions.heightMm),
        weight: ounces(parcel.weightGrams),
      },
      customs_info: customs && customsInfo(s, customs),
      tax_identifiers: tax.length > 0 ? tax : undefined,
      options: {
        label_format: (more.format ?? 'pdf').toUpperCase(),
        label_size: '4x6',
        label_date: `${s.shipDate}T12:00:00Z`,
        delivery_confirmation: SIGNATURES[options.signature ?? 'none'],
        saturday_delivery: options.saturdayDelivery === true ? true : undefined,
        incoterm: customs?.incoterm,
        invoice_number: filled(customs?.invoiceNumber),
        ...declaredOptions(s),
        print_custom_1: filled(s.references[0])?.slice(0, 35),
      },
    },
  };
}
