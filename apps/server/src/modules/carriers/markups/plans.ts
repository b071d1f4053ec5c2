/** Mark-up plans as they are read for people: what holds, what waits for its day, and what held when. */
import type { MarkupRuleDto } from '@scanship/contracts/money/markups';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Moment, momentOf, RULE_COLUMNS, type RuleRow, usedAt } from './levels.ts';

export interface StoredPlan {
  /** The newest version that was published, whether it holds yet or not: what an edit is based on. */
  readonly version: number;
  readonly used: boolean;
  readonly currency: string;
  readonly rules: readonly MarkupRuleDto[];
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
  /** The version that waits for its day. */
  readonly next: StoredVersion | null;
}

export interface StoredVersion {
  readonly version: number;
  readonly used: boolean;
  readonly note: string;
  /** When it was published. */
  readonly at: Date;
  readonly by: string | null;
  readonly startsAt: Date;
  /** When the one after it begins; null: none is known. */
  readonly until: Date | null;
  /** Begins later than now. */
  readonly waits: boolean;
  /** The former version it repeats. */
  readonly restores: number | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly currency: string | null;
  readonly rules: readonly MarkupRuleDto[];
}

export const toDto = (row: RuleRow): MarkupRuleDto => ({
  id: row.id,
  name: row.name,
  scope: row.scope as MarkupRuleDto['scope'],
  percentBp: row.percent_bp,
  offListBp: row.off_list_bp,
  fixedMinor: row.fixed_minor,
  floorMinor: row.floor_minor,
  capMinor: row.cap_minor,
  firstDay: row.first_day,
  lastDay: row.last_day,
});

export const planOf = (tx: Tx, tenantId: string, buyerId: string | null) =>
  tx
    .selectFrom('markup_plans as p')
    .select(['p.id', 'p.version', 'p.currency', usedAt().as('used')])
    .where('p.tenant_id', '=', tenantId)
    .where('p.buyer_tenant_id', buyerId === null ? 'is' : '=', buyerId);

/** Rules of a plan that hold. @param at absent: now */
export const inForce = (tx: Tx, planId: string, at?: Moment) =>
  tx
    .selectFrom('markup_rules as r')
    .select([...RULE_COLUMNS, 'r.currency'])
    .where('r.plan_id', '=', planId)
    .where('r.valid_from', '<=', momentOf(at))
    .where((eb) => eb.or([eb('r.valid_to', 'is', null), eb('r.valid_to', '>', momentOf(at))]))
    .orderBy('r.position')
    .execute();

/** The plan of a buyer, or the default (`null`), as it stands; version 0 when it was never saved. Runs as the level. */
export async function readPlan(
  tx: Tx,
  level: { readonly tenantId: string; readonly currency: string },
  buyerId: string | null,
): Promise<StoredPlan> {
  const plan = await planOf(tx, level.tenantId, buyerId).executeTakeFirst();
  if (!plan)
    return {
      version: 0,
      used: buyerId === null,
      currency: level.currency,
      rules: [],
      changedAt: null,
      changedBy: null,
      next: null,
    };
  const rules = await inForce(tx, plan.id);
  const versions = await versionsOf(tx, plan.id, { newest: 2 });
  const holds = versions.find((one) => !one.waits);
  return {
    version: plan.version,
    used: plan.used,
    currency: plan.currency,
    rules: rules.map(toDto),
    changedAt: holds?.at ?? null,
    changedBy: holds?.by ?? null,
    next: versions.find((one) => one.waits) ?? null,
  };
}

export interface PlanSummary {
  readonly buyerId: string | null;
  /** What `buyerId` names. */
  readonly kind: 'buyer' | 'group' | 'plan';
  readonly used: boolean;
  readonly ruleCount: number;
  readonly changedAt: Date | null;
}

/** All plans of the level, the default first. Runs as the level. */
export async function listPlans(tx: Tx, tenantId: string): Promise<readonly PlanSummary[]> {
  const { rows } =
    await sql<PlanSummary>`SELECT p.buyer_tenant_id AS "buyerId", p.buyer_kind AS kind, ${usedAt()} AS used,
      (SELECT count(*)::int FROM markup_rules r WHERE r.tenant_id = p.tenant_id AND r.plan_id = p.id
        AND r.valid_from <= now() AND (r.valid_to IS NULL OR r.valid_to > now())) AS "ruleCount",
      (SELECT max(v.created_at) FROM markup_versions v WHERE v.tenant_id = p.tenant_id AND v.plan_id = p.id) AS "changedAt"
    FROM markup_plans p WHERE p.tenant_id = ${tenantId}::uuid ORDER BY p.buyer_tenant_id IS NOT NULL, p.created_at`.execute(
      tx,
    );
  return rows;
}

/** More than anybody reads at once. */
const MOST_VERSIONS = 100;

/** Versions of a plan, the one that begins last first; with those that were withdrawn before their day, if asked for. */
async function versionsOf(
  tx: Tx,
  planId: string,
  { newest, withdrawn = false }: { readonly newest: number; readonly withdrawn?: boolean },
): Promise<readonly StoredVersion[]> {
  const versions = await tx
    .selectFrom('markup_versions')
    .select(['version', 'used', 'note', 'rule_ids', 'created_at', 'created_by', 'starts_at', 'restores'])
    .select(['withdrawn_at', 'withdrawn_by', sql<boolean>`starts_at > now()`.as('waits')])
    .where('plan_id', '=', planId)
    .$if(!withdrawn, (query) => query.where('withdrawn_at', 'is', null))
    .orderBy('starts_at', 'desc')
    .orderBy('version', 'desc')
    .limit(newest)
    .execute();
  const ids = versions.flatMap((one) => one.rule_ids as readonly string[]);
  const rows =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('markup_rules as r')
          .select([...RULE_COLUMNS, 'r.currency'])
          .where('r.plan_id', '=', planId)
          .where('r.id', '=', (eb) => eb.fn.any(sql<string[]>`${[...new Set(ids)]}::uuid[]`))
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  let until: Date | null = null;
  return versions.map((one): StoredVersion => {
    const of = (one.rule_ids as readonly string[]).flatMap((id) => byId.get(id) ?? []);
    const startsAt = one.starts_at ?? one.created_at;
    const ends = until;
    if (one.withdrawn_at === null) until = startsAt;
    return {
      version: one.version,
      used: one.used,
      note: one.note,
      at: one.created_at,
      by: one.created_by,
      startsAt,
      until: one.withdrawn_at === null ? ends : null,
      waits: one.waits && one.withdrawn_at === null,
      restores: one.restores,
      withdrawnAt: one.withdrawn_at,
      withdrawnBy: one.withdrawn_by,
      currency: of[0]?.currency ?? null,
      rules: of.map(toDto),
    };
  });
}

/** What held when, the one that begins last first, with what was withdrawn. Runs as the level. */
export async function readVersions(
  tx: Tx,
  tenantId: string,
  buyerId: string | null,
): Promise<readonly StoredVersion[]> {
  const plan = await planOf(tx, tenantId, buyerId).executeTakeFirst();
  return plan ? versionsOf(tx, plan.id, { newest: MOST_VERSIONS, withdrawn: true }) : [];
}
