/** What an order's products say of dangerous goods, for the parcels they go in. Pure. */
import { DANGEROUS_GOODS, type DangerousGoodsKind } from './shipment.ts';

/** What a product can be; dry ice is laid beside it, and weighed. */
export const DANGEROUS_PRODUCTS = DANGEROUS_GOODS.filter((kind): kind is DangerousProduct => kind !== 'dry-ice');
export type DangerousProduct = Exclude<DangerousGoodsKind, 'dry-ice'>;

/** The one kind that lines hold; `mixed` where they hold several, which no carrier is told in one word; undefined: none. */
export function goodsOf(
  lines: readonly { readonly dangerousGoods?: DangerousProduct | null | undefined }[],
): DangerousProduct | 'mixed' | undefined {
  const kinds = new Set(lines.flatMap(({ dangerousGoods }) => dangerousGoods ?? []));
  const [only] = kinds;
  return kinds.size > 1 ? 'mixed' : only;
}
