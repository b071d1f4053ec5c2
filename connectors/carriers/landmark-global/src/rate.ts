/** Prices from the list of the account, for services that the purchase would take as well. */
import type { RateAnswer, RateInput, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { pricedByList } from '@scanship/connector-kit/rates/price-list';
import { manifest } from './manifest.ts';
import { shipMessage } from './messages.ts';
import { unfit } from './services.ts';

const listed = pricedByList(manifest);
export const { accountServices, checkSettings } = listed;

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  // A price is no use where the purchase would be refused: what it needs is looked for before.
  shipMessage(input.shipment, '', {}, 'PRICE', 'pdf');
  const { offers, problems } = await listed.rate(input, env);
  const judged = offers.map((offer) => ({ offer, why: unfit(offer.service, input.shipment) }));
  const fitting = judged.flatMap(({ offer, why }) => (why ? [] : [offer]));
  const said = judged.flatMap(({ offer, why }): RateProblem[] =>
    why && !(why.elsewhere === true && fitting.length > 0) ? [{ service: offer.service, message: why.message }] : [],
  );
  return { offers: fitting, problems: [...problems, ...said] };
}
