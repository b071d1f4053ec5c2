/** Whom a level sells to: a franchise its customers, the operator its franchises. */
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

export interface BuyerBelow {
  readonly id: string;
  readonly name: string;
}

/** Problem `not_found` for a tenant that is no buyer of this level. */
export async function buyerBelow(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind'>,
  id: string,
): Promise<Outcome<BuyerBelow>> {
  const found = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .innerJoin('tenant_closure as c', 'c.descendant_id', 'tenants.id')
      .select(['tenants.id', 'tenants.name'])
      .where('tenants.id', '=', id)
      .where('tenants.kind', '=', ctx.tenantKind === 'platform' ? 'franchise' : 'customer')
      .where('c.ancestor_id', '=', ctx.tenantId)
      .where('c.depth', '>', 0)
      .executeTakeFirst(),
  );
  return found ? { ok: true, value: found } : problem('not_found');
}

/** Names of tenants, for lists of a level that has their ids in its own rows. */
export async function tenantNames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.reference((tx) =>
    tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', ids).execute(),
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
