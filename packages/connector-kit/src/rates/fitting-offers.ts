/** Of the prices a carrier tells, those that its purchase would take as well; what is wrong with the others is said. */
import type { RateAnswer, RateOffer, RateProblem } from '../carrier/carrier.ts';

/** Why a service does not take a shipment; the same for prices and purchases. */
export interface Unfit {
  readonly message: string;
  readonly field: string;
  /** Nothing about this shipment: the service goes elsewhere. Not worth a word beside services that fit. */
  readonly elsewhere?: boolean;
}

/** @param unfit why a service does not take what was asked about; undefined where it does */
export function fittingOffers(
  { offers, problems }: RateAnswer,
  unfit: (service: string) => Unfit | undefined,
): RateAnswer {
  const judged = offers.map((offer: RateOffer) => ({ offer, why: unfit(offer.service) }));
  const fitting = judged.flatMap(({ offer, why }) => (why ? [] : [offer]));
  const said = judged.flatMap(({ offer, why }): RateProblem[] =>
    why && !(why.elsewhere === true && fitting.length > 0) ? [{ service: offer.service, message: why.message }] : [],
  );
  return { offers: fitting, problems: [...problems, ...said] };
}
