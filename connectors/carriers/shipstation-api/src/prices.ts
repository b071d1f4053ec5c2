/** Amounts as ShipStation states them: a number and a currency in small letters. Pure. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { add, type Money, money, zero } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

/** Currency codes come in small letters. */
export function amountOf(o: ObjectReader, name: string): Money {
  const value = o.object(name);
  const currency = value.string('currency', /^[A-Za-z]{3}$/).toUpperCase();
  return value.money('amount', currency);
}

const PARTS: readonly (readonly [string, PriceLineKind, string, boolean])[] = [
  ['shipping_amount', 'base', 'Shipping', true],
  ['insurance_amount', 'option', 'Insurance', true],
  ['confirmation_amount', 'option', 'Delivery confirmation', true],
  ['other_amount', 'surcharge', 'Surcharges', true],
  ['tax_amount', 'tax', 'Tax', false],
];

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

/** The parts in one currency and their sum. @throws FieldProblem */
export function summed(where: string, lines: readonly PriceLine[]): Price {
  const [first] = lines;
  if (!first) throw new FieldProblem(where, 'names no price');
  const { currency } = first.amount;
  if (lines.some((line) => line.amount.currency !== currency))
    throw new FieldProblem(where, 'is in several currencies');
  const total = lines.reduce((sum, line) => add(sum, line.amount), zero(currency));
  if (total.minor <= 0) throw new FieldProblem(where, 'is not a price');
  return {
    lines: lines.filter((line, at) => at === 0 || line.amount.minor !== 0),
    total: money(total.minor, currency),
  };
}

/** A rate states its parts and no total. @throws FieldProblem where one of them cannot be read */
export const ratePrice = (rate: ObjectReader): Price =>
  summed(
    rate.at('shipping_amount'),
    PARTS.flatMap(([name, kind, label, required]): PriceLine[] =>
      required || rate.has(name) ? [{ kind, code: name, label, amount: amountOf(rate, name) }] : [],
    ),
  );

/** What a bought label costs. */
export const labelPrice = (label: ObjectReader): Price =>
  summed(label.at('shipment_cost'), [
    { kind: 'base', code: 'shipment_cost', label: 'Shipping', amount: amountOf(label, 'shipment_cost') },
    ...(label.has('insurance_cost')
      ? [
          {
            kind: 'option' as const,
            code: 'insurance_cost',
            label: 'Insurance',
            amount: amountOf(label, 'insurance_cost'),
          },
        ]
      : []),
  ]);
