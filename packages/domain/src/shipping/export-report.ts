/**
 * Whether goods that leave a country have to be reported to its customs before they go. United States: Foreign Trade Regulations,
 * 15 CFR 30.36 (to Canada) and 30.37(a) (up to 2,500 dollars per Schedule B number). Canada: CBSA memorandum D20-1-1 (from 2,000
 * dollars on, to anywhere but the United States, Puerto Rico and the US Virgin Islands).
 */
import { add, money, times, zero, type Money } from '../money/money.ts';
import type { Customs, CustomsItem, ShipmentRequest } from './shipment.ts';

/**
 * `none`: no such rule of that country. `exempt`: no report, by that section where there is one. `needed`: a report, whose number (ITN,
 * proof of report) the carrier wants. `unknown`: the values are in another currency than the limit.
 */
export type ExportReport =
  | { readonly kind: 'none' | 'needed' | 'unknown' }
  | { readonly kind: 'exempt'; readonly section?: '30.36' | '30.37(a)' };

const US_LIMIT = money(250_000, 'USD');
const CA_LIMIT = money(200_000, 'CAD');
const CANADA_SHARES_REPORTS: ReadonlySet<string> = new Set(['CA', 'US', 'PR', 'VI']);

const digits = (item: CustomsItem): string => (item.hsCode ?? '').replace(/\D/g, '');
const worth = (items: readonly CustomsItem[], currency: string): Money =>
  items.map((item) => times(item.unitValue, item.quantity)).reduce(add, zero(currency));

/** The goods that may go under the number of this one: a shorter number may be the beginning of it, and none may be any. */
const underOneNumber = (one: CustomsItem, all: readonly CustomsItem[]): readonly CustomsItem[] =>
  all.filter((item) => digits(item).startsWith(digits(one)) || digits(one).startsWith(digits(item)));

const isIn = (currency: string, { currency: own, items }: Customs): boolean =>
  own === currency && items.every(({ unitValue }) => unitValue.currency === currency);

export function exportReport({ from, to, customs }: Pick<ShipmentRequest, 'from' | 'to' | 'customs'>): ExportReport {
  if (!customs) return { kind: 'none' };
  const { items } = customs;
  if (from.countryCode === 'US') {
    if (to.countryCode === 'CA') return { kind: 'exempt', section: '30.36' };
    if (!isIn('USD', customs)) return { kind: 'unknown' };
    return items.some((item) => worth(underOneNumber(item, items), 'USD').minor > US_LIMIT.minor)
      ? { kind: 'needed' }
      : { kind: 'exempt', section: '30.37(a)' };
  }
  if (from.countryCode !== 'CA' || CANADA_SHARES_REPORTS.has(to.countryCode)) return { kind: 'none' };
  if (!isIn('CAD', customs)) return { kind: 'unknown' };
  return { kind: worth(items, 'CAD').minor >= CA_LIMIT.minor ? 'needed' : 'exempt' };
}
