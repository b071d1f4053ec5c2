/** Offers of an own courier, worked out from its sheet. */
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { rateShipment } from '@scanship/domain/rating/rate-shipment';

/**
 * Price lines are the cost of the franchise that runs the courier. No delivery day is promised: the sheet states working
 * days in transit, and holidays are not known here.
 */
export function offersOf(sheet: RateSheet, input: RateInput): RateAnswer {
  const { offers, problems } = rateShipment(sheet, input.shipment, input.services);
  return {
    offers: offers.map(({ service, serviceName, lines, total, billableGrams, transitDays }) => ({
      service,
      serviceName,
      lines,
      total,
      billableGrams,
      transitDays,
    })),
    problems,
  };
}
