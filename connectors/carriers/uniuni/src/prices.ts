/** Fees of a quote or a draft, and their total. */
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

const FEES: readonly (readonly [name: string, kind: PriceLineKind, label: string])[] = [
  ['postageFee', 'base', 'Postage'],
  ['signatureFee', 'option', 'Signature'],
  ['duty', 'duty', 'Duty'],
  ['tax', 'tax', 'Tax'],
];

/** @throws FieldProblem when a fee or the total cannot be read */
export function price(rate: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const currency = rate.currency('currency');
  const lines = FEES.flatMap(([name, kind, label]): PriceLine[] => {
    if (name !== 'postageFee' && !rate.has(name)) return [];
    const amount = rate.money(name, currency);
    return amount.minor === 0 ? [] : [{ kind, code: name, label, amount }];
  });
  return addedUp(rate.at('total'), lines, rate.money('total', currency));
}
