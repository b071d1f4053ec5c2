/** Two accounts or contracts of one carrier, behind one aggregator, may sell the same service. */
import type { RateAnswer, RateOffer, RateProblem } from '../carrier/carrier.ts';

/** The cheapest offer of each service; the purchase names its account by the token, so a dearer one is only told of. */
export function cheapestOfEach(all: readonly RateOffer[]): RateAnswer {
  const offers = new Map<string, RateOffer>();
  const problems: RateProblem[] = [];
  for (const one of all) {
    const before = offers.get(one.service);
    if (!before || one.total.minor < before.total.minor) offers.set(one.service, one);
    if (before)
      problems.push({
        service: one.service,
        message: 'A second account with this carrier offers it at a higher price.',
      });
  }
  return { offers: [...offers.values()], problems };
}
