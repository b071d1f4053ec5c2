import type { AutoPopupTag } from '@scanship/contracts/common';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { AUTO_POPUP, USUAL_POPUP } from './order-for-shipping.ts';

/** Which documents open after shipping, for each of these orders that the tenant has (decisions 29). */
export async function autoPopupTagsOf(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, AutoPopupTag>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    popup: AutoPopupTag | null;
  }>`SELECT o.id, ${AUTO_POPUP} AS popup FROM orders o
    JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id WHERE o.id = ANY (${[...orderIds]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, popup }) => [id, popup ?? USUAL_POPUP]));
}
