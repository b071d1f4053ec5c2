/** A price with its parts. No currency is stated: GLS Canada bills in CAD. */
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { add, money, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

const CURRENCY = 'CAD';

/**
 * Sub-total, fuel and taxes make the total, as in the sample; what the sub-total holds (base, weight, zone, discount) does not
 * add up there and is not told apart. Surcharges are lines of their own only where they come on top.
 * @throws FieldProblem when the parts are not the total
 */
export function price(rate: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const total = rate.money('total', CURRENCY);
  const part = (name: string, kind: PriceLineKind, label: string): PriceLine => ({
    kind,
    code: name,
    label,
    amount: rate.has(name) ? rate.money(name, CURRENCY) : money(0, CURRENCY),
  });
  const parts = [
    { ...part('subTotal', 'base', 'Transportation'), amount: rate.money('subTotal', CURRENCY) },
    part('fuelCharge', 'fuel', 'Fuel surcharge'),
    part('taxes', 'tax', 'Taxes'),
  ].filter(({ amount }) => amount.minor !== 0);
  const sum = parts.reduce((so, { amount }) => add(so, amount), money(0, CURRENCY));
  if (sum.minor === total.minor || !rate.has('surcharges')) return addedUp(rate.at('total'), parts, total);
  const extra = rate.strictList('surcharges', (s): PriceLine => {
    const code = s.string('type', /^\w{2,10}$/);
    return {
      kind: 'surcharge',
      code,
      label: s.has('name') ? s.string('name') : code,
      amount: s.money('amount', CURRENCY),
    };
  });
  const all = [...parts, ...extra.filter(({ amount }) => amount.minor !== 0)];
  const whole = all.reduce((so, { amount }) => add(so, amount), money(0, CURRENCY));
  return addedUp(rate.at('total'), whole.minor <= total.minor ? all : parts, total);
}
