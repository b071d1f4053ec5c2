/** Our shipment in Nationex's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres, type Dimensions } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
type Message = Record<string, unknown>;
const line = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

function postalCode(a: Address, at: 'from' | 'to'): string {
  const compact = a.zipcode.replaceAll(/[\s-]+/g, '').toUpperCase();
  if (!/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(compact))
    throw invalidInput(`"${a.zipcode}" is not a postal code of Canada.`, `${at}.zipcode`);
  return compact;
}

const filled = (members: Readonly<Record<string, string>>): Message =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

function party(a: Address, at: 'from' | 'to'): Message {
  const contact = line(a.name) || line(a.companyName);
  if (contact === '') throw invalidInput('The address needs a name.', `${at}.name`);
  if (line(a.address1) === '') throw invalidInput('The address needs a first line.', `${at}.address1`);
  if (line(a.city) === '') throw invalidInput('The address needs a city.', `${at}.city`);
  if (!/^[A-Z]{2}$/.test(a.provinceCode)) throw invalidInput('The address needs a province.', `${at}.provinceCode`);
  const [, number = '', street = ''] = /^(\d+\w?)[ ,]+([^ ,].*)$/.exec(line(a.address1)) ?? [];
  return {
    Contact: contact,
    ...filled({ AccountName: line(a.companyName) }),
    Address1: line(a.address1),
    ...filled({ Address2: line(a.address2), NoCivic: number, StreetName: street }),
    PostalCode: postalCode(a, at),
    City: line(a.city),
    ProvinceState: a.provinceCode,
    ...filled({ Phone: (a.phone ?? '').replaceAll(/\D/g, ''), Email: line(a.email) }),
    // The seller's own notices go out from here; the buyer would hear everything twice.
    SmsNotification: false,
    EmailNotification: false,
  };
}

const two = (value: number): number => Math.round(value * 100) / 100;

/** Cubic feet, as the samples have it: inches multiplied, divided by 1728. */
function sizes(d: Dimensions): { readonly message: Message; readonly longest: number } {
  const [Length = 0, Width = 0, Height = 0] = [d.lengthMm, d.widthMm, d.heightMm].map((mm) =>
    fromMillimetres(mm, 'in', 1),
  );
  return {
    message: { Height, Length, Width, Cubing: Math.max(0.01, two((Length * Width * Height) / 1728)) },
    longest: Math.max(Length, Width, Height),
  };
}

/** Not for the belt: a side over 36 inches, or over 70 pounds. */
const NOT_CONVEYABLE = { inches: 36, pounds: 70 };

/** What prices and purchases have in common. @throws ConnectorError `invalid-input` naming our field */
function load(s: ShipmentRequest, customer: number): Message {
  const parcel = onlySizedParcel(NAME, s);
  const { signature, insuredValue } = s.options;
  if (signature !== undefined && signature !== 'none')
    throw invalidInput(`${NAME} cannot be asked for a signature here.`, 'options.signature');
  if (insuredValue && insuredValue.minor > 0 && insuredValue.currency !== 'CAD')
    throw invalidInput(`${NAME} insures in CAD, not in ${insuredValue.currency}.`, 'options.insuredValue');
  const { message, longest } = sizes(parcel.dimensions);
  const weight = Math.max(0.01, fromGrams(parcel.weightGrams, 'lb', 2));
  return {
    CustomerId: customer,
    ExpeditionDate: s.shipDate,
    ShipmentType: 'Delivery',
    TotalParcels: 1,
    TotalWeight: weight,
    UnitsOfMeasurement: 'LI',
    Accessory: {
      InsuranceAmount: insuredValue ? Number(toDecimal(insuredValue)) : 0,
      FrozenProtection: false,
      DangerousGoods: false,
    },
    Parcels: [
      {
        NCV: longest > NOT_CONVEYABLE.inches || weight > NOT_CONVEYABLE.pounds,
        Weight: weight,
        Dimensions: message,
      },
    ],
  };
}

export const rateMessage = (s: ShipmentRequest, customer: number): Message => ({
  ...load(s, customer),
  SourcePostalCode: postalCode(s.from, 'from'),
  DestinationPostalCode: postalCode(s.to, 'to'),
});

export const shipmentMessage = (
  s: ShipmentRequest,
  account: { readonly customer: number; readonly billing: string | undefined },
  reference: string,
): Message => ({
  ...load(s, account.customer),
  ReferenceNumber: reference,
  ...(account.billing === undefined || account.billing === '' ? {} : { BillingAccount: Number(account.billing) }),
  Sender: party(s.from, 'from'),
  Destination: party(s.to, 'to'),
});
