/** Prices from the list of the customer, for services that the purchase would take as well. */
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, type ConnectorProblem } from '@scanship/connector-kit/errors';
import { pricedByList } from '@scanship/connector-kit/rates/price-list';
import { manifest } from './manifest.ts';
import { parcelMessage } from './messages.ts';

const listed = pricedByList(manifest);
export const { accountServices, checkSettings } = listed;

/** Why the purchase would be refused; undefined where it would not. */
function refusal(input: RateInput, service: string): ConnectorProblem | undefined {
  try {
    parcelMessage(input.shipment, service, { customerId: '' }, 'PRICE', 'pdf');
    return undefined;
  } catch (error) {
    if (error instanceof ConnectorError) return error.problem;
    throw error;
  }
}

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { offers, problems } = await listed.rate(input, env);
  const judged = offers.map((offer) => ({ offer, why: refusal(input, offer.service) }));
  const [first] = judged;
  // What every service would be refused for is said once, and with the field to mend.
  if (first?.why && judged.every(({ why }) => why?.field === first.why?.field)) throw new ConnectorError(first.why);
  return {
    offers: judged.flatMap(({ offer, why }) => (why ? [] : [offer])),
    problems: [
      ...problems,
      ...judged.flatMap(({ offer, why }) => (why ? [{ service: offer.service, message: why.message }] : [])),
    ],
  };
}
