/**
 * The levels between the owner of a carrier account and who ships with it, each with the mark-ups it has in force for the
 * level below: of the lists that are used the one for the fewest (`domain/pricing/markup-lists`), else none (at cost).
 */
import type { MarkupRule, MarkupScope } from '@scanship/domain/pricing/pricing';
import { MARKUP_LISTS } from '@scanship/domain/pricing/markup-lists';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

export interface MarkupLevel {
  readonly tenantId: string;
  /** The level it sells to. */
  readonly buyerId: string;
  readonly rules: readonly MarkupRule[];
  /** Of fixed amounts, floors and caps of the rules. */
  readonly currency: string;
}

export interface RuleRow {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly scope: unknown;
  readonly percent_bp: number;
  readonly off_list_bp: number | null;
  readonly fixed_minor: number;
  readonly floor_minor: number | null;
  readonly cap_minor: number | null;
  readonly first_day: string | null;
  readonly last_day: string | null;
}
export const RULE_COLUMNS = [
  'r.id',
  'r.position',
  'r.name',
  'r.scope',
  'r.percent_bp',
  'r.off_list_bp',
  'r.fixed_minor',
  'r.floor_minor',
  'r.cap_minor',
  'r.first_day',
  'r.last_day',
] as const;

export const toRule = (row: Omit<RuleRow, 'name'>): MarkupRule => ({
  id: row.id,
  position: row.position,
  // Written by `savePlan`, which the contract checked.
  scope: row.scope as MarkupScope,
  percentBp: row.percent_bp,
  offListBp: row.off_list_bp ?? undefined,
  fixedMinor: row.fixed_minor,
  floorMinor: row.floor_minor ?? undefined,
  capMinor: row.cap_minor ?? undefined,
  validFrom: row.first_day ?? undefined,
  validTo: row.last_day ?? undefined,
});

const READ = { readOnly: true, atOnce: true } as const;

/** A moment by the database's clock, to the microsecond: a version that begins then holds, the one before does not. */
export type Moment = string;

export interface MarkupLevels {
  readonly levels: readonly MarkupLevel[];
  /** The moment all of them hold at; undefined for an own account. */
  readonly at: Moment | undefined;
}

/**
 * From the owner down to the level above the shipper; empty for an own account. All levels are read as of one moment, so that a
 * version that begins meanwhile is in all of a quote or in none of it.
 * @param at absent: now
 */
export async function readMarkupLevels(
  db: Database,
  ownerTenantId: string,
  shipperTenantId: string,
  at?: Moment,
): Promise<MarkupLevels> {
  if (ownerTenantId === shipperTenantId) return { levels: [], at };
  const path = await db.reference(async (tx) => {
    const { rows } = await sql<{ id: string; at: Moment }>`SELECT c.ancestor_id AS id, now()::text AS at
      FROM tenant_closure c
      JOIN tenants t ON t.id = c.ancestor_id
      WHERE c.descendant_id = ${shipperTenantId}::uuid AND c.depth > 0 AND t.kind <> 'group'
        AND c.depth <= (SELECT depth FROM tenant_closure
          WHERE ancestor_id = ${ownerTenantId}::uuid AND descendant_id = ${shipperTenantId}::uuid)
      ORDER BY c.depth DESC`.execute(tx);
    return rows;
  });
  const [owner] = path;
  if (owner?.id !== ownerTenantId) throw new Error('an account is lent downwards only');
  const moment = at ?? owner.at;
  const levels = await Promise.all(
    path.map(async ({ id: tenantId }, index): Promise<MarkupLevel> => {
      const buyerId = path[index + 1]?.id ?? shipperTenantId;
      const rows = await db.tenant({ tenantId }, (tx) => rulesFor(tx, buyerId, moment), READ);
      return { tenantId, buyerId, currency: rows[0]?.currency ?? 'CAD', rules: rows.map(toRule) };
    }),
  );
  return { levels, at: moment };
}

export const momentOf = (at: Moment | undefined) =>
  at === undefined ? sql<Date>`now()` : sql<Date>`CAST(${at} AS timestamptz)`;

/** Whether plan `p` was used at a moment: what the version says that held then; a plan without one was none yet. */
export const usedAt = (at?: Moment) =>
  sql<boolean>`coalesce((SELECT v.used FROM markup_versions AS v
    WHERE v.tenant_id = p.tenant_id AND v.plan_id = p.id AND v.withdrawn_at IS NULL AND v.starts_at <= ${momentOf(at)}
    ORDER BY v.starts_at DESC, v.version DESC LIMIT 1), false)`;

const rankOf = (kind: (typeof MARKUP_LISTS)[number]) => sql.lit(MARKUP_LISTS.indexOf(kind));

/** Lists that are for a buyer by what stands for it now, each with its rank; `buyerId` may be a group or a plan itself. */
const listsOf = (buyerId: string) => sql<{ list: string; rank: number }>`(
  SELECT ${buyerId}::uuid AS list, ${rankOf('buyer')} AS rank
  UNION ALL SELECT c.group_id, ${rankOf('group')} FROM franchise_customers AS c WHERE c.customer_id = ${buyerId}::uuid
  UNION ALL SELECT o.id, ${rankOf('plan')} FROM franchise_customers AS c JOIN plans AS o ON o.tenant_id = c.tenant_id AND o.code = c.plan_code
    WHERE c.customer_id = ${buyerId}::uuid)`;

/** The id of the one plan of mark-ups that counts for a buyer. */
const countingPlan = (buyerId: string | null, at: Moment | undefined) =>
  buyerId === null
    ? sql<string>`(SELECT p.id FROM markup_plans AS p WHERE p.buyer_tenant_id IS NULL)`
    : sql<string>`(SELECT p.id FROM markup_plans AS p LEFT JOIN ${listsOf(buyerId)} AS w ON w.list = p.buyer_tenant_id
        WHERE p.buyer_tenant_id IS NULL OR (w.list IS NOT NULL AND ${usedAt(at)})
        ORDER BY w.rank NULLS LAST LIMIT 1)`;

/**
 * The rules that hold for a buyer, in their order; `null`: the default's. Of a group or plan: its own where they are used, else the
 * default's. Runs as the level that sells.
 * @param at absent: now
 */
export const rulesFor = (
  tx: Tx,
  buyerId: string | null,
  at?: Moment,
): Promise<readonly (RuleRow & { readonly currency: string })[]> =>
  // One statement: it is part of every quote with a lent account.
  tx
    .selectFrom('markup_rules as r')
    .select([...RULE_COLUMNS, 'r.currency'])
    .where('r.plan_id', '=', countingPlan(buyerId, at))
    .where('r.valid_from', '<=', momentOf(at))
    .where((eb) => eb.or([eb('r.valid_to', 'is', null), eb('r.valid_to', '>', momentOf(at))]))
    .orderBy('r.position')
    .execute();
