/**
 * Publishing mark-ups, at once or from a day on. Rules are never changed: those that are gone end, those that are new begin, both
 * at one moment of the database's clock, and a version says which rules held from then on. So any process, this release's or the
 * one before, finds exactly one version's rules in force at any moment.
 */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Moment } from './levels.ts';
import { inForce, planOf, toDto } from './plans.ts';

export interface Level {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly currency: string;
}

export interface PlanChange {
  readonly rules: readonly MarkupRuleInput[];
  readonly used: boolean;
  /** What the buyer's id names; absent: a buyer. */
  readonly kind?: 'buyer' | 'group' | 'plan' | undefined;
  readonly note?: string | undefined;
  /** The version the person saw. */
  readonly version: number;
  /** When it begins, later than now; absent: at once. */
  readonly startsAt?: Date | undefined;
  /** The former version it repeats. */
  readonly restores?: number | undefined;
}

/** What belongs to a change and stands or falls with it: the audit log, the draft that is used up. */
export type WithChange = (tx: Tx, published: { readonly version: number }) => Promise<void>;

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
    rule.offListBp ?? null,
    rule.fixedMinor,
    rule.floorMinor,
    rule.capMinor,
    rule.firstDay,
    rule.lastDay,
  ]);

/** One change of a plan at a time, whoever makes it; the plan is then read for update. */
async function lockedPlan(tx: Tx, tenantId: string, buyerId: string | null) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`markups ${tenantId} ${buyerId ?? ''}`}, 0))`.execute(tx);
  return planOf(tx, tenantId, buyerId).forUpdate().executeTakeFirst();
}

/** The database's clock once a change holds its lock: what holds, what waits and what begins are all told by this one moment. */
const clockOf = async (tx: Tx, at?: Date): Promise<{ now: Moment; start: Moment; past: boolean }> => {
  const asked = at?.toISOString() ?? null;
  const { rows } = await sql<{ now: Moment; start: Moment; past: boolean }>`
    SELECT c.now::text AS now, coalesce(${asked}::timestamptz, c.now)::text AS start,
      coalesce(${asked}::timestamptz <= c.now, false) AS past FROM (SELECT clock_timestamp() AS now) AS c`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a question without a table has one row');
  return row;
};

const instant = (moment: Moment) => sql<Date>`CAST(${moment} AS timestamptz)`;

const waiting = (tx: Tx, planId: string, now: Moment) =>
  tx
    .selectFrom('markup_versions')
    .select(['version', 'rule_ids', sql<Moment>`starts_at::text`.as('start')])
    .where('plan_id', '=', planId)
    .where('withdrawn_at', 'is', null)
    .where('starts_at', '>', instant(now))
    .executeTakeFirst();
type Waiting = NonNullable<Awaited<ReturnType<typeof waiting>>>;

/** Its rules never begin, and those that would have ended with it go on. */
async function takeBack(tx: Tx, by: Level, planId: string, next: Waiting): Promise<void> {
  const rules = () => tx.updateTable('markup_rules').where('tenant_id', '=', by.tenantId).where('plan_id', '=', planId);
  await rules().set({ valid_to: sql<Date>`valid_from` }).where('valid_from', '=', instant(next.start)).execute();
  await rules()
    .set({ valid_to: null })
    .where('valid_to', '=', instant(next.start))
    .where('valid_from', '<', instant(next.start))
    .execute();
  await tx
    .updateTable('markup_versions')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()`, withdrawn_by: by.userId })
    .where('tenant_id', '=', by.tenantId)
    .where('plan_id', '=', planId)
    .where('version', '=', next.version)
    .execute();
}

const addRules = async (
  tx: Tx,
  by: Level,
  planId: string,
  rules: readonly { readonly id: string; readonly position: number; readonly rule: MarkupRuleInput }[],
  { from, to }: { readonly from: Moment; readonly to: Moment | null },
): Promise<void> => {
  if (rules.length === 0) return;
  await tx
    .insertInto('markup_rules')
    .values(
      rules.map(({ id, position, rule }) => ({
        tenant_id: by.tenantId,
        id,
        plan_id: planId,
        position,
        name: rule.name,
        scope: json(plainScope(rule.scope)),
        percent_bp: rule.percentBp,
        off_list_bp: rule.offListBp ?? null,
        fixed_minor: rule.fixedMinor,
        floor_minor: rule.floorMinor,
        cap_minor: rule.capMinor,
        first_day: rule.firstDay,
        last_day: rule.lastDay,
        currency: by.currency,
        valid_from: instant(from),
        valid_to: to === null ? null : instant(to),
        created_by: by.userId,
      })),
    )
    .execute();
};

const endRules = async (tx: Tx, tenantId: string, ids: readonly string[], at: Moment): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .updateTable('markup_rules')
    .set({ valid_to: instant(at) })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute();
};

/**
 * Replaces the rules of a plan. Quotes from then on have them; rates that were given keep what is sealed in them. A version that
 * waits goes on waiting when another holds at once, and gives way to another that begins on a day.
 * @returns problem `stale_version` when somebody published meanwhile
 */
export async function publishPlan(
  db: Database,
  by: Level,
  buyerId: string | null,
  change: PlanChange,
  also?: WithChange,
): Promise<Outcome<void>> {
  const { tenantId, currency } = by;
  return db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const before = await lockedPlan(tx, tenantId, buyerId);
    if ((before?.version ?? 0) !== change.version) return problem('stale_version');
    const dated = change.startsAt !== undefined;
    const { now, start, past } = await clockOf(tx, change.startsAt);
    if (past) return problem('validation', { errors: [{ field: 'startsOn', message: 'This day has begun already.' }] });
    const planId = before?.id ?? newId();
    const version = change.version + 1;
    const used = buyerId === null || change.used;
    // `used` is for the release before; this one asks the versions.
    const plan = { version, currency, ...(dated ? {} : { used }) };
    if (before)
      await tx
        .updateTable('markup_plans')
        .set(plan)
        .where('tenant_id', '=', tenantId)
        .where('id', '=', planId)
        .execute();
    else
      await tx
        .insertInto('markup_plans')
        .values({
          tenant_id: tenantId,
          id: planId,
          buyer_tenant_id: buyerId,
          buyer_kind: change.kind ?? 'buyer',
          used: buyerId === null,
          ...plan,
        })
        .execute();
    const next = before && (await waiting(tx, planId, now));
    if (dated && next) await takeBack(tx, by, planId, next);
    const old = before ? await inForce(tx, planId, now) : [];
    // One that stays as it was, where it was, stays the same row; what begins later has rows of its own.
    const kept = new Map(
      dated
        ? []
        : old.flatMap((row) =>
            row.currency === currency ? [[`${row.position} ${contentOf(toDto(row))}`, row.id] as const] : [],
          ),
    );
    const placed = change.rules.map((rule, index) => {
      const position = index + 1;
      const same = kept.get(`${position} ${contentOf(rule)}`);
      return { id: same ?? newId(), position, rule, added: same === undefined };
    });
    const stays = new Set(placed.map(({ id }) => id));
    await endRules(
      tx,
      tenantId,
      old.map(({ id }) => id).filter((id) => !stays.has(id)),
      start,
    );
    const until = dated ? null : (next?.start ?? null);
    await addRules(
      tx,
      by,
      planId,
      placed.filter(({ added }) => added),
      { from: start, to: until },
    );
    await tx
      .insertInto('markup_versions')
      .values({
        tenant_id: tenantId,
        plan_id: planId,
        version,
        used,
        note: change.note ?? '',
        rule_ids: json(placed.map(({ id }) => id)),
        created_by: by.userId,
        created_at: instant(now),
        starts_at: instant(start),
        restores: change.restores ?? null,
      })
      .execute();
    await also?.(tx, { version });
    return { ok: true, value: undefined };
  });
}

/**
 * Takes a version back that waits for its day.
 * @returns problem `stale_version` when it has begun, or is not the one that waits any more
 */
export const withdrawVersion = (
  db: Database,
  by: Level,
  buyerId: string | null,
  version: number,
  also?: WithChange,
): Promise<Outcome<void>> =>
  db.tenant({ tenantId: by.tenantId }, async (tx): Promise<Outcome<void>> => {
    const plan = await lockedPlan(tx, by.tenantId, buyerId);
    const { now } = await clockOf(tx);
    const next = plan && (await waiting(tx, plan.id, now));
    if (!plan || next?.version !== version) return problem('stale_version');
    await takeBack(tx, by, plan.id, next);
    await also?.(tx, { version });
    return { ok: true, value: undefined };
  });
