/** Our shipment in Teleship's words. Pure; what cannot be said there is refused before any call. */
import { fail, invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { fromMillimetres } from '@scanship/domain/values/measure';
import { customsOf } from '@scanship/domain/shipping/parcel-contents';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { DESTINATIONS } from './countries.ts';
import { commoditiesOf, customsMessage, declaredCustoms, weightOf } from './customs.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** @throws ConnectorError `invalid-input` naming our field */
function needed(text: string | undefined, what: string, field: string): string {
  const value = line(text);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  return value;
}

/** @param at "from", "to" or "returnTo" */
export function placeMessage(a: Address, at: string): Record<string, unknown> {
  const [company, phone, email, second, state] = [a.companyName, a.phone, a.email, a.address2, a.provinceCode].map(
    line,
  );
  return {
    name: needed(line(a.name) === '' ? a.companyName : a.name, 'a name', `${at}.name`),
    ...(company === '' ? {} : { company }),
    ...(phone === '' ? {} : { phone }),
    ...(email === '' ? {} : { email }),
    address: {
      line1: needed(a.address1, 'the first line of the address', `${at}.address1`),
      ...(second === '' ? {} : { line2: second }),
      city: needed(a.city, 'the city', `${at}.city`),
      ...(state === '' ? {} : { state }),
      postcode: needed(a.zipcode, 'the postal code', `${at}.zipcode`).toUpperCase(),
      country: a.countryCode,
      ...(a.residential === undefined ? {} : { isResidential: a.residential }),
    },
  };
}

/** Teleship takes a day of hand-over only when it is a working day to come; any other is left to it. */
function shipDay(day: string, now: Date): Record<string, unknown> {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const works = weekday >= 1 && weekday <= 5 && day > now.toISOString().slice(0, 10);
  return works ? { shipDate: `${day}T12:00:00.000Z` } : {};
}

/**
 * One parcel, the same for the price and for the label.
 * @throws ConnectorError `invalid-input` naming our field, `refused` for a country nobody delivers to
 */
export function parcelMessage(whole: ShipmentRequest, parcel: Parcel, now: Date): Record<string, unknown> {
  const s = { ...whole, parcels: [parcel], customs: whole.customs && customsOf(whole.customs, [parcel]) };
  if (!DESTINATIONS.has(s.to.countryCode))
    throw fail('refused', `${NAME} does not deliver to ${s.to.countryCode}.`, { field: 'to.countryCode' });
  if (!parcel.dimensions)
    throw invalidInput(`${NAME} needs the size of parcel ${parcel.number}.`, 'parcels.0.dimensions');
  if (s.options.signature === 'adult')
    throw invalidInput(`${NAME} asks for any signature, not for an adult’s.`, 'options.signature');
  if (s.options.insuredValue) throw invalidInput(`${NAME} insures no value here.`, 'options.insuredValue');
  const customs = declaredCustoms(s);
  const { lengthMm, widthMm, heightMm } = parcel.dimensions;
  const reference = line(s.references.join(' ')).slice(0, 50).trim();
  return {
    shipTo: placeMessage(s.to, 'to'),
    shipFrom: placeMessage(s.from, 'from'),
    ...(s.returnTo ? { returnTo: placeMessage(s.returnTo, 'returnTo') } : {}),
    ...shipDay(s.shipDate, now),
    weight: weightOf(parcel.weightGrams),
    dimensions: {
      length: fromMillimetres(lengthMm, 'cm'),
      width: fromMillimetres(widthMm, 'cm'),
      height: fromMillimetres(heightMm, 'cm'),
      unit: 'cm',
    },
    packageType: 'parcel',
    ...(customs ? { commodities: commoditiesOf(customs) } : {}),
    customs: customsMessage(s),
    ...(s.options.signature === 'any' ? { additionalServices: { signatureRequired: true } } : {}),
    ...(reference === '' ? {} : { customerReference: reference }),
  };
}
