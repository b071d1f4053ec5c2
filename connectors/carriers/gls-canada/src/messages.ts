/** Our shipment in GLS Canada's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
type Message = Record<string, unknown>;
const line = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

const filled = (members: Readonly<Record<string, string>>): Message =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

function needed(text: string | undefined, what: string, field: string): string {
  const value = line(text);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  return value;
}

function place(a: Address, at: string): Message {
  if (a.countryCode !== 'CA') throw invalidInput(`${NAME} is used inside Canada only here.`, `${at}.countryCode`);
  const postalCode = a.zipcode.replaceAll(/[\s-]+/g, '').toUpperCase();
  if (!/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(postalCode))
    throw invalidInput(`"${a.zipcode}" is not a postal code of Canada.`, `${at}.zipcode`);
  if (!/^[A-Z]{2}$/.test(a.provinceCode)) throw invalidInput('The address needs a province.', `${at}.provinceCode`);
  return { postalCode, provinceCode: a.provinceCode, countryCode: 'CA' };
}

const nameOf = (a: Address, at: string): string =>
  needed(line(a.companyName) === '' ? a.name : a.companyName, 'a name in the address', `${at}.name`);

/** Ten digits as in the samples: the country's 1 is left out. */
const telephone = (phone: string | undefined): string =>
  (phone ?? '').replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

export const addressMessage = (a: Address, at: string, language: 'en' | 'fr'): Message => ({
  addressLine1: needed(a.address1, 'the first line of the address', `${at}.address1`),
  ...filled({ addressLine2: line(a.address2) }),
  city: needed(a.city, 'the city', `${at}.city`),
  ...place(a, at),
  customerName: nameOf(a, at),
  contact: {
    language,
    fullName: line(a.name) === '' ? nameOf(a, at) : line(a.name),
    ...filled({ telephone: telephone(a.phone), email: line(a.email) }),
  },
});

/** Without a code GLS Canada has a business sign; at a home the one code comes with a signature and the other without. */
function surcharges(s: ShipmentRequest): readonly Message[] {
  const { signature, insuredValue } = s.options;
  if (signature === 'adult') throw invalidInput(`${NAME} does not check the age of the receiver.`, 'options.signature');
  if (insuredValue && insuredValue.minor > 0 && insuredValue.currency !== 'CAD')
    throw invalidInput(`${NAME} insures in CAD, not in ${insuredValue.currency}.`, 'options.insuredValue');
  return [
    ...(s.to.residential === true ? [{ type: signature === 'any' ? 'PHDS' : 'PHD' }] : []),
    ...(insuredValue && insuredValue.minor > 0 ? [{ type: 'DCV', value: toDecimal(insuredValue) }] : []),
  ];
}

interface Load {
  readonly weight: number;
  readonly length: number;
  readonly depth: number;
  readonly width: number;
}

/** Kilograms and centimetres; the height is called depth. */
function load(s: ShipmentRequest): Load {
  const parcel = onlySizedParcel(NAME, s);
  const { lengthMm, widthMm, heightMm } = parcel.dimensions;
  return {
    weight: Math.max(0.01, fromGrams(parcel.weightGrams, 'kg', 2)),
    length: fromMillimetres(lengthMm, 'cm'),
    depth: fromMillimetres(heightMm, 'cm'),
    width: fromMillimetres(widthMm, 'cm'),
  };
}

const common = (s: ShipmentRequest, service: string): Message => {
  const extra = surcharges(s);
  return {
    category: 'Parcel',
    paymentType: 'Prepaid',
    deliveryType: service,
    unitOfMeasurement: 'K',
    ...(extra.length === 0 ? {} : { surcharges: extra }),
  };
};

/**
 * The question for a price; the sample writes its measures as text. @throws ConnectorError `invalid-input` naming our field,
 * also for what only the purchase needs: a price is no use where that would be refused.
 */
export function rateMessage(s: ShipmentRequest, service: string, billing: string): Message {
  shipmentMessage(s, service, billing, '');
  const { weight, length, depth, width } = load(s);
  return {
    ...common(s, service),
    billing,
    sender: { ...place(s.from, 'from'), name: nameOf(s.from, 'from') },
    consignee: { ...place(s.to, 'to'), name: nameOf(s.to, 'to') },
    parcels: [
      {
        parcelType: 'Box',
        quantity: '1',
        weight: String(weight),
        length: String(length),
        depth: String(depth),
        width: String(width),
      },
    ],
  };
}

/** @throws ConnectorError `invalid-input` naming our field */
export const shipmentMessage = (s: ShipmentRequest, service: string, billing: string, reference: string): Message => ({
  ...common(s, service),
  billingAccount: billing,
  sender: addressMessage(s.from, 'from', s.language),
  consignee: addressMessage(s.to, 'to', s.language),
  parcels: [{ parcelType: 'Box', quantity: 1, ...load(s) }],
  references: [{ type: 'INV', code: reference }],
});
