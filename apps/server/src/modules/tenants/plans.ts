/** The three plans a franchise sells: its own names, features, limits and prices behind the fixed codes (decisions 11). */
import type { Plan } from '@scanship/contracts/franchises';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';

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

export const readPlans = async ({ db }: Deps, franchiseId: string, currency: string): Promise<Plan[]> =>
  db.tenant({ tenantId: franchiseId }, async (tx) => {
    const rows = await tx
      .selectFrom('plans')
      .select(['code', 'name', 'features', 'allowances', 'prices', 'version'])
      .where('tenant_id', '=', franchiseId)
      .execute();
    const customers = await tx
      .selectFrom('franchise_customers')
      .select(['plan_code', (eb) => eb.fn.countAll<number>().as('n')])
      .where('tenant_id', '=', franchiseId)
      .where('state', '<>', 'closed')
      .groupBy('plan_code')
      .execute();
    return CODES.flatMap((code) => {
      const row = rows.find((each) => each.code === code);
      if (!row) return [];
      const price = count((row.prices as { monthlyMinor?: unknown } | null)?.monthlyMinor);
      return [
        {
          code,
          name: row.name,
          features: featuresOf(row.features),
          limits: limitsOf(row.allowances),
          monthlyPrice: price === null ? null : { minor: price, currency },
          customers: customers.find((each) => each.plan_code === code)?.n ?? 0,
          version: row.version,
        },
      ];
    });
  });

export interface PlanChange {
  readonly name: string;
  readonly features: readonly string[];
  readonly limits: PlanLimits;
  readonly monthlyPriceMinor: number | null;
  readonly version: number;
}

/** Problems: `not_found`, `stale_version`. */
export const changePlan = (
  { db }: Deps,
  franchiseId: string,
  code: PlanCode,
  change: PlanChange,
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
