/** Budgets as callers see them: what is used, by whom, and the sentence of a refusal. */
import type { Config } from '../../config/config.ts';
import type { RequestContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { type AppProblem, type Outcome, problem } from '../problem.ts';
import { BASE_CALLS, type BudgetName, BUDGETS } from './budget-table.ts';
import { createLeases, type LeaseAsk } from './leases.ts';
import { createPlaces } from './places.ts';
import { createSharedCounters } from './shared-counters.ts';

export interface Use {
  readonly budget: BudgetName;
  /** Whose: an address as `networkOf` names it, or an id. */
  readonly by: string;
  /** Default 1. */
  readonly cost?: number | undefined;
  /** For budgets by plan. */
  readonly plan?: Plan | undefined;
}

export type Plan = RequestContext['planName'];

export interface Budgets {
  /**
   * Uses all of these, or answers `rate_limited` with the longest wait. Where one is known to be used up, none is used; it
   * mostly costs no statement (leases.ts).
   */
  take(uses: readonly Use[]): Promise<AppProblem | undefined>;
  /** Takes one of the company's places for long work. @returns how to give it back, or `rate_limited` */
  place(work: LongWork, tenantId: string): Promise<Outcome<() => void>>;
}

/** What a company has running at once in all processes; more would only make all of it late, and others wait. */
const AT_ONCE = {
  files: { most: 2, message: 'Your company has two large files being made already.' },
  imports: { most: 2, message: 'Your company has two imports running already.' },
} as const;
export type LongWork = keyof typeof AT_ONCE;
const COME_BACK_SECONDS = 10;

const OF_PLAN: Readonly<Record<Plan, number>> = { Basic: 0.5, Standard: 1, Advanced: 2 };

/** A franchise and the operator have no plan of their own. */
export const planOf = ({ tenantKind, planName }: Pick<RequestContext, 'tenantKind' | 'planName'>): Plan =>
  tenantKind === 'customer' ? planName : 'Advanced';

type BudgetConfig = Pick<Config, 'rateLimitPerMinute' | 'budgets'>;

/** What a budget holds in this installation, before its plan. At least 1. */
export const amountOf = ({ rateLimitPerMinute, budgets }: BudgetConfig, name: BudgetName): number =>
  budgets[name] ?? Math.max(1, Math.ceil((BUDGETS[name].amount * rateLimitPerMinute) / BASE_CALLS));

/** "Try again in 12 seconds." */
const tryAgain = (seconds: number): string => {
  if (seconds === 1) return 'Try again in one second.';
  return seconds <= 120 ? `Try again in ${seconds} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
};

export function createBudgets(db: Database, config: BudgetConfig): Budgets {
  const leases = createLeases(createSharedCounters(db));
  const takePlace = createPlaces(db);

  function askOf({ budget, by, cost = 1, plan }: Use): LeaseAsk {
    const { seconds, byPlan } = BUDGETS[budget];
    const amount = Math.ceil(amountOf(config, budget) * (byPlan && plan ? OF_PLAN[plan] : 1));
    // What is larger than the whole budget uses all of it, so that it is not refused for ever.
    return { key: `${budget} ${by}`, amount, seconds, cost: Math.min(cost, amount) };
  }

  return {
    async take(uses) {
      const asks = uses.map((use) => ({ use, ask: askOf(use) }));
      let waits = asks.map(({ ask }) => leases.known(ask));
      if (waits.every((wait) => wait === undefined)) waits = await Promise.all(asks.map(({ ask }) => leases.take(ask)));
      const longest = Math.max(0, ...waits.map((wait) => wait ?? 0));
      const refused = uses[waits.indexOf(longest)];
      if (!refused) return undefined;
      const seconds = Math.max(1, Math.ceil(longest / 1000));
      return {
        code: 'rate_limited',
        message: BUDGETS[refused.budget].message,
        advice: tryAgain(seconds),
        retryAfterSeconds: seconds,
      };
    },
    async place(work, tenantId) {
      const { most, message } = AT_ONCE[work];
      const leave = await takePlace(`places/${work}`, tenantId, most);
      if (leave) return { ok: true, value: leave };
      const seconds = COME_BACK_SECONDS;
      return problem('rate_limited', { message, advice: tryAgain(seconds), retryAfterSeconds: seconds });
    },
  };
}
