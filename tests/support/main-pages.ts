/** Every screen of a customer, by the address and the heading it is known by. */
import { addOrder } from '@scanship/contracts/orders';
import { listAccounts } from '@scanship/contracts/carriers';
import { randomUUID } from 'node:crypto';
import { orderTo } from './demo.ts';
import type { Seller } from './seller.ts';

export interface Screen {
  readonly name: string;
  readonly path: string;
}

/** Makes one order, so that every screen has something to show. */
export async function customerScreens(seller: Seller): Promise<readonly Screen[]> {
  const body = orderTo(`SCREEN-${randomUUID().slice(0, 8)}`, { customerNote: 'Ring twice.', tags: ['wholesale'] });
  const order = await seller.must(addOrder, { body, idempotencyKey: randomUUID() });
  const { accounts } = await seller.must(listAccounts);
  const sheet = accounts.find((account) => account.carrier === 'rate-sheet');
  if (!sheet) throw new Error('the demo has no carrier with a rate sheet');
  return [
    { name: 'orders', path: '/ecommerce/orders' },
    { name: 'orders with the panel', path: `/ecommerce/orders?order=${order.id}` },
    { name: 'order', path: `/ecommerce/order/${order.id}` },
    { name: 'new order', path: '/ecommerce/orders/new' },
    { name: 'import', path: '/ecommerce/orders/import' },
    { name: 'exceptions', path: '/ecommerce/orders/exceptions' },
    { name: 'carriers', path: '/carrier-manager' },
    { name: 'carrier', path: `/carrier-manager/${sheet.id}` },
    { name: 'settings', path: '/account/settings' },
  ];
}
