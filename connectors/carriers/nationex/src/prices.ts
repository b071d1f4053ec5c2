/** A price with its parts. Nationex states parts to a tenth of a cent and the total in cents; it states no currency: CAD. */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { divideRounded, money, sum, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

const CURRENCY = 'CAD';
const AMOUNT = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/;

/** Dollars with up to six decimals, to the nearest cent. */
function cents(owner: ObjectReader, name: string): Money {
  const parts = AMOUNT.exec(String(owner.number(name)));
  if (!parts) throw new FieldProblem(owner.at(name), 'is not an amount');
  const [, sign = '', whole = '0', decimals = ''] = parts;
  const millionths = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
  return money(Number(divideRounded(sign === '-' ? -millionths : millionths, 10_000n)), CURRENCY);
}

const LISTS: readonly (readonly [string, PriceLineKind])[] = [
  ['SurchargeCharges', 'surcharge'],
  ['AccessoryCharges', 'option'],
];

/** @throws FieldProblem when the parts are not the total, beyond what rounding each of them makes up */
export function price(rates: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const total = cents(rates, 'Total');
  const one = (name: string, kind: PriceLineKind, label: string): PriceLine[] =>
    rates.has(name) ? [{ kind, code: name, label, amount: cents(rates, name) }] : [];
  const listed = (name: string, kind: PriceLineKind): PriceLine[] =>
    rates.has(name)
      ? rates.strictList(name, (item) => ({
          kind,
          code: item.id('Id', /^\w{1,20}$/),
          label: item.string('NameEn'),
          amount: cents(item, 'Charge'),
        }))
      : [];
  const parts = [
    { kind: 'base' as const, code: 'BasePrice', label: 'Transportation', amount: cents(rates, 'BasePrice') },
    ...LISTS.flatMap(([name, kind]) => listed(name, kind)),
    ...one('NCVCharge', 'surcharge', 'Not conveyable'),
    ...one('FuelCharge', 'fuel', 'Fuel surcharge'),
    ...listed('TaxCharges', 'tax'),
  ];
  const lines = parts.filter(({ amount }) => amount.minor !== 0);
  const amounts = lines.map(({ amount }) => amount);
  const rest = total.minor - sum(amounts, CURRENCY).minor;
  const most = Math.ceil((parts.length + 1) / 2);
  const rounding: PriceLine[] =
    rest !== 0 && Math.abs(rest) <= most
      ? [{ kind: 'adjustment', code: 'rounding', label: 'Rounding', amount: money(rest, CURRENCY) }]
      : [];
  return addedUp(rates.at('Total'), [...lines, ...rounding], total);
}
