/** Royal Mail's interface tells no prices: they come from the account's list, for services that can carry the shipment. */
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { pricedByList } from '@scanship/connector-kit/rates/price-list';
import { manifest } from './manifest.ts';
import { orderMessage } from './messages.ts';
import { objection, reaches } from './services.ts';

const listed = pricedByList(manifest);
export const { accountServices, checkSettings } = listed;

/** @throws ConnectorError `invalid-input` where no service can carry the shipment, with the reason of the likeliest one */
export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const { shipment, services = [] } = input;
  const asked = accountServices(env.settings)
    .map(({ code }) => code)
    .filter((code) => services.length === 0 || services.includes(code));
  // Without a list the shared words say what to do.
  if (asked.length === 0) return listed.rate(input, env);
  const fits = asked.filter((code) => !objection(code, shipment));
  const likeliest = asked.find((code) => reaches(code, shipment)) ?? asked[0] ?? '';
  // A price is no use where the purchase would be refused: what an order needs is looked for before.
  for (const service of fits.length > 0 ? fits : [likeliest])
    orderMessage(shipment, { service, reference: 'PRICE', carrierName: '', now: env.now() });
  const { offers, problems } = await listed.rate({ shipment, services: fits }, env);
  // Why a service is missing is said where somebody asked for it by name.
  const missing = services.length === 0 ? [] : asked.filter((code) => !fits.includes(code));
  return {
    offers,
    problems: [
      ...problems,
      ...missing.map((service) => ({ service, message: objection(service, shipment)?.message ?? '' })),
    ],
  };
}
