/** A plan as its customer sees it; the franchise sees the same of its customer. Runs as the customer. */
import type { OfferedPlan, PlanCharge, PlanQuote, PlanView } from '@scanship/contracts/money/plans';
import { money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { type FeeLine, PLAN_CODES, type PlanCode, priceOf, warningOf } from '@scanship/domain/money/subscription';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { addDays, dayIn } from '../../platform/time-zone.ts';
import { catchUp, type CatchUpOptions, termsOfSeller } from './catch-up.ts';
import type { ChangeQuote } from './change-plan.ts';
import { readPlanTexts } from './plan-offers.ts';
import { readStanding } from './standing.ts';
import { type Held, lockSubscription, readSubscription } from './subscription-rows.ts';
import { countLabels } from './usage.ts';

const lastDay = (end: string): string => addDays(end, -1);

/** The plans of the customer's franchise, as they are sold now. Runs as the customer and ends so. */
async function offered(tx: Tx, held: Held): Promise<readonly OfferedPlan[]> {
  const newest = await termsOfSeller(tx, held);
  await actAs(tx, { role: 'app_tenant', tenantId: held.sellerId });
  const plans = await readPlanTexts(tx, held.sellerId);
  await actAs(tx, { role: 'app_tenant', tenantId: held.customerId });
  return PLAN_CODES.flatMap((code) => {
    const plan = plans.find((each) => each.code === code);
    if (!plan) return [];
    const { currency, monthlyMinor, yearlyMinor, overageMinor, trialDays } = newest(code);
    const { name, features, limits } = plan;
    return [
      {
        code,
        name,
        features,
        limits,
        monthlyPrice: money(monthlyMinor, currency),
        yearlyPrice: yearlyMinor === null ? null : money(yearlyMinor, currency),
        overagePrice: overageMinor === null ? null : money(overageMinor, currency),
        trialDays,
      },
    ];
  });
}

const nameIn =
  (plans: readonly Pick<OfferedPlan, 'code' | 'name'>[]) =>
  (code: PlanCode): string =>
    plans.find((plan) => plan.code === code)?.name ?? code;

/** Problem: `not_found` for who has no plan (a franchise, the platform). */
export async function viewPlan(tx: Tx, customerId: string, options: CatchUpOptions): Promise<Outcome<PlanView>> {
  const found = await readSubscription(tx, customerId);
  if (!found) return problem('not_found');
  // Between the end of a period and the worker's turn nobody sees what is over already.
  const locked = options.now < found.periodEndAt ? found : await lockSubscription(tx, customerId);
  const held = locked && (await catchUp(tx, locked, options));
  if (!held) return problem('not_found');
  const { subscription } = held;
  const { terms, term, period, allowance, next } = subscription;
  const plans = await offered(tx, held);
  const nameOf = nameIn(plans);
  const used = await countLabels(tx, customerId, { from: held.periodStartAt, until: null }, options.withTest);
  const standing = await readStanding(tx, held, options.now);
  const overdue = standing.overdueMinor > 0;
  const newest = await termsOfSeller(tx, held);
  const coming = newest(next?.code ?? terms.code);
  const fee = priceOf(coming, next?.interval ?? subscription.interval) ?? coming.monthlyMinor;
  const warning = warningOf(used, allowance);
  const refused = overdue && held.refuseAt !== null && held.refuseAt <= options.now;
  return {
    ok: true,
    value: {
      plan: terms.code,
      name: nameOf(terms.code),
      interval: subscription.interval,
      currency: terms.currency,
      trial: term.trial,
      price: money(term.priceMinor, terms.currency),
      term: { from: term.start, to: lastDay(term.end) },
      period: { from: period.start, to: lastDay(period.end) },
      usage: { used, allowance, warning: warning === 100 ? 'reached' : warning === 80 ? 'near' : 'none' },
      overagePrice: terms.overageMinor === null ? null : money(terms.overageMinor, terms.currency),
      next: next && { plan: next.code, name: nameOf(next.code), interval: next.interval, from: term.end },
      nextFee: { on: term.end, amount: money(fee, coming.currency) },
      standing: {
        state: overdue ? 'past_due' : 'good',
        overdue: overdue ? money(standing.overdueMinor, standing.currency) : null,
        refusedFrom: overdue ? (held.refuseAt?.toISOString() ?? null) : null,
        refused,
      },
      plans: [...plans],
      version: held.version,
    },
  };
}

const linesOf = (
  lines: readonly FeeLine[],
  taxes: readonly Pick<PriceLine, 'code' | 'label' | 'amount'>[],
  nameOf: (code: PlanCode) => string,
) => ({
  lines: lines.map((line) => ({
    kind: line.kind,
    plan: line.code,
    planName: nameOf(line.code),
    from: line.from,
    to: lastDay(line.to),
    quantity: line.quantity,
    of: line.of,
    price: money(line.priceMinor, line.amount.currency),
    amount: line.amount,
  })),
  taxes: taxes.map(({ code, label, amount }) => ({ code, label, amount })),
});

const planNames = async (tx: Tx, customerId: string): Promise<(code: PlanCode) => string> => {
  const held = await readSubscription(tx, customerId);
  if (!held) return (code) => code;
  await actAs(tx, { role: 'app_tenant', tenantId: held.sellerId });
  const plans = await readPlanTexts(tx, held.sellerId);
  await actAs(tx, { role: 'app_tenant', tenantId: customerId });
  return nameIn(plans);
};

export async function showQuote(tx: Tx, customerId: string, quote: ChangeQuote): Promise<PlanQuote> {
  const nameOf = await planNames(tx, customerId);
  const { wish, when, from, priced, termPriceMinor, trialUntil, token } = quote;
  return {
    plan: wish.code,
    name: nameOf(wish.code),
    interval: wish.interval,
    when,
    from,
    ...linesOf(priced.lines, priced.taxes, nameOf),
    net: priced.net,
    total: priced.total,
    termPrice: money(termPriceMinor, priced.total.currency),
    trialTo: trialUntil === undefined ? null : lastDay(trialUntil),
    quote: token,
  };
}

interface StoredLines {
  readonly fees?: readonly FeeLine[];
  readonly taxes?: readonly PriceLine[];
}

const PAGE_SIZE = 20;

export async function listCharges(tx: Tx, customerId: string, page: number, now: Date) {
  const nameOf = await planNames(tx, customerId);
  const held = await readSubscription(tx, customerId);
  const { total } = await tx
    .selectFrom('subscription_charges')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('tenant_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('subscription_charges')
    .selectAll()
    .where('tenant_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  // What was paid since the worker looked last is paid.
  const standing = held && (await readStanding(tx, held, now));
  const today = dayIn(now, held?.timeZone ?? 'UTC');
  const charges = rows.map((row): PlanCharge => {
    // Written by `charge` alone.
    const stored = row.lines as StoredLines;
    const paid = row.settled_at !== null || standing?.settled.includes(row.id) === true;
    return {
      id: row.id,
      kind: row.kind,
      at: row.created_at.toISOString(),
      ...linesOf(stored.fees ?? [], stored.taxes ?? [], nameOf),
      net: money(row.net_minor, row.currency),
      total: money(row.total_minor, row.currency),
      dueOn: row.due_on,
      state: row.total_minor <= 0 ? 'credit' : paid ? 'paid' : row.due_on < today ? 'overdue' : 'open',
      reason: row.reason,
    };
  });
  return {
    charges,
    totalRecords: total,
    totalPage: Math.ceil(total / PAGE_SIZE),
    currentPage: page,
  };
}
