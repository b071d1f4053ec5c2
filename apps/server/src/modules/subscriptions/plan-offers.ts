/**
 * The three plans a franchise sells: its own names, features, limits and prices behind the fixed codes (decisions 11). What they
 * cost and allow is kept version by version; a customer stays on the version it was sold until its next term.
 */
import type { Plan, PlanInput } from '@scanship/contracts/network/franchises';
import type { PlanTerms } from '@scanship/domain/money/subscription';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { newestTerms } from './terms.ts';

export type PlanCode = Plan['code'];
export type PlanLimits = Plan['limits'];
type Deps = Pick<Services, 'db'>;

const CODES: readonly PlanCode[] = ['Basic', 'Standard', 'Advanced'];
const NO_LIMITS: PlanLimits = { users: null, stores: null, labelsPerMonth: null };

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
const limitsOf = (stored: unknown): PlanLimits => {
  const given = (stored ?? {}) as Partial<Record<keyof PlanLimits, unknown>>;
  return { users: count(given.users), stores: count(given.stores), labelsPerMonth: count(given.labelsPerMonth) };
};
const featuresOf = (stored: unknown): string[] => {
  const lines = (stored as { lines?: unknown } | null)?.lines;
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
};

export interface PlanText {
  readonly code: PlanCode;
  readonly name: string;
  readonly features: string[];
  readonly limits: PlanLimits;
}

/** What the plans of a seller are called and hold. Runs as the seller. */
export const readPlanTexts = async (tx: Tx, sellerId: string): Promise<readonly PlanText[]> => {
  const rows = await tx
    .selectFrom('plans')
    .select(['code', 'name', 'features', 'allowances'])
    .where('tenant_id', '=', sellerId)
    .execute();
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    features: featuresOf(row.features),
    limits: limitsOf(row.allowances),
  }));
};

/** A franchise's three plans, each with its first version: nothing to pay, no limits. Runs as the franchise. */
export const addPlans = async (tx: Tx, franchiseId: string, currency: string): Promise<void> => {
  await tx
    .insertInto('plans')
    .values(CODES.map((code) => ({ tenant_id: franchiseId, id: newId(), code, name: code })))
    .execute();
  await tx
    .insertInto('plan_versions')
    .values(CODES.map((code) => ({ tenant_id: franchiseId, id: newId(), code, no: 1, currency })))
    .execute();
};

/** Versions that a price list shows: those somebody is on, and the newest. */
const MOST_VERSIONS = 20;

export const readPlans = async ({ db }: Deps, franchiseId: string, currency: string): Promise<Plan[]> =>
  db.tenant({ tenantId: franchiseId }, async (tx) => {
    const rows = await tx
      .selectFrom('plans')
      .select(['code', 'name', 'features', 'allowances', 'prices', 'version'])
      .where('tenant_id', '=', franchiseId)
      .execute();
    const customers = await tx
      .selectFrom('franchise_customers')
      .select(['plan_code', 'plan_version_no', (eb) => eb.fn.countAll<number>().as('n')])
      .where('tenant_id', '=', franchiseId)
      .where('state', '<>', 'closed')
      .groupBy(['plan_code', 'plan_version_no'])
      .execute();
    const versions = await tx
      .selectFrom('plan_versions')
      .selectAll()
      .where('tenant_id', '=', franchiseId)
      .orderBy('no', 'desc')
      .execute();
    const amount = (minor: number | null) => (minor === null ? null : { minor, currency });
    return CODES.flatMap((code) => {
      const row = rows.find((each) => each.code === code);
      const [newest, ...older] = versions.filter((each) => each.code === code);
      if (!row || !newest) return [];
      const price = count((row.prices as { monthlyMinor?: unknown } | null)?.monthlyMinor);
      const onPlan = customers.filter((each) => each.plan_code === code);
      const on = (no: number) => onPlan.find((each) => each.plan_version_no === no)?.n ?? 0;
      return [
        {
          code,
          name: row.name,
          features: featuresOf(row.features),
          limits: limitsOf(row.allowances),
          monthlyPrice: amount(price),
          yearlyPrice: amount(newest.yearly_minor),
          overagePrice: amount(newest.overage_minor),
          trialDays: newest.trial_days,
          graceDays: newest.grace_days,
          versions: [newest, ...older.filter(({ no }) => on(no) > 0)].slice(0, MOST_VERSIONS).map((version) => ({
            no: version.no,
            since: version.created_at.toISOString(),
            monthlyPrice: { minor: version.monthly_minor, currency: version.currency },
            yearlyPrice:
              version.yearly_minor === null ? null : { minor: version.yearly_minor, currency: version.currency },
            labels: version.labels,
            customers: on(version.no),
          })),
          customers: onPlan.reduce((sum, each) => sum + each.n, 0),
          version: row.version,
        },
      ];
    });
  });

const sameTerms = (a: Omit<PlanTerms, 'no'>, b: Omit<PlanTerms, 'no'>): boolean =>
  a.monthlyMinor === b.monthlyMinor &&
  a.yearlyMinor === b.yearlyMinor &&
  a.labels === b.labels &&
  a.overageMinor === b.overageMinor &&
  a.trialDays === b.trialDays &&
  a.graceDays === b.graceDays;

/**
 * What is not given stays. Another price, allowance, trial or grace is a new version: who has the plan already keeps the old one
 * until its next term. Problems: `not_found`, `stale_version`.
 */
export const changePlanOffer = (
  { db }: Deps,
  franchiseId: string,
  code: PlanCode,
  change: PlanInput,
  by: string | null,
): Promise<Outcome<void>> =>
  db.tenant({ tenantId: franchiseId }, async (tx): Promise<Outcome<void>> => {
    const row = await tx
      .selectFrom('plans')
      .select(['id', 'version', 'features', 'prices'])
      .where('tenant_id', '=', franchiseId)
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return problem('not_found');
    if (row.version !== change.version) return problem('stale_version');
    await tx
      .updateTable('plans')
      .set({
        name: change.name,
        // Other facts that later screens keep beside these stay.
        features: json({ ...(row.features as object), lines: [...change.features] }),
        allowances: json({ ...change.limits }),
        prices: json({ ...(row.prices as object), monthlyMinor: change.monthlyPriceMinor }),
        version: row.version + 1,
      })
      .where('tenant_id', '=', franchiseId)
      .where('id', '=', row.id)
      .execute();
    const old = (await newestTerms(tx, franchiseId))(code);
    const now = {
      ...old,
      monthlyMinor: change.monthlyPriceMinor ?? 0,
      yearlyMinor: change.yearlyPriceMinor === undefined ? old.yearlyMinor : change.yearlyPriceMinor,
      labels: change.limits.labelsPerMonth,
      overageMinor: change.overagePriceMinor === undefined ? old.overageMinor : change.overagePriceMinor,
      trialDays: change.trialDays ?? old.trialDays,
      graceDays: change.graceDays ?? old.graceDays,
    };
    if (sameTerms(old, now)) return { ok: true, value: undefined };
    await tx
      .insertInto('plan_versions')
      .values({
        tenant_id: franchiseId,
        id: newId(),
        code,
        no: old.no + 1,
        currency: now.currency,
        monthly_minor: now.monthlyMinor,
        yearly_minor: now.yearlyMinor,
        labels: now.labels,
        overage_minor: now.overageMinor,
        trial_days: now.trialDays,
        grace_days: now.graceDays,
        created_by: by,
        created_at: sql<Date>`clock_timestamp()`,
      })
      .execute();
    return { ok: true, value: undefined };
  });

/** What a customer's plan allows; everything where the tenant is not a customer. */
export const planLimitsOf = async ({ db }: Deps, tenantId: string): Promise<PlanLimits> => {
  const tenant = await db.reference((tx) =>
    tx.selectFrom('tenants').select(['kind', 'realm_id', 'plan_code']).where('id', '=', tenantId).executeTakeFirst(),
  );
  if (tenant?.kind !== 'customer' || tenant.plan_code === null) return NO_LIMITS;
  const { realm_id: franchiseId, plan_code: code } = tenant;
  const row = await db.tenant({ tenantId: franchiseId }, (tx) =>
    tx
      .selectFrom('plans')
      .select('allowances')
      .where('tenant_id', '=', franchiseId)
      .where('code', '=', code)
      .executeTakeFirst(),
  );
  return limitsOf(row?.allowances);
};
