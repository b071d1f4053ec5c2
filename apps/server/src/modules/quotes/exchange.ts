/** Compares prices of different currencies through the dated table `fx_rates`; the day is shown at the price. */
import { divideRounded, exponentOf, type Money } from '@scanship/domain/money';
import type { Database } from '../../platform/database/database.ts';

export interface ExchangeRate {
  /** YYYY-MM-DD of the table row. */
  readonly day: string;
  /** Units of the wanted currency for one unit, times 10^9. */
  readonly rateE9: number;
}

/** Amount in another currency, rounded half away from zero to its minor unit. For comparison only, never for booking. */
export function convert(amount: Money, currency: string, rateE9: number): number {
  const shift = BigInt(10) ** BigInt(exponentOf(currency));
  const unit = BigInt(10) ** BigInt(exponentOf(amount.currency));
  return Number(divideRounded(BigInt(amount.minor) * BigInt(rateE9) * shift, 1_000_000_000n * unit));
}

/** The newest rate on or before `day` for each currency; a pair that stands only the other way round is inverted. */
export async function ratesInto(
  db: Database,
  currencies: readonly string[],
  into: string,
  day: string,
): Promise<ReadonlyMap<string, ExchangeRate>> {
  const foreign = [...new Set(currencies)].filter((c) => c !== into);
  if (foreign.length === 0) return new Map();
  const rows = await db.reference((tx) =>
    tx
      .selectFrom('fx_rates')
      .select(['day', 'base', 'quote', 'rate_e9'])
      .where('day', '<=', day)
      .where((eb) =>
        eb.or([
          eb.and([eb('base', 'in', foreign), eb('quote', '=', into)]),
          eb.and([eb('base', '=', into), eb('quote', 'in', foreign)]),
        ]),
      )
      .orderBy('day', 'desc')
      .limit(foreign.length * 20)
      .execute(),
  );
  const found = new Map<string, ExchangeRate>();
  for (const row of rows) {
    const direct = row.quote === into;
    const currency = direct ? row.base : row.quote;
    if (found.has(currency)) continue;
    const rateE9 = direct ? row.rate_e9 : Number(divideRounded(10n ** 18n, BigInt(row.rate_e9)));
    found.set(currency, { day: row.day, rateE9 });
  }
  return found;
}
