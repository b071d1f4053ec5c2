/** A further order of what a buyer gets for what came back: the same once more, another product, or what is only words. */
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { OrderContext } from '../commands/order-context.ts';
import { type FurtherLine, lockSent, makeFurtherOrder } from './further-order.ts';

/** What is known of a product that is sent. */
export interface ExchangedProduct {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly customsText: string | null;
  readonly value: { readonly minor: number; readonly currency: string } | null;
}

export interface ExchangedLine {
  /** Of the first order: what came back. */
  readonly line: number;
  readonly quantity: number;
  readonly instead:
    | { readonly kind: 'same' }
    | { readonly kind: 'product'; readonly product: ExchangedProduct }
    | { readonly kind: 'words'; readonly words: string };
}

/** Part of the caller's transaction. Problems: `not_found`, `order_not_shippable`. */
export async function makeExchangeOrder(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly returnNumber: string;
    readonly lines: readonly ExchangedLine[];
    readonly now: Date;
  },
): Promise<Outcome<{ readonly id: string; readonly number: string }>> {
  const found = await lockSent(tx, ctx.tenantId, input.orderId);
  if (!found.ok) return found;
  const { sent, lines } = found.value;
  const wanted = input.lines.flatMap(({ line, quantity, instead }): readonly FurtherLine[] => {
    const back = lines.find((each) => each.line === line);
    if (!back) return [];
    switch (instead.kind) {
      case 'same':
        return [{ ...back, quantity, again: line, product: null }];
      case 'words':
        return [
          {
            sku: '',
            title: instead.words,
            // As much as what came back, until somebody says otherwise.
            unit_minor: back.unit_minor,
            weight_g: null,
            hs_code: null,
            origin: null,
            quantity,
            again: null,
            product: null,
          },
        ];
      case 'product': {
        const { product } = instead;
        return [
          {
            sku: product.sku,
            title: product.title || product.sku,
            // Not known in the order's currency: customs asks for it, and is not told what something else was worth.
            unit_minor: product.value?.currency === sent.currency ? product.value.minor : 0,
            weight_g: product.weightGrams,
            hs_code: product.hsCode,
            origin: product.originCountry,
            quantity,
            again: null,
            product: { id: product.id, customsText: product.customsText },
          },
        ];
      }
    }
  });
  if (wanted.length === 0) return problem('order_not_shippable', { message: 'Choose at least one item to send.' });
  return makeFurtherOrder(ctx, tx, {
    sent,
    suffix: 'X',
    lines: wanted,
    why: `In exchange for return ${input.returnNumber}`,
    noted: (number) => ({ why: `Return ${input.returnNumber} exchanged: sent as ${number}` }),
    now: input.now,
  });
}
