/** What is looked up of a few orders of a batch before carriers are asked, in one transaction. */
import type { PackageSuggestion } from '@scanship/contracts/products/packages';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { decideFor, type OrderDecision } from '../../automation/index.ts';
import { loadOrderForShipping, type OrderForShipping } from '../../orders/index.ts';
import { suggestForOrders } from '../../packages/index.ts';
import { userNames } from '../../users/index.ts';
import type { BatchAsker, BatchSettings } from '../batch-rows.ts';
import type { Packing } from './wishes.ts';

export interface OrderFound {
  readonly order: OrderForShipping;
  readonly decision: OrderDecision;
  /** Boxes the open units go into, where every unit's size and weight is known; else null. */
  readonly packing: Packing | null;
  /** Somebody else who ships it at this moment. */
  readonly claimedBy: string | undefined;
  readonly shippedBy: string | undefined;
}

/** On whose behalf orders are read, and what of the batch their decisions depend on. */
export interface OrdersWanted {
  readonly tenantId: string;
  /** Whose own claims stop nothing. */
  readonly buyerId: string | null;
  readonly options: Pick<BatchSettings, 'presetId' | 'locationId'>;
  readonly asker: Pick<BatchAsker, 'realmId'>;
}

interface Standing {
  readonly id: string;
  readonly claimed_by: string | null;
  readonly bought_by: string | null;
}

/** @returns by order id; orders the customer does not have are left out */
export async function readOrders(
  db: Database,
  batch: OrdersWanted,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderFound>> {
  const { tenantId } = batch;
  const read = await db.tenant(
    { tenantId },
    async (tx) => {
      const decisions = await decideFor({ tenantId }, tx, orderIds, { presetId: batch.options.presetId });
      const orders: OrderForShipping[] = [];
      for (const id of orderIds) {
        const order = await loadOrderForShipping({ tenantId }, tx, id, { locationId: batch.options.locationId });
        if (order) orders.push(order);
      }
      const suggestions = await suggestForOrders(tx, orderIds);
      return { decisions, orders, suggestions, standing: await readStanding(tx, tenantId, orderIds) };
    },
    { readOnly: true, byKey: true },
  );
  const people = new Set(
    read.standing.flatMap(({ claimed_by, bought_by }) => [claimed_by, bought_by].filter((id) => id !== null)),
  );
  const names = await userNames(db, batch.asker, [...people]);
  const nameOf = (id: string | null): string | undefined =>
    id === null ? undefined : (names.get(id) ?? 'somebody else');
  return new Map(
    read.orders.flatMap((order) => {
      const decision = read.decisions.get(order.id);
      const standing = read.standing.find((each) => each.id === order.id);
      if (!decision) return [];
      const claimed = standing?.claimed_by ?? null;
      const found: OrderFound = {
        order,
        decision,
        packing: packingOf(read.suggestions.find((each) => each.orderId === order.id)),
        claimedBy: claimed === batch.buyerId ? undefined : nameOf(claimed),
        shippedBy: nameOf(standing?.bought_by ?? null),
      };
      return [[order.id, found] as const];
    }),
  );
}

function packingOf(suggestion: PackageSuggestion | undefined): Packing | null {
  if (suggestion?.basis !== 'measured') return null;
  const parcels = suggestion.parcels.flatMap(({ weightGrams, ...parcel }) =>
    weightGrams === null ? [] : [{ ...parcel, weightGrams }],
  );
  return parcels.length > 0 && parcels.length === suggestion.parcels.length ? parcels : null;
}

async function readStanding(tx: Tx, tenantId: string, orderIds: readonly string[]): Promise<readonly Standing[]> {
  const { rows } = await sql<Standing>`
    SELECT o.id, CASE WHEN o.claimed_until > now() THEN o.claimed_by END AS claimed_by,
      (SELECT s.created_by FROM shipment_items AS i
        JOIN shipments AS s ON s.tenant_id = i.tenant_id AND s.id = i.shipment_id
        WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id AND i.held AND s.state NOT IN ('draft', 'voided')
        ORDER BY s.created_at DESC LIMIT 1) AS bought_by
    FROM orders AS o WHERE o.tenant_id = ${tenantId} AND o.id = ANY (${[...orderIds]}::uuid[])`.execute(tx);
  return rows;
}
