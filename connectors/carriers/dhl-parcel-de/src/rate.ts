/** Prices of the account's list for the products DHL would take this parcel with: what is quoted can be bought. */
import type { Carrier, RateAnswer, RateInput, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { pricedByList } from '@scanship/connector-kit/rates/price-list';
import { manifest } from './manifest.ts';
import { orderMessage, RETURN_SERVICE, returnMessage, suits } from './messages.ts';

const listed = pricedByList(manifest);
const TRIAL = 'QUOTE00000000000';

/** @throws ConnectorError with what the purchase would be refused for */
function tryMessage({ shipment }: RateInput, service: string, env: CarrierEnv): void {
  if (service === RETURN_SERVICE) returnMessage(shipment, TRIAL, 'deu');
  else orderMessage(shipment, service, TRIAL, env);
}

async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  const wanted = input.services ?? [];
  const refused: { readonly service: string; readonly error: ConnectorError }[] = [];
  const possible = manifest.services
    .map(({ code }) => code)
    .filter((code) => (wanted.length === 0 || wanted.includes(code)) && suits(input.shipment, code))
    .filter((service) => {
      try {
        tryMessage(input, service, env);
        return true;
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error;
        refused.push({ service, error });
        return false;
      }
    });
  const [first] = refused;
  if (possible.length === 0) throw first?.error ?? fail('refused', `${manifest.name} has no product for this parcel.`);
  const { offers, problems } = await listed.rate({ ...input, services: possible }, env);
  const said = refused.map(({ service, error }): RateProblem => ({ service, message: error.problem.message }));
  return { offers, problems: [...problems, ...said] };
}

export const prices: Required<Pick<Carrier, 'rate' | 'accountServices' | 'checkSettings'>> = { ...listed, rate };
