/** For carriers that price one parcel a call: the answers of all parcels as one. Pure. */
import { add } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type { RateAnswer, RateOffer } from '../carrier/carrier.ts';

function addLines(a: readonly PriceLine[], b: readonly PriceLine[]): PriceLine[] {
  const sums = new Map<string, PriceLine>();
  for (const line of [...a, ...b]) {
    const key = `${line.kind} ${line.code}`;
    const before = sums.get(key);
    sums.set(key, before ? { ...before, amount: add(before.amount, line.amount) } : line);
  }
  return [...sums.values()];
}

const later = <T extends string | number>(a: T | undefined, b: T | undefined): T | undefined =>
  a === undefined || b === undefined ? undefined : a > b ? a : b;
const sooner = <T extends Date>(a: T | undefined, b: T | undefined): T | undefined =>
  a === undefined ? b : b === undefined ? a : a < b ? a : b;

const sumOf = (a: RateOffer, b: RateOffer): RateOffer => ({
  service: a.service,
  serviceName: a.serviceName,
  lines: addLines(a.lines, b.lines),
  total: add(a.total, b.total),
  billableGrams:
    a.billableGrams === undefined || b.billableGrams === undefined ? undefined : a.billableGrams + b.billableGrams,
  zone: a.zone === b.zone ? a.zone : undefined,
  transitDays: later(a.transitDays, b.transitDays),
  deliverBy: later(a.deliverBy, b.deliverBy),
  expiresAt: sooner(a.expiresAt, b.expiresAt),
  carriedBy: a.carriedBy,
});

/**
 * One offer per service that every parcel got, lines added up by code, the slowest delivery. A service that only some
 * parcels got is no offer for the shipment and becomes a message. Tokens of single parcels are dropped: they cannot be
 * used for the whole.
 */
export function sumOffers(answers: readonly RateAnswer[]): RateAnswer {
  const [first, ...rest] = answers;
  if (!first) return { offers: [], problems: [] };
  if (rest.length === 0) return first;
  const problems = answers.flatMap((a) => a.problems);
  const services = new Map(answers.flatMap((a) => a.offers).map((o) => [o.service, o.serviceName]));
  const offers: RateOffer[] = [];
  for (const [service, serviceName] of services) {
    const all = answers.flatMap((a) => a.offers.filter((o) => o.service === service));
    const [one, ...others] = all;
    const fits = all.length === answers.length && all.every((o) => o.total.currency === one?.total.currency);
    if (one && fits) offers.push(others.reduce(sumOf, one));
    else problems.push({ service, message: `${serviceName} is not offered for every parcel of this shipment.` });
  }
  return { offers, problems };
}
