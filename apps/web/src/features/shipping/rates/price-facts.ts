/** What is worth saying about a price in one line. Pure. */
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { money, type Money } from '@scanship/domain/money/money';

/** Test carriers say TEST in their name; beside the badge once is enough. */
export const nameBesideBadge = (name: string, test: boolean): string =>
  test ? name.replace(/(?<!\s)\s*\(TEST\)$/, '') : name;

/** Carrier and service, the carrier's name once: many services begin with it ("UPS Standard"). */
export function fullServiceName(carrierName: string, service: string | null): string {
  const name = nameBesideBadge(carrierName, true);
  if (!service) return carrierName;
  const begins = service.toLocaleLowerCase().startsWith(name.toLocaleLowerCase());
  const rest = service.slice(name.length);
  return begins && (rest === '' || /^[^\p{L}\p{N}]/u.test(rest)) ? service : `${carrierName} ${service}`;
}

/** Lines beyond the base price that are neither tax nor a reduction. */
const EXTRAS: ReadonlySet<string> = new Set(['fuel', 'surcharge', 'option']);

export interface PriceFacts {
  /** Fuel, surcharges and options in the price; undefined where there are none. */
  readonly surcharges: Money | undefined;
  /** Below the usual price; undefined where the carrier states none, or it is not lower. */
  readonly saving: Money | undefined;
  /** The saving in whole percent of the usual price. */
  readonly percent: number | undefined;
}

export function priceFacts(rate: Pick<RateDto, 'price' | 'priceLines' | 'retail'>): PriceFacts {
  const extra = rate.priceLines
    .filter((line) => EXTRAS.has(line.kind) && line.amount.currency === rate.price.currency)
    .reduce((sum, line) => sum + line.amount.minor, 0);
  const { retail, price } = rate;
  const off = retail && retail.currency === price.currency ? retail.minor - price.minor : 0;
  return {
    surcharges: extra > 0 ? money(extra, price.currency) : undefined,
    saving: off > 0 ? money(off, price.currency) : undefined,
    percent: off > 0 && retail ? Math.round((off / retail.minor) * 100) : undefined,
  };
}
