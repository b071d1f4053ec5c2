/** Duties and taxes as Easyship reckons them, of goods by HS code and of the transport's own price. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { LandedCost, LandedCostInput } from '@scanship/connector-kit/carrier/landed-cost';
import { add, times, toDecimal, zero } from '@scanship/domain/money/money';
import type { Customs } from '@scanship/domain/shipping/shipment';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { hsDigits } from './messages.ts';
import { askRates, readRates } from './rate.ts';

const NAME = manifest.name;

/** Eight digits that end in 00, or ten of a region. */
function hsCode(code: string | undefined, index: number): string {
  const digits = hsDigits(code);
  if (!/^\d{6,12}$/.test(digits))
    throw fail('invalid-input', `${NAME} reckons duties by HS codes; this item has none.`, {
      field: `customs.items.${index}.hsCode`,
    });
  return digits.length >= 10 ? digits.slice(0, 10) : `${digits.slice(0, 6)}00`;
}

const itemsOf = (customs: Customs, origin: string) =>
  customs.items.map((item, index) => ({
    hs_code: hsCode(item.hsCode, index),
    duty_origin_country_alpha2: item.originCountry ?? origin,
    customs_value: Number(toDecimal(times(item.unitValue, item.quantity))),
  }));

export async function landedCost({ shipment, service }: LandedCostInput, env: CarrierEnv): Promise<LandedCost> {
  const { customs, from, to } = shipment;
  if (!customs) throw fail('invalid-input', `${NAME} needs customs data to reckon duties.`, { field: 'customs.items' });
  const items = itemsOf(customs, from.countryCode);
  // Asked in the currency of the goods, so that all is in one.
  const rates = readRates(await askRates(env, shipment, 'price for duties', customs.currency), shipment, [service]);
  const [offer] = rates.offers;
  if (!offer)
    throw fail('refused', rates.problems[0]?.message ?? `${NAME} does not offer this service for this shipment.`);
  const partsOf = (...codes: readonly string[]): number =>
    Number(
      toDecimal(
        offer.lines
          .filter(({ code }) => codes.includes(code))
          .reduce((sum, { amount }) => add(sum, amount), zero(offer.total.currency)),
      ),
    );
  const response = await exchange(env, {
    method: 'POST',
    path: '/taxes_and_duties',
    name: 'taxes and duties',
    readOnly: true,
    json: {
      origin_country_alpha2: from.countryCode,
      destination_country_alpha2: to.countryCode,
      currency: customs.currency,
      insurance_fee: partsOf('insurance_fee'),
      shipment_charge: partsOf('shipment_charge', 'fuel_surcharge'),
      items,
    },
  });
  return readCost(response.json());
}

export function readCost(json: unknown): LandedCost {
  const answer = readObject(json).object('tax_and_duty');
  const currency = answer.currency('currency');
  const duty = answer.money('duty', currency);
  const tax = answer.money('tax', currency);
  return {
    lines: [
      { kind: 'duty', code: 'duty', label: 'Import duty', amount: duty },
      { kind: 'tax', code: 'tax', label: 'Import tax', amount: tax },
    ],
    total: add(duty, tax),
    problems: answer.problems,
  };
}
