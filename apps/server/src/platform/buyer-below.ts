/** Whom a level sells to: a franchise its customers, the operator its franchises. */
import { sql } from 'kysely';
import type { RequestContext } from './context.ts';
import type { Database } from './database/database.ts';
import { type Outcome, problem } from './problem.ts';

export interface BuyerBelow {
  readonly id: string;
  readonly name: string;
}

/** In the order of the ids. Problem `not_found` when one of them is no buyer of this level. */
export async function buyersBelow(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind'>,
  ids: readonly string[],
): Promise<Outcome<readonly BuyerBelow[]>> {
  if (ids.length === 0) return { ok: true, value: [] };
  const rows = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .innerJoin('tenant_closure as c', 'c.descendant_id', 'tenants.id')
      .select(['tenants.id', 'tenants.name'])
      .where('tenants.id', 'in', [...ids])
      .where('tenants.kind', '=', ctx.tenantKind === 'platform' ? 'franchise' : 'customer')
      .where('c.ancestor_id', '=', ctx.tenantId)
      .where('c.depth', '>', 0)
      .execute(),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const buyers = ids.flatMap((id) => found.get(id) ?? []);
  return buyers.length === ids.length ? { ok: true, value: buyers } : problem('not_found');
}

/** Problem `not_found` for a tenant that is no buyer of this level. */
export async function buyerBelow(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind'>,
  id: string,
): Promise<Outcome<BuyerBelow>> {
  const found = await buyersBelow(db, ctx, [id]);
  const [buyer] = found.ok ? found.value : [];
  return buyer ? { ok: true, value: buyer } : problem('not_found');
}

export interface Buyer extends BuyerBelow {
  readonly currency: string;
  readonly locale: string;
  readonly time_zone: string;
  readonly state: 'active' | 'suspended';
  /** Suspended, or restricted by a person: no reminder has to stop its shipping. */
  readonly held: boolean;
}

/** Everybody a level sells to, by name; closed ones are left out. @param like of names in small letters, as LIKE has it */
export const allBuyersBelow = (
  db: Database,
  { tenantId, tenantKind }: Pick<RequestContext, 'tenantId' | 'tenantKind'>,
  like = '%',
): Promise<readonly Buyer[]> =>
  db.reference(async (tx) => {
    const { rows } = await sql<Buyer>`SELECT id, name, currency, locale, time_zone, state,
        state = 'suspended' OR restricted_at IS NOT NULL AND restricted_due_until IS NULL AS held
      FROM tenants
      WHERE ${tenantKind === 'platform' ? sql`kind = 'franchise' AND parent_id = ${tenantId}` : sql`kind = 'customer' AND realm_id = ${tenantId}`}
        AND state <> 'closed' AND lower(name) LIKE ${like} ORDER BY lower(name), id`.execute(tx);
    return rows;
  });

/** Names of tenants, for lists of a level that has their ids in its own rows; null where a row names none. */
export async function tenantNames(db: Database, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.reference((tx) =>
    tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', wanted).execute(),
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
