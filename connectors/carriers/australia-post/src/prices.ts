/** A total with the goods and services tax (GST) in it, as Australia Post states prices everywhere. Australian dollars. */
import { addedUp, FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { subtract, type Money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';

const CURRENCY = 'AUD';

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

/**
 * Surcharges (fuel, manual handling) are part of the total; how they share in it is not documented, so they are no lines.
 * @param summary `shipment_summary` @throws FieldProblem for what is no price
 */
export function price(summary: ObjectReader): Price {
  const total = summary.money('total_cost', CURRENCY);
  const tax = summary.money('total_gst', CURRENCY);
  const postage = summary.has('total_cost_ex_gst')
    ? summary.money('total_cost_ex_gst', CURRENCY)
    : subtract(total, tax);
  if (total.minor <= 0 || tax.minor < 0) throw new FieldProblem(summary.at('total_cost'), 'is no price');
  return addedUp(
    summary.at('total_cost'),
    [
      { kind: 'base', code: 'postage', label: 'Postage', amount: postage },
      ...(tax.minor === 0 ? [] : [{ kind: 'tax' as const, code: 'GST', label: 'GST', amount: tax }]),
    ],
    total,
  );
}
