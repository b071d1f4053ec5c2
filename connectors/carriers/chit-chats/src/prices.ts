/** Fees of one postage. Chit Chats bills Canadian clients in CAD and states no currency. */
import { addedUp, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { subtract, sum, type Money } from '@scanship/domain/money/money';
import type { PriceLine, PriceLineKind } from '@scanship/domain/shipping/shipment';

export const CURRENCY = 'CAD';

const FEES: readonly (readonly [string, PriceLineKind, string])[] = [
  ['postage_fee', 'base', 'Postage'],
  ['insurance_fee', 'option', 'Insurance'],
  ['delivery_fee', 'surcharge', 'Delivery to the border'],
  ['tariff_fee', 'duty', 'Tariffs'],
];

/**
 * Lines and total of an item of `rates`.
 * @throws FieldProblem when they are not what is to be paid: fees that are not known here are not made up
 */
export function price(rate: ObjectReader): { readonly lines: readonly PriceLine[]; readonly total: Money } {
  const fees = FEES.flatMap(([name, kind, label]): PriceLine[] => {
    if (name !== 'postage_fee' && !rate.has(name)) return [];
    const amount = rate.money(name, CURRENCY);
    return amount.minor === 0 ? [] : [{ kind, code: name, label, amount }];
  });
  const taxes = ['federal_tax', 'provincial_tax'].flatMap((name): PriceLine[] => {
    if (!rate.has(name)) return [];
    const amount = rate.money(name, CURRENCY);
    if (amount.minor === 0) return [];
    const label = rate.string(`${name}_label`);
    return [{ kind: 'tax', code: name, label, amount }];
  });
  const total = rate.money('payment_amount', CURRENCY);
  return addedUp(rate.at('payment_amount'), [...withoutTaxes(fees, taxes, total), ...taxes], total);
}

/** Where the fees alone are what is to be paid, the taxes are in the postage already ("HST (13%)" 0.98 of 8.50): they are told from it. */
function withoutTaxes(fees: readonly PriceLine[], taxes: readonly PriceLine[], total: Money): readonly PriceLine[] {
  const sumOf = (lines: readonly PriceLine[]): Money =>
    sum(
      lines.map((line) => line.amount),
      CURRENCY,
    );
  if (taxes.length === 0 || sumOf(fees).minor !== total.minor) return fees;
  return fees.map((fee) => (fee.kind === 'base' ? { ...fee, amount: subtract(fee.amount, sumOf(taxes)) } : fee));
}
