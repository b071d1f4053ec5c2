/**
 * Mark-up plans as they are edited. Rules are never changed: a save ends those that are gone and adds those that are new,
 * and keeps a version that says which were in force from then on.
 */
import type { MarkupRuleDto, MarkupRuleInput } from '@scanship/contracts/money/markups';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { RULE_COLUMNS, type RuleRow } from './levels.ts';

export interface StoredPlan {
  readonly version: number;
  readonly used: boolean;
  readonly currency: string;
  readonly rules: readonly MarkupRuleDto[];
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
}

export interface StoredVersion {
  readonly version: number;
  readonly used: boolean;
  readonly note: string;
  readonly at: Date;
  readonly by: string | null;
  readonly rules: readonly MarkupRuleDto[];
}

export const toDto = (row: RuleRow): MarkupRuleDto => ({
  id: row.id,
  name: row.name,
  scope: row.scope as MarkupRuleDto['scope'],
  percentBp: row.percent_bp,
  fixedMinor: row.fixed_minor,
  floorMinor: row.floor_minor,
  capMinor: row.cap_minor,
  firstDay: row.first_day,
  lastDay: row.last_day,
});

const planOf = (tx: Tx, tenantId: string, buyerId: string | null) =>
  tx
    .selectFrom('markup_plans')
    .select(['id', 'version', 'used', 'currency'])
    .where('tenant_id', '=', tenantId)
    .where('buyer_tenant_id', buyerId === null ? 'is' : '=', buyerId);

const inForce = (tx: Tx, planId: string) =>
  tx
    .selectFrom('markup_rules as r')
    .select([...RULE_COLUMNS])
    .where('r.plan_id', '=', planId)
    .where('r.valid_to', 'is', null)
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
    };
  const rules = await inForce(tx, plan.id);
  const last = await tx
    .selectFrom('markup_versions')
    .select(['created_at', 'created_by'])
    .where('plan_id', '=', plan.id)
    .where('version', '=', plan.version)
    .executeTakeFirst();
  return {
    version: plan.version,
    used: plan.used,
    currency: plan.currency,
    rules: rules.map(toDto),
    changedAt: last?.created_at ?? null,
    changedBy: last?.created_by ?? null,
  };
}

export interface PlanSummary {
  readonly buyerId: string | null;
  readonly used: boolean;
  readonly ruleCount: number;
  readonly changedAt: Date | null;
}

/** All plans of the level, the default first. Runs as the level. */
export async function listPlans(tx: Tx, tenantId: string): Promise<readonly PlanSummary[]> {
  const { rows } = await sql<PlanSummary>`SELECT p.buyer_tenant_id AS "buyerId", p.used,
      (SELECT count(*)::int FROM markup_rules r WHERE r.tenant_id = p.tenant_id AND r.plan_id = p.id AND r.valid_to IS NULL)
        AS "ruleCount",
      (SELECT max(v.created_at) FROM markup_versions v WHERE v.tenant_id = p.tenant_id AND v.plan_id = p.id) AS "changedAt"
    FROM markup_plans p WHERE p.tenant_id = ${tenantId}::uuid ORDER BY p.buyer_tenant_id IS NOT NULL, p.created_at`.execute(
    tx,
  );
  return rows;
}

export interface PlanChange {
  readonly rules: readonly MarkupRuleInput[];
  readonly used: boolean;
  readonly note?: string | undefined;
  /** The version the person saw. */
  readonly version: number;
}

/** With its keys in one order, so that equal scopes are equal texts. */
const plainScope = (scope: MarkupRuleInput['scope']): MarkupRuleInput['scope'] => ({
  ...(scope.carriers && { carriers: [...new Set(scope.carriers)] }),
  ...(scope.services && { services: [...new Set(scope.services)] }),
  ...(scope.zones && { zones: [...new Set(scope.zones)] }),
  ...(scope.minGrams !== undefined && { minGrams: scope.minGrams }),
  ...(scope.maxGrams !== undefined && { maxGrams: scope.maxGrams }),
});
const contentOf = (rule: MarkupRuleInput): string =>
  JSON.stringify([
    rule.name,
    plainScope(rule.scope),
    rule.percentBp,
    rule.fixedMinor,
    rule.floorMinor,
    rule.capMinor,
    rule.firstDay,
    rule.lastDay,
  ]);

/**
 * Replaces the rules of a plan. Quotes from now on have them; rates that were given keep what is sealed in them.
 * @returns problem `stale_version` when somebody saved meanwhile
 */
export async function savePlan(
  db: Database,
  by: { readonly tenantId: string; readonly userId: string | null; readonly currency: string },
  buyerId: string | null,
  change: PlanChange,
): Promise<Outcome<void>> {
  const { tenantId, currency } = by;
  return db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`markups ${tenantId} ${buyerId ?? ''}`}, 0))`.execute(tx);
    const before = await planOf(tx, tenantId, buyerId).forUpdate().executeTakeFirst();
    if ((before?.version ?? 0) !== change.version) return problem('stale_version');
    const planId = before?.id ?? newId();
    const version = change.version + 1;
    const used = buyerId === null || change.used;
    if (before)
      await tx
        .updateTable('markup_plans')
        .set({ version, used, currency })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', planId)
        .execute();
    else
      await tx
        .insertInto('markup_plans')
        .values({ tenant_id: tenantId, id: planId, buyer_tenant_id: buyerId, used, currency, version })
        .execute();
    const old = before ? await inForce(tx, planId) : [];
    // One that stays as it was, where it was, stays the same row.
    const kept = new Map(
      before?.currency === currency ? old.map((row) => [`${row.position} ${contentOf(toDto(row))}`, row.id]) : [],
    );
    const ruleIds: string[] = [];
    const added = change.rules.flatMap((rule, index) => {
      const position = index + 1;
      const same = kept.get(`${position} ${contentOf(rule)}`);
      const id = same ?? newId();
      ruleIds.push(id);
      return same ? [] : [{ id, position, rule }];
    });
    const gone = old.map((row) => row.id).filter((id) => !ruleIds.includes(id));
    if (gone.length > 0)
      await tx
        .updateTable('markup_rules')
        .set({ valid_to: sql<Date>`now()` })
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', gone)
        .execute();
    if (added.length > 0)
      await tx
        .insertInto('markup_rules')
        .values(
          added.map(({ id, position, rule }) => ({
            tenant_id: tenantId,
            id,
            plan_id: planId,
            position,
            name: rule.name,
            scope: json(plainScope(rule.scope)),
            percent_bp: rule.percentBp,
            fixed_minor: rule.fixedMinor,
            floor_minor: rule.floorMinor,
            cap_minor: rule.capMinor,
            first_day: rule.firstDay,
            last_day: rule.lastDay,
            currency,
            created_by: by.userId,
          })),
        )
        .execute();
    await tx
      .insertInto('markup_versions')
      .values({
        tenant_id: tenantId,
        plan_id: planId,
        version,
        used,
        note: change.note ?? '',
        rule_ids: json(ruleIds),
        created_by: by.userId,
      })
      .execute();
    return { ok: true, value: undefined };
  });
}

/** More than anybody reads at once. */
const MOST_VERSIONS = 100;

/** What was in force when, newest first. Runs as the level. */
export async function readVersions(
  tx: Tx,
  tenantId: string,
  buyerId: string | null,
): Promise<readonly StoredVersion[]> {
  const plan = await planOf(tx, tenantId, buyerId).executeTakeFirst();
  if (!plan) return [];
  const versions = await tx
    .selectFrom('markup_versions')
    .select(['version', 'used', 'note', 'rule_ids', 'created_at', 'created_by'])
    .where('plan_id', '=', plan.id)
    .orderBy('version', 'desc')
    .limit(MOST_VERSIONS)
    .execute();
  const rows = await tx
    .selectFrom('markup_rules as r')
    .select([...RULE_COLUMNS])
    .where('r.plan_id', '=', plan.id)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toDto(row)]));
  return versions.map((one) => ({
    version: one.version,
    used: one.used,
    note: one.note,
    at: one.created_at,
    by: one.created_by,
    rules: (one.rule_ids as readonly string[]).flatMap((id) => byId.get(id) ?? []),
  }));
}
