/** Charges of a quote. eShipper rounds each for itself, so a total may be a cent or two beside their sum. */
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { money, sum, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

const FEES: readonly (readonly [string, PriceLineKind, string])[] = [
  ['baseCharge', 'base', 'Transportation'],
  ['fuelSurcharge', 'fuel', 'Fuel surcharge'],
  ['carbonNeutralFees', 'surcharge', 'Carbon neutral fee'],
  ['processingFees', 'surcharge', 'Processing fee'],
];
/** Cents that rounding may make up, of all charges together. */
const ROUNDING = 2;

const codeOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** @throws FieldProblem when the charges are not what is to be paid */
export function price(quote: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const currency = quote.currency('currency');
  const total = quote.money('totalChargedAmount', currency);
  const fees = FEES.flatMap(([name, kind, label]): PriceLine[] =>
    name === 'baseCharge' || quote.has(name) ? [{ kind, code: name, label, amount: quote.money(name, currency) }] : [],
  );
  const named = (list: 'surcharges' | 'taxes', kind: PriceLineKind): PriceLine[] =>
    quote.has(list)
      ? quote.strictList(list, (item) => {
          const label = item.string('name');
          return { kind, code: codeOf(label) || list, label, amount: item.money('amount', currency) };
        })
      : [];
  const lines = [...fees, ...named('surcharges', 'surcharge'), ...named('taxes', 'tax')].filter(
    ({ amount }) => amount.minor !== 0,
  );
  const rest =
    total.minor -
    sum(
      lines.map(({ amount }) => amount),
      currency,
    ).minor;
  const rounding: PriceLine[] =
    rest !== 0 && Math.abs(rest) <= ROUNDING
      ? [{ kind: 'adjustment', code: 'rounding', label: 'Rounding', amount: money(rest, currency) }]
      : [];
  return addedUp(quote.at('totalChargedAmount'), [...lines, ...rounding], total);
}
