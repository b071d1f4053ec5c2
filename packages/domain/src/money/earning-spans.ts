/** The spans of days in which each commission plan counts for a customer, without two of one agent on any day. */
import type { CommissionPlan } from './earnings.ts';

export interface PlanSpan {
  readonly plan: CommissionPlan;
  /** YYYY-MM-DD, both included; null: without an end. */
  readonly firstDay: string;
  readonly lastDay: string | null;
}

const dayBefore = (day: string, by = -1): string => {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + by);
  return moved.toISOString().slice(0, 10);
};

/** What is left of a span without the days of another. */
const without = (span: PlanSpan, taken: Pick<PlanSpan, 'firstDay' | 'lastDay'>): PlanSpan[] => {
  const apart =
    (taken.lastDay !== null && taken.lastDay < span.firstDay) ||
    (span.lastDay !== null && taken.firstDay > span.lastDay);
  if (apart) return [span];
  const before = taken.firstDay > span.firstDay ? [{ ...span, lastDay: dayBefore(taken.firstDay) }] : [];
  const after =
    taken.lastDay !== null && (span.lastDay === null || taken.lastDay < span.lastDay)
      ? [{ ...span, firstDay: dayBefore(taken.lastDay, 1) }]
      : [];
  return [...before, ...after];
};

/** The same answer as `plansFor` for every day, as spans a query can join. */
export function planSpans(
  plans: readonly CommissionPlan[],
  customerId: string,
  assignedAgent: string | null,
): readonly PlanSpan[] {
  const own = plans.filter((plan) => plan.customerId === customerId);
  const general = plans.filter((plan) => plan.customerId === null && plan.agentId === assignedAgent);
  const spanOf = (plan: CommissionPlan): PlanSpan => ({ plan, firstDay: plan.firstDay, lastDay: plan.lastDay });
  return [
    ...own.map(spanOf),
    ...general.flatMap((plan) =>
      own
        .filter((each) => each.agentId === plan.agentId && each.currency === plan.currency)
        .reduce((spans: PlanSpan[], each) => spans.flatMap((span) => without(span, each)), [spanOf(plan)]),
    ),
  ];
}
