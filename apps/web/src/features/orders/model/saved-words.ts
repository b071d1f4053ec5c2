/** What came of saving items of orders as products, in one sentence or two. */
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { DataOf } from '@scanship/contracts/call';
import type { saveProductsFromOrders } from '@scanship/contracts/products/products-from-orders';

export function savedWords(saved: DataOf<typeof saveProductsFromOrders>): MessageDescriptor {
  const { created, changed, withoutSku, orders } = saved;
  if (created + changed > 0)
    return orders > 0
      ? msg`${plural(created + changed, { one: '# product saved.', other: '# products saved.' })} ${plural(orders, { one: '# waiting order was completed.', other: '# waiting orders were completed.' })}`
      : msg`${plural(created + changed, { one: '# product saved.', other: '# products saved.' })}`;
  return withoutSku > 0 && saved.unchanged === 0
    ? msg`Nothing was saved: these items have no SKU.`
    : msg`The products have all of this already.`;
}
