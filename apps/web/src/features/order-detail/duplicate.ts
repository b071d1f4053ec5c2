/** A new order that begins as a copy of another one. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { fromGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import { writeDraft } from '../../lib/drafts.ts';
import { NEW_ORDER_DRAFT, type NewOrderDraft } from '../orders/model/new-order-draft.ts';

type Copied = Pick<OrderDetail, 'shipTo' | 'items' | 'total' | 'requestedService' | 'customerNote' | 'tags'>;

/** Everything but the number and what was shipped. Weights are given in grams, because the draft names its unit. */
export function copyOf(order: Copied): NewOrderDraft {
  const unit: WeightUnit = 'g';
  return {
    number: '',
    currency: order.total.currency,
    shipTo: order.shipTo,
    weightUnit: unit,
    items: order.items.map((item, index) => ({
      key: index + 1,
      title: item.title,
      sku: item.sku ?? '',
      quantity: String(Math.max(1, item.quantity)),
      price: toDecimal(item.unitPrice),
      weight: item.weightGrams === null ? '' : String(fromGrams(item.weightGrams, unit, 0)),
      hsCode: item.hsCode ?? '',
      origin: item.originCountry ?? '',
    })),
    service: order.requestedService ?? '',
    note: order.customerNote ?? '',
    tags: [...order.tags],
  };
}

export const keepNewOrder = (person: string, order: Copied): void => writeDraft(person, NEW_ORDER_DRAFT, copyOf(order));
