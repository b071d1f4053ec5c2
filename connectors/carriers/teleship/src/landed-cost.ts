/** Duties, taxes and fees of a destination as Teleship's trade engine estimates them, item by item. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { LandedCost, LandedCostInput } from '@scanship/connector-kit/carrier/landed-cost';
import type { CustomsItem, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { CURRENCIES } from './countries.ts';
import { exchange, messagesOf } from './client.ts';
import { commoditiesOf, customsMessage } from './customs.ts';
import { manifest } from './manifest.ts';
import { placeMessage } from './messages.ts';
import { charge, price } from './prices.ts';

/** @throws ConnectorError `invalid-input` naming our field, `refused` where nothing is cleared by customs */
export function landedCostMessage(s: ShipmentRequest): Record<string, unknown> {
  const { customs } = s;
  if (s.from.countryCode === s.to.countryCode || !customs)
    throw fail('refused', 'Nothing is cleared by customs on this way, so there are no duties to estimate.', {
      field: 'customs',
    });
  if (!CURRENCIES.has(customs.currency))
    throw fail('invalid-input', `${manifest.name} takes no values in ${customs.currency}.`, {
      field: 'customs.currency',
    });
  return {
    shipTo: placeMessage(s.to, 'to'),
    shipFrom: placeMessage(s.from, 'from'),
    commodities: commoditiesOf(customs),
    customs: customsMessage(s),
    currency: customs.currency,
  };
}

/** Per item in the order of ours; one that cannot be read leaves all out, since they are counted by their numbers. */
function itemsOf(answer: ObjectReader, goods: readonly CustomsItem[], currency: string): LandedCost['items'] {
  const read = new Map(
    answer.strictList('commodities', (o) => {
      const charges = o.has('charges') ? o.strictList('charges', (c) => charge(c, currency)) : [];
      return [o.integer('itemNumber', 1), charges.filter((one) => one !== undefined)] as const;
    }),
  );
  if (read.size !== goods.length || goods.some((_item, index) => !read.has(index + 1)))
    throw new FieldProblem(answer.at('commodities'), `should be the ${goods.length} that were asked for`);
  return goods.map((item, index) => ({
    description: item.description,
    hsCode: item.hsCode,
    lines: (read.get(index + 1) ?? []).filter((line) => line.amount.minor !== 0),
  }));
}

export function readLandedCost(answer: ObjectReader, goods: readonly CustomsItem[]): LandedCost {
  const { lines, total } = price(answer);
  const items = answer.maybe('commodities', () => itemsOf(answer, goods, total.currency));
  const said = messagesOf(answer).filter(({ level }) => level !== 'info');
  return { lines, total, items, problems: [...answer.problems, ...said.map(({ words }) => words)] };
}

export async function landedCost({ shipment }: LandedCostInput, env: CarrierEnv): Promise<LandedCost> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/api/trade-engine/duties-taxes',
    name: 'duties and taxes',
    readOnly: true,
    json: landedCostMessage(shipment),
  });
  return readLandedCost(readObject(response.json()), shipment.customs?.items ?? []);
}
