/** A price list for samples of carriers that tell no prices: one price a service, from anywhere to anywhere. */
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import type { CarrierManifest } from '../carrier/carrier.ts';

const ANYWHERE = 'ANY';

/**
 * @param currency ISO 4217 @param country home of the seller, ISO 3166-1 alpha-2
 * @returns a list as the owner of an account uploads it; the first service costs 7.00, each further one half a unit more
 */
export const samplePriceList = (
  { name, services }: Pick<CarrierManifest, 'name' | 'services'>,
  currency: string,
  country: string,
): RateSheet => ({
  version: 1,
  settings: {
    name: name.slice(0, 35),
    currency,
    prefix: 'XX',
    country,
    units: 'metric',
    roundTo: 1,
    divisor: null,
    canadianTaxes: false,
  },
  services: services.map((service) => ({
    code: service.code,
    name: service.name,
    maxWeight: service.maxGrams ?? null,
    maxLength: null,
    maxLengthPlusGirth: null,
    divisor: null,
    parcels: 'each',
    maxParcels: null,
    minimumCharge: null,
    maximumCharge: null,
  })),
  zones: [{ zone: ANYWHERE, name: 'Anywhere', country: '*', provinces: [], postal: [] }],
  rates: services.map(({ code }, index) => ({
    service: code,
    fromZone: null,
    toZone: ANYWHERE,
    over: 0,
    upTo: null,
    price: 700 + index * 50,
    step: null,
    stepPrice: null,
    days: 5,
  })),
  surcharges: [],
  fuel: [],
});
