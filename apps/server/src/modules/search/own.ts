/** What a text finds in the caller's own company. */
import type { Found, SearchGroup } from '@scanship/contracts/network/search';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Sought } from '../../platform/sought.ts';
import { findOrders } from '../orders/index.ts';
import { findProductsSql } from '../products/index.ts';
import { findShipmentsSql } from '../shipments/index.ts';
import { findInvoices } from '../statements/index.ts';
import { findUsers } from '../users/index.ts';
import { firstOf, orderHit, personHit, shipmentHit } from './hits.ts';

/** A statement may take this long; then the person is told to narrow the search. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Groups that somebody of a customer may see: those whose pages they may open. */
export const ownGroups = ({ permissions, rights }: RequestContext): readonly SearchGroup[] => [
  ...(permissions.has('ECOMMERCE_ORDERS') ? (['orders', 'shipments'] as const) : []),
  ...(permissions.has('ECOMMERCE_PRODUCTS') ? (['products'] as const) : []),
  ...(rights.has('users.manage') ? (['people'] as const) : []),
  ...(rights.has('money.view') && permissions.has('PROFILE_SETTINGS') ? (['invoices'] as const) : []),
];

/** Searches these groups alone. */
export async function searchOwn(
  deps: { readonly db: Database; readonly carrierName: (slug: string) => string },
  ctx: RequestContext,
  sought: Sought,
  groups: readonly SearchGroup[],
  limit: number,
): Promise<Partial<Found>> {
  const wants = (group: SearchGroup): boolean => groups.includes(group);
  const more = limit + 1;
  const shipments = wants('shipments') ? findShipmentsSql(sought.text, more) : undefined;
  const products = wants('products') ? findProductsSql(sought.text, more) : undefined;
  const [rows, people, invoices] = await Promise.all([
    deps.db.tenant(
      ctx,
      async (tx) => {
        const [orders, labels, titles] = await Promise.all([
          wants('orders') ? findOrders(tx, sought.orders, more) : [],
          shipments?.execute(tx),
          products?.execute(tx),
        ]);
        return { orders, shipments: labels?.rows ?? [], products: titles?.rows ?? [] };
      },
      { readOnly: 'standby', statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    ),
    wants('people')
      ? deps.db.identity(ctx, (tx) => findUsers(tx, ctx.realmId, sought, more, { tenantIds: [ctx.tenantId] }), {
          readOnly: 'standby',
        })
      : [],
    wants('invoices') ? findInvoices(deps.db, ctx.tenantId, 'owed', sought.text, more) : [],
  ]);
  return {
    orders: firstOf(rows.orders, limit, (row) => orderHit(row, null)),
    shipments: firstOf(rows.shipments, limit, (row) => shipmentHit(row, deps.carrierName, null)),
    products: firstOf(rows.products, limit, ({ id, title, sku }) => ({ id, title, sku })),
    people: firstOf(people, limit, (person) => personHit(person, ctx.tenantId, null)),
    invoices: firstOf(invoices, limit, ({ id, number, month, party_name }) => ({
      id,
      number,
      month,
      partyName: party_name,
    })),
  };
}
