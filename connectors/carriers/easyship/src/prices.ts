/** Prices as Easyship states them: one total, and parts of it. Pure. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { add, type Money, subtract, zero } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

/** Parts that mean something beside the transport; the last two are null for accounts whose plan has no taxes and duties. */
const PARTS: readonly (readonly [name: string, kind: PriceLineKind, label: string, isOptional: boolean])[] = [
  ['fuel_surcharge', 'fuel', 'Fuel surcharge', false],
  ['insurance_fee', 'option', 'Insurance', false],
  ['sales_tax', 'tax', 'Sales tax', false],
  ['provincial_sales_tax', 'tax', 'Provincial sales tax', false],
  ['import_duty_charge', 'duty', 'Import duty', true],
  ['import_tax_charge', 'tax', 'Import tax', true],
];

/**
 * What is no part of its own is the transport with its surcharges: which of them count (two fees for homes are stated side by
 * side) only the total says. @throws FieldProblem where a part cannot be read or is more than the total
 */
export function readPrice(r: ObjectReader): Price {
  const currency = r.currency('currency');
  const total = r.money('total_charge', currency);
  const parts = PARTS.flatMap(([name, kind, label, isOptional]): PriceLine[] => {
    if (isOptional && !r.has(name)) return [];
    const amount = r.money(name, currency);
    return amount.minor === 0 ? [] : [{ kind, code: name, label, amount }];
  });
  const rest = subtract(
    total,
    parts.reduce((sum, part) => add(sum, part.amount), zero(currency)),
  );
  if (total.minor <= 0 || rest.minor < 0) throw new FieldProblem(r.at('total_charge'), 'is less than its parts');
  return { total, lines: [{ kind: 'base', code: 'shipment_charge', label: 'Shipping', amount: rest }, ...parts] };
}
