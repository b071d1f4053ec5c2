/** Versions of a seller's plans, as they are sold now. */
import { PLAN_CODES, type PlanCode, type PlanTerms } from '@scanship/domain/money/subscription';
import type { Tx } from '../../platform/database/database.ts';

/** What is stored with a subscription. @throws Error for a row that no version of ours wrote */
export const readTerms = (stored: unknown): PlanTerms => {
  const of = (stored ?? {}) as Partial<Record<keyof PlanTerms, unknown>>;
  const whole = (name: keyof PlanTerms): number => {
    const value = of[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error(`terms of a plan without ${name}`);
    return value;
  };
  const maybe = (name: keyof PlanTerms): number | null =>
    of[name] === null || of[name] === undefined ? null : whole(name);
  const code = PLAN_CODES.find((each) => each === of.code);
  if (code === undefined || typeof of.currency !== 'string') throw new Error('terms of an unknown plan');
  return {
    code,
    no: whole('no'),
    currency: of.currency,
    monthlyMinor: whole('monthlyMinor'),
    yearlyMinor: maybe('yearlyMinor'),
    labels: maybe('labels'),
    overageMinor: maybe('overageMinor'),
    trialDays: whole('trialDays'),
    graceDays: whole('graceDays'),
  };
};

export type NewestTerms = (code: PlanCode) => PlanTerms;

/** The newest version of each plan of a seller. Runs as the seller. @throws Error where a seller has no plans */
export const newestTerms = async (tx: Tx, sellerId: string): Promise<NewestTerms> => {
  const rows = await tx
    .selectFrom('plan_versions')
    .selectAll()
    .distinctOn('code')
    .where('tenant_id', '=', sellerId)
    .orderBy('code')
    .orderBy('no', 'desc')
    .execute();
  const found = new Map<PlanCode, PlanTerms>(
    rows.map((row) => [
      row.code,
      {
        code: row.code,
        no: row.no,
        currency: row.currency,
        monthlyMinor: row.monthly_minor,
        yearlyMinor: row.yearly_minor,
        labels: row.labels,
        overageMinor: row.overage_minor,
        trialDays: row.trial_days,
        graceDays: row.grace_days,
      },
    ]),
  );
  return (code) => {
    const terms = found.get(code);
    if (!terms) throw new Error(`${sellerId} has no plan ${code}`);
    return terms;
  };
};
