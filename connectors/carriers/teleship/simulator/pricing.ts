/** Invented prices of the simulator, built as Teleship's are: a base, a signature, and duty and VAT where the seller pays them. */
import type { JsonObject } from '@scanship/domain/values/json';
import { toGrams } from '@scanship/domain/values/measure';
import type { Commodity, QuoteRequest } from './contract.ts';

export interface Service {
  readonly code: string;
  readonly name: string;
  readonly days: number;
  readonly firstMile: boolean;
  /** Pence or cents for the first kilogram and each further one. */
  readonly firstKg: number;
  readonly moreKg: number;
}

const END_TO_END = 'Teleship End-to-End (service with first mile/collection included)';
const HUB_DIRECT = 'Teleship Hub Direct (for bundling packages, shipper delivers to Teleship hub)';
const one = (code: string, days: number, firstKg: number, moreKg: number): Service => ({
  code: `TELESHIP-${code}`,
  name: code.endsWith('PICKUP') ? END_TO_END : HUB_DIRECT,
  days,
  firstMile: code.endsWith('PICKUP'),
  firstKg,
  moreKg,
});
export const SERVICES: readonly Service[] = [
  one('EXPEDITED-PICKUP', 4, 1844, 310),
  one('EXPEDITED-DROPOFF', 3, 1565, 290),
  one('STANDARD-PICKUP', 8, 1290, 240),
  one('STANDARD-DROPOFF', 7, 1015, 220),
];

export const gramsOf = ({ weight }: Pick<QuoteRequest, 'weight'>): number => toGrams(weight.value, weight.unit);

/** By the place it leaves from; euros elsewhere. */
const CURRENCIES: Readonly<Record<string, string>> = { GB: 'GBP', US: 'USD' };
export const currencyOf = ({ shipFrom }: Pick<QuoteRequest, 'shipFrom'>): string =>
  CURRENCIES[shipFrom.address.country] ?? 'EUR';

const centsOf = (goods: readonly Commodity[]): number =>
  goods.reduce((all, { value, quantity }) => all + Math.round(value.amount * 100) * quantity, 0);

interface Charge {
  readonly name: string;
  readonly cents: number;
  readonly rate?: number;
}
/** What the destination takes of goods: 4 % duty, 20 % tax. */
export function dutiesOn(goods: readonly Commodity[]): readonly Charge[] {
  const value = centsOf(goods);
  const duty = Math.round(value * 0.04);
  return [
    { name: 'Duty', cents: duty, rate: 0.04 },
    { name: 'VAT', cents: Math.round((value + duty) * 0.2), rate: 0.2 },
  ];
}

export const chargeJson = ({ name, cents, rate }: Charge, currency: string): JsonObject => ({
  name,
  amount: cents / 100,
  currency,
  ...(rate === undefined ? {} : { rate }),
});

function chargesOf(service: Service, asked: QuoteRequest): readonly Charge[] {
  const base = service.firstKg + Math.round((Math.max(0, gramsOf(asked) - 1000) / 1000) * service.moreKg);
  return [
    { name: 'base', cents: base },
    ...(asked.additionalServices?.signatureRequired === true ? [{ name: 'Signature', cents: 250 }] : []),
    ...(asked.customs?.incoterms === 'DDP' ? dutiesOn(asked.commodities ?? []) : []),
  ];
}

export const deliveryOf = (service: Service, asked: QuoteRequest, at: Date): Date =>
  new Date(Math.max(at.getTime(), Date.parse(asked.shipDate ?? at.toISOString())) + service.days * 86_400_000);

/** A `RateDto` of the contract. @param at the simulator's clock */
export function rateJson(service: Service, asked: QuoteRequest, at: Date): JsonObject {
  const currency = currencyOf(asked);
  const charges = chargesOf(service, asked);
  return {
    price: charges.reduce((all, { cents }) => all + cents, 0) / 100,
    currency,
    transit: service.days,
    estimatedDelivery: deliveryOf(service, asked, at).toISOString(),
    service: { code: service.code, name: service.name, transit: service.days },
    charges: charges.map((charge) => chargeJson(charge, currency)),
  };
}

export const serviceJson = (service: Service): JsonObject => ({
  name: service.name,
  code: service.code,
  description: '',
  transit: service.days,
  dispatchDays: service.firstMile ? 2 : 1,
  includeFirstMile: service.firstMile,
});
