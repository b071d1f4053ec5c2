/** One rate of an answer: a product and its whole price. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';

export interface Price {
  readonly product: string;
  readonly lines: readonly PriceLine[];
  readonly total: Money;
}

/** @throws FieldProblem for a rate that is no price */
export function price(rate: ObjectReader): Price {
  const product = rate.id('productCode', /^[\w -]{1,40}$/);
  const total = rate.money('rate', rate.currency('currencyType'));
  if (total.minor <= 0) throw new FieldProblem(rate.at('rate'), 'is no price');
  return { product, total, lines: [{ kind: 'base', code: 'rate', label: 'Transport', amount: total }] };
}
