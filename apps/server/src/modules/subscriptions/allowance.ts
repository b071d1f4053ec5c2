/** Whether a customer's plan lets it buy labels; part of the purchase's own transaction. */
import { allows, type PlanCode, warningOf } from '@scanship/domain/money/subscription';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { readStanding } from './standing.ts';
import { type Held, lockSubscription, readSubscription } from './subscription-rows.ts';
import { readTerms } from './terms.ts';
import { countLabels } from './usage.ts';

interface Options {
  readonly now: Date;
  /** Test labels count. */
  readonly withTest: boolean;
}

const FREE: Outcome<void> = { ok: true, value: undefined };

/** What the seller calls a plan. Runs as the customer and ends so. */
export async function planName(tx: Tx, held: Pick<Held, 'customerId' | 'sellerId'>, code: PlanCode): Promise<string> {
  await actAs(tx, { role: 'app_tenant', tenantId: held.sellerId });
  const row = await tx
    .selectFrom('plans')
    .select('name')
    .where('tenant_id', '=', held.sellerId)
    .where('code', '=', code)
    .executeTakeFirst();
  await actAs(tx, { role: 'app_tenant', tenantId: held.customerId });
  return row?.name ?? code;
}

/** The renewal worker looks at it now: somebody has to be told, or has paid. */
const lookSoon = async (tx: Tx, customerId: string): Promise<void> => {
  await tx
    .updateTable('subscriptions')
    .set({ due_at: sql<Date>`least(due_at, clock_timestamp())` })
    .where('tenant_id', '=', customerId)
    .execute();
};

const labelsUsed = (tx: Tx, held: Held, { now, withTest }: Options): Promise<number> => {
  // Between the end of a period and the worker's turn, labels are of the next one.
  const from = held.periodEndAt <= now ? held.periodEndAt : held.periodStartAt;
  return countLabels(tx, held.customerId, { from, until: null }, withTest);
};

/**
 * Problems: `plan_past_due` (the fee is unpaid and the days of grace are over), `plan_limit` (no labels left, and none above them
 * are sold). Nothing of what is there already is touched. Runs as the customer and ends so.
 */
export async function mayBuyLabels(
  tx: Tx,
  customerId: string,
  labels: { readonly count: number; readonly test: boolean },
  options: Options,
): Promise<Outcome<void>> {
  if (labels.test && !options.withTest) return FREE;
  const bound = await tx
    .selectFrom('subscriptions')
    .select(['allowance', 'refuse_at'])
    .where('tenant_id', '=', customerId)
    .executeTakeFirst();
  // Most purchases ask no more than this.
  if (!bound || (bound.allowance === null && bound.refuse_at === null)) return FREE;
  let held = await readSubscription(tx, customerId);
  if (!held) return FREE;
  const { now } = options;
  if (held.refuseAt !== null && held.refuseAt <= now) {
    const { overdueMinor } = await readStanding(tx, held, now);
    if (overdueMinor > 0) return problem('plan_past_due');
    await lookSoon(tx, customerId);
  }
  const { allowance, terms } = held.subscription;
  if (allowance === null) return FREE;
  // Where nothing is sold above the allowance, two purchases must not both take the last label.
  if (terms.overageMinor === null) held = (await lockSubscription(tx, customerId)) ?? held;
  const used = await labelsUsed(tx, held, options);
  if (!allows(held.subscription, used, labels.count)) {
    const name = await planName(tx, held, terms.code);
    const left = Math.max(0, (held.subscription.allowance ?? 0) - used);
    return problem('plan_limit', {
      message:
        left === 0
          ? `The plan ${name} allows ${held.subscription.allowance ?? 0} labels a month, and all are used. The next ones come on ${held.subscription.period.end}.`
          : `The plan ${name} allows ${held.subscription.allowance ?? 0} labels a month; this takes ${labels.count}, and only ${left} are left. The next ones come on ${held.subscription.period.end}.`,
      advice: 'Choose a larger plan under Billing, Plan; it applies immediately. The order stays as it is.',
    });
  }
  if (warningOf(used + labels.count, held.subscription.allowance) > held.warned) await lookSoon(tx, customerId);
  return FREE;
}

/** Labels of the running period that are charged when it ends, and on which day that is. Runs as the customer. */
export async function labelsAbovePlan(
  tx: Tx,
  customerId: string,
  withTest: boolean,
): Promise<{ readonly count: number; readonly day: string } | undefined> {
  const held = await tx
    .selectFrom('subscriptions')
    .select(['allowance', 'terms', 'period_start_at', 'period_end'])
    .where('tenant_id', '=', customerId)
    .executeTakeFirst();
  if (!held || held.allowance === null || !readTerms(held.terms).overageMinor) return undefined;
  const used = await countLabels(tx, customerId, { from: held.period_start_at, until: null }, withTest);
  return used > held.allowance ? { count: used - held.allowance, day: held.period_end } : undefined;
}
