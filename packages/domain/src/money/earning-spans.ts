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

/** Who looks after a customer, by days; null: nobody. */
export interface AgentSpan {
  readonly agentId: string | null;
  readonly firstDay: string;
  readonly lastDay: string | null;
}

const FIRST_DAY = '0001-01-01';

/**
 * The days each agent looked after a customer.
 * @param former who did before, each until the end of its last day, oldest first
 * @param now who does
 */
export function agentSpans(
  former: readonly { readonly agentId: string | null; readonly lastDay: string }[],
  now: string | null,
): readonly AgentSpan[] {
  const firstAfter = (at: number): string => {
    const before = former[at - 1];
    return before ? dayBefore(before.lastDay, 1) : FIRST_DAY;
  };
  return [
    ...former.map((one, at) => ({ ...one, firstDay: firstAfter(at) })),
    { agentId: now, firstDay: firstAfter(former.length), lastDay: null },
  ];
}

/** What two spans have in common. */
const within = (span: PlanSpan, { firstDay, lastDay }: AgentSpan): PlanSpan[] => {
  const from = span.firstDay > firstDay ? span.firstDay : firstDay;
  const to = lastDay === null || (span.lastDay !== null && span.lastDay < lastDay) ? span.lastDay : lastDay;
  return to !== null && to < from ? [] : [{ ...span, firstDay: from, lastDay: to }];
};

/** The same answer as `plansFor` for every day, as spans a query can join. */
export function planSpans(
  plans: readonly CommissionPlan[],
  customerId: string,
  agents: readonly AgentSpan[],
): readonly PlanSpan[] {
  const own = plans.filter((plan) => plan.customerId === customerId);
  const spanOf = (plan: CommissionPlan): PlanSpan => ({ plan, firstDay: plan.firstDay, lastDay: plan.lastDay });
  const general = plans
    .filter((plan) => plan.customerId === null)
    .flatMap((plan) =>
      agents.filter(({ agentId }) => agentId === plan.agentId).flatMap((days) => within(spanOf(plan), days)),
    );
  return [
    ...own.map(spanOf),
    ...general.flatMap((one) =>
      own
        .filter((each) => each.agentId === one.plan.agentId && each.currency === one.plan.currency)
        .reduce((spans: PlanSpan[], each) => spans.flatMap((span) => without(span, each)), [one]),
    ),
  ];
}
