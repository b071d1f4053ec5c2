/** GET /products: which products go between two places, and until when a courier can be called. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { accountNumber, call } from './client.ts';
import { warningsOf } from './warnings.ts';

export interface Product {
  readonly code: string;
  readonly name: string;
  /** Local date and time until which it can be handed over for the day asked. */
  readonly cutoff: string | undefined;
  /** Local times HH:MM between which a courier comes. */
  readonly pickupFrom: string | undefined;
  readonly pickupUntil: string | undefined;
}

type Place = Pick<Address, 'city' | 'zipcode' | 'countryCode'>;

/** @throws ConnectorError `refused` where DHL has no product between the places */
export async function productsBetween(
  from: Place,
  to: Place,
  of: { readonly day: string; readonly dutiable: boolean; readonly grams?: number | undefined },
  env: CarrierEnv,
): Promise<{ readonly products: readonly Product[]; readonly problems: readonly string[] }> {
  const response = await call(env, {
    method: 'GET',
    path: '/products',
    query: {
      accountNumber: accountNumber(env),
      originCountryCode: from.countryCode,
      originPostalCode: from.zipcode.trim() || undefined,
      originCityName: from.city.trim(),
      destinationCountryCode: to.countryCode,
      destinationPostalCode: to.zipcode.trim() || undefined,
      destinationCityName: to.city.trim(),
      weight: (of.grams ?? 1000) / 1000,
      length: 20,
      width: 15,
      height: 10,
      plannedShippingDate: of.day,
      isCustomsDeclarable: of.dutiable ? 'true' : 'false',
      unitOfMeasurement: 'metric',
      nextBusinessDay: 'true',
    },
    name: 'products',
  });
  return readProducts(response.json());
}

const clock = (o: ObjectReader, name: string): string | undefined =>
  o.maybe(name, (n) => o.string(n, /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/).slice(0, 5));

export function readProducts(json: unknown): { products: Product[]; problems: string[] } {
  const answer = readObject(json);
  const products = answer.list('products', (o): Product => {
    const pickup = o.maybe('pickupCapabilities', (n) => o.object(n));
    return {
      code: o.id('productCode', /^[0-9A-Z]{1,6}$/),
      name: o.string('productName'),
      cutoff: pickup?.maybe('localCutoffDateAndTime', (n) => pickup.instant(n, false).slice(0, 16)),
      pickupFrom: pickup && clock(pickup, 'pickupEarliest'),
      pickupUntil: pickup && clock(pickup, 'pickupLatest'),
    };
  });
  return { products, problems: [...answer.problems, ...warningsOf(answer)] };
}
