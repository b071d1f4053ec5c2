/**
 * What is earned on what was sold: commissions of a level's sales agents, and the royalty a franchise pays. Every label is
 * reckoned and rounded by itself, and its void is the same with the sign turned, so a commission that is taken back is to
 * the cent what was given.
 */
import { divideRounded, money, percentage } from './money.ts';

/** What one booking means to the seller, in minor units. A void has all signs turned. */
export interface Earned {
  /** 1 for a label, -1 for its void, 0 for an adjustment. */
  readonly labels: number;
  /** Before taxes. */
  readonly revenueMinor: number;
  /** Revenue less `costBeforeTax`. */
  readonly marginMinor: number;
}

/**
 * What a level's cost is before taxes. Where the tax of the level above is not known it is taken out in proportion to the
 * taxes of the price, because a tax of a known rate is charged anew at every level.
 * @param priceMinor with tax
 * @param costMinor with the tax of the level above
 */
export function costBeforeTax(
  priceMinor: number,
  taxMinor: number,
  costMinor: number,
  costTaxMinor: number | null,
): number {
  if (costTaxMinor !== null) return costMinor - costTaxMinor;
  if (priceMinor === 0) return costMinor;
  return Number(divideRounded(BigInt(costMinor) * BigInt(priceMinor - taxMinor), BigInt(priceMinor)));
}

export const COMMISSION_BASES = ['margin', 'revenue', 'label'] as const;
export type CommissionBasis = (typeof COMMISSION_BASES)[number];

export interface CommissionPlan {
  readonly id: string;
  readonly agentId: string;
  /** Null: every customer assigned to the agent that has no plan of its own. */
  readonly customerId: string | null;
  readonly basis: CommissionBasis;
  /** Hundredths of a percent, of margin or revenue. */
  readonly rateBp: number;
  /** Minor units for each label, where the basis is the label. */
  readonly perLabelMinor: number;
  readonly currency: string;
  /** First and last day of buying it is for, YYYY-MM-DD, both included. */
  readonly firstDay: string;
  readonly lastDay: string | null;
}

/** What an agent earns of one booking; negative where it is taken back. */
export function commissionOf(plan: CommissionPlan, earned: Earned): number {
  switch (plan.basis) {
    case 'label':
      return money(plan.perLabelMinor * earned.labels, plan.currency).minor;
    case 'revenue':
      return percentage(money(earned.revenueMinor, plan.currency), plan.rateBp).minor;
    case 'margin':
      return percentage(money(earned.marginMinor, plan.currency), plan.rateBp).minor;
  }
}

export const covers = (plan: Pick<CommissionPlan, 'firstDay' | 'lastDay'>, day: string): boolean =>
  day >= plan.firstDay && (plan.lastDay === null || day <= plan.lastDay);

/** Whether two plans of one agent would both count for the same label. */
export const overlap = (a: CommissionPlan, b: CommissionPlan): boolean =>
  a.agentId === b.agentId &&
  a.customerId === b.customerId &&
  a.currency === b.currency &&
  (a.lastDay === null || b.firstDay <= a.lastDay) &&
  (b.lastDay === null || a.firstDay <= b.lastDay);

/**
 * The plans that count for a label of a customer: of each agent one, the customer's own before the agent's for all.
 * @param day on which the label was bought; its void counts under the same plan
 * @param assignedAgent who looked after the customer on that day
 */
export function plansFor(
  plans: readonly CommissionPlan[],
  customerId: string,
  day: string,
  assignedAgent: string | null,
): readonly CommissionPlan[] {
  const valid = plans.filter((plan) => covers(plan, day));
  const own = valid.filter((plan) => plan.customerId === customerId);
  const general = valid.filter(
    (plan) =>
      plan.customerId === null &&
      plan.agentId === assignedAgent &&
      !own.some((each) => each.agentId === plan.agentId && each.currency === plan.currency),
  );
  return [...own, ...general];
}

export const ROYALTY_BASES = ['revenue', 'margin'] as const;
export type RoyaltyBasis = (typeof ROYALTY_BASES)[number];

export interface RoyaltyTerms {
  readonly basis: RoyaltyBasis;
  readonly rateBp: number;
  readonly perLabelMinor: number;
  /** Of a month, whatever was sold. */
  readonly minimumMinor: number;
  readonly currency: string;
}

export interface Royalty {
  readonly shareMinor: number;
  readonly labelsMinor: number;
  /** What the minimum adds. */
  readonly topUpMinor: number;
  readonly totalMinor: number;
}

/** The royalty of a month; never less than the minimum and never less than nothing. */
export function royaltyOf(terms: RoyaltyTerms, month: Earned): Royalty {
  const basis = terms.basis === 'revenue' ? month.revenueMinor : month.marginMinor;
  const shareMinor = percentage(money(basis, terms.currency), terms.rateBp).minor;
  const labelsMinor = money(terms.perLabelMinor * month.labels, terms.currency).minor;
  const topUpMinor = Math.max(0, Math.max(0, terms.minimumMinor) - (shareMinor + labelsMinor));
  return { shareMinor, labelsMinor, topUpMinor, totalMinor: shareMinor + labelsMinor + topUpMinor };
}
