/**
 * What a customer pays for its plan, decided here and only booked elsewhere. Days are local days of the customer,
 * YYYY-MM-DD; a span of days holds its first day and not its last ("end" is the first day of what comes next).
 *
 * - A **period** is a month from the anchor day (the 31st falls on the last day of shorter months). Labels are counted by it.
 * - A **term** is what one fee is for: a period, or twelve of them where the customer pays by the year.
 * - A plan is sold on the **terms** of a version; what the seller changes later counts from the next term on.
 * - Up at once: the unused days of the old plan are credited, the same days of the new one charged, today included. Down at the
 *   end of the term. Each line is rounded once, so a change is off by one minor unit at the most.
 */
import { Temporal } from 'temporal-polyfill';
import { divideRounded, money, type Money, times } from './money.ts';

export const PLAN_CODES = ['Basic', 'Standard', 'Advanced'] as const;
export type PlanCode = (typeof PLAN_CODES)[number];
export const BILLING_INTERVALS = ['month', 'year'] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** What one version of a plan is sold for. Amounts are minor units of `currency`. */
export interface PlanTerms {
  readonly code: PlanCode;
  /** Counts up with each version of the plan. */
  readonly no: number;
  readonly currency: string;
  readonly monthlyMinor: number;
  /** Null: not sold by the year. */
  readonly yearlyMinor: number | null;
  /** Labels of a period; null: any number. */
  readonly labels: number | null;
  /** For each label above them; null: there are none above them. */
  readonly overageMinor: number | null;
  /** 0: no trial. */
  readonly trialDays: number;
  /** Days after a fee is overdue during which labels can still be bought. */
  readonly graceDays: number;
}

/** What one fee is for. */
export interface Term {
  readonly start: string;
  readonly end: string;
  /** The full price, for `fullDays` days; 0 where nothing is charged (trial, days given). */
  readonly priceMinor: number;
  /** Days of a whole term that ends when this one does; more than this one has where it began in the middle. */
  readonly fullDays: number;
  readonly trial: boolean;
}

export interface Choice {
  readonly code: PlanCode;
  readonly interval: BillingInterval;
}

export interface Subscription {
  readonly terms: PlanTerms;
  readonly interval: BillingInterval;
  /** 1 to 31. */
  readonly anchorDay: number;
  readonly term: Term;
  readonly period: { readonly start: string; readonly end: string };
  /** Labels of this period: the most that any plan held in it allows. */
  readonly allowance: number | null;
  /** From the next term on; null: as it is. */
  readonly next: Choice | null;
}

export type FeeKind = 'fee' | 'unused' | 'rest' | 'overage';

/** One line of what is charged, before taxes; negative to the customer's credit. */
export interface FeeLine {
  readonly kind: FeeKind;
  readonly code: PlanCode;
  readonly from: string;
  /** The first day that it is not for. */
  readonly to: string;
  /** Labels of an overage, else days. */
  readonly quantity: number;
  /** Days the price is for, or 1 for labels. */
  readonly of: number;
  readonly priceMinor: number;
  readonly amount: Money;
}

export interface Changed {
  readonly subscription: Subscription;
  readonly lines: readonly FeeLine[];
}

const dayOf = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day);
/** Days from one day to another; 0 for the same day. */
export const daysFromTo = (from: string, to: string): number =>
  dayOf(from).until(dayOf(to), { largestUnit: 'day' }).days;
const later = (day: string, days: number): string => dayOf(day).add({ days }).toString();
export const dayOfMonth = (day: string): number => dayOf(day).day;

/** The anchor day `months` months after (or, negative, before) the month of a day. */
export function anchorAfter(day: string, anchorDay: number, months = 1): string {
  const month = dayOf(day).toPlainYearMonth().add({ months });
  return month.toPlainDate({ day: Math.min(anchorDay, month.daysInMonth) }).toString();
}

/** The first anchor day after a day. */
export const nextAnchor = (day: string, anchorDay: number): string => {
  const thisMonth = anchorAfter(day, anchorDay, 0);
  return thisMonth > day ? thisMonth : anchorAfter(day, anchorDay, 1);
};

/** Price of a term; undefined where the plan is not sold like that. */
export const priceOf = (terms: PlanTerms, interval: BillingInterval): number | undefined =>
  interval === 'month' ? terms.monthlyMinor : (terms.yearlyMinor ?? undefined);

export const isUpgrade = (from: PlanCode, to: PlanCode): boolean => PLAN_CODES.indexOf(to) > PLAN_CODES.indexOf(from);

const share = (term: Pick<Term, 'fullDays'>, priceMinor: number, days: number, currency: string): Money =>
  money(Number(divideRounded(BigInt(priceMinor) * BigInt(days), BigInt(term.fullDays))), currency);

const moreGenerous = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b);

/** A whole term from a day on, and its fee. `free`: nobody pays for it (the customer is suspended). */
function beginTerm(terms: PlanTerms, wanted: BillingInterval, anchorDay: number, start: string, free = false): Changed {
  const interval = priceOf(terms, wanted) === undefined ? 'month' : wanted;
  const end = anchorAfter(start, anchorDay, interval === 'year' ? 12 : 1);
  const priceMinor = free ? 0 : (priceOf(terms, interval) ?? 0);
  const fullDays = daysFromTo(start, end);
  const subscription: Subscription = {
    terms,
    interval,
    anchorDay,
    term: { start, end, priceMinor, fullDays, trial: false },
    period: { start, end: anchorAfter(start, anchorDay, 1) },
    allowance: terms.labels,
    next: null,
  };
  if (priceMinor === 0) return { subscription, lines: [] };
  const amount = money(priceMinor, terms.currency);
  const line = {
    kind: 'fee',
    code: terms.code,
    from: start,
    to: end,
    quantity: fullDays,
    of: fullDays,
    priceMinor,
    amount,
  } as const;
  return { subscription, lines: [line] };
}

function trialFrom(terms: PlanTerms, interval: BillingInterval, start: string, end: string): Subscription {
  const fullDays = daysFromTo(start, end);
  return {
    terms,
    interval,
    anchorDay: dayOfMonth(end),
    term: { start, end, priceMinor: 0, fullDays, trial: true },
    period: { start, end },
    allowance: terms.labels,
    next: null,
  };
}

/** A new customer's: a trial where its plan has one, else the first term and its fee. */
export const openSubscription = (terms: PlanTerms, interval: BillingInterval, today: string): Changed =>
  terms.trialDays > 0
    ? { subscription: trialFrom(terms, interval, today, later(today, terms.trialDays)), lines: [] }
    : beginTerm(terms, interval, dayOfMonth(today), today);

/** For who was a customer before there were fees: nothing until the first anchor day after today. */
export function openFree(terms: PlanTerms, anchorDay: number, today: string): Subscription {
  const end = nextAnchor(today, anchorDay);
  const fullDays = daysFromTo(anchorAfter(end, anchorDay, -1), end);
  return {
    terms,
    interval: 'month',
    anchorDay,
    term: { start: today, end, priceMinor: 0, fullDays, trial: false },
    period: { start: today, end },
    allowance: terms.labels,
    next: null,
  };
}

/** Labels above the allowance and what they cost; undefined where there is nothing to pay. */
export function overageOf(subscription: Subscription, used: number): FeeLine | undefined {
  const { terms, allowance, period } = subscription;
  const above = allowance === null ? 0 : Math.max(0, used - allowance);
  if (above === 0 || terms.overageMinor === null || terms.overageMinor === 0) return undefined;
  return {
    kind: 'overage',
    code: terms.code,
    from: period.start,
    to: period.end,
    quantity: above,
    of: 1,
    priceMinor: terms.overageMinor,
    amount: times(money(terms.overageMinor, terms.currency), above),
  };
}

export interface Ended extends Changed {
  /** Of the period that ended. */
  readonly overage: FeeLine | undefined;
}

/**
 * The period is over: its overage, and the next period; where the term is over too, the next term with its fee, on the plan
 * that was planned and on what it costs now.
 * @param newest the newest version of a plan
 */
export function endPeriod(
  subscription: Subscription,
  newest: (code: PlanCode) => PlanTerms,
  facts: { readonly used: number; readonly free?: boolean },
): Ended {
  const overage = overageOf(subscription, facts.used);
  const { anchorDay, period, term, terms } = subscription;
  if (period.end < term.end) {
    const next = { start: period.end, end: anchorAfter(period.end, anchorDay, 1) };
    return { subscription: { ...subscription, period: next, allowance: terms.labels }, lines: [], overage };
  }
  const { code, interval } = subscription.next ?? { code: terms.code, interval: subscription.interval };
  return { ...beginTerm(newest(code), interval, anchorDay, term.end, facts.free), overage };
}

/** Today as far as this subscription goes: never before its term, never after it. */
const within = ({ term }: Subscription, today: string): string =>
  today < term.start ? term.start : today >= term.end ? later(term.end, -1) : today;

/**
 * Another plan at once, up or down. In a trial the trial goes on where the new plan has one that is not over yet; else its
 * first term begins today.
 * @returns undefined where the new plan is not sold by the year and the term is a year
 */
export function changeNow(subscription: Subscription, to: PlanTerms, now: string): Changed | undefined {
  const { term, terms, interval } = subscription;
  const today = within(subscription, now);
  if (term.trial) {
    const end = later(term.start, to.trialDays);
    if (end > today) {
      const trial = trialFrom(to, interval, term.start, end);
      return {
        subscription: { ...trial, allowance: moreGenerous(subscription.allowance, to.labels) },
        lines: [],
      };
    }
    return beginTerm(to, interval, dayOfMonth(today), today);
  }
  const price = priceOf(to, interval);
  if (price === undefined) return undefined;
  const days = daysFromTo(today, term.end);
  const span = { from: today, to: term.end, quantity: days, of: term.fullDays };
  const unused = share(term, term.priceMinor, days, terms.currency);
  const rest = share(term, price, days, to.currency);
  const lines: readonly FeeLine[] = [
    {
      ...span,
      kind: 'unused',
      code: terms.code,
      priceMinor: term.priceMinor,
      amount: money(-unused.minor, terms.currency),
    },
    { ...span, kind: 'rest', code: to.code, priceMinor: price, amount: rest },
  ];
  return {
    subscription: {
      ...subscription,
      terms: to,
      term: { ...term, priceMinor: price },
      allowance: moreGenerous(subscription.allowance, to.labels),
      next: null,
    },
    lines: lines.filter((line) => line.amount.minor !== 0),
  };
}

/** From the next term on. What is as it is already is no plan. */
export const planNext = (subscription: Subscription, next: Choice): Subscription => ({
  ...subscription,
  next: next.code === subscription.terms.code && next.interval === subscription.interval ? null : next,
});

/** What was planned is taken back. */
export const keepAsItIs = (subscription: Subscription): Subscription => ({ ...subscription, next: null });

/** How far the allowance is used: percent that a person is told of, once each. */
export const WARNED_AT = [80, 100] as const;
export const warningOf = (used: number, allowance: number | null): 0 | 80 | 100 => {
  if (allowance === null) return 0;
  if (used >= allowance) return 100;
  return used * 100 >= allowance * 80 ? 80 : 0;
};

/** Whether `more` labels can be bought; above the allowance only where they have a price. */
export const allows = (subscription: Pick<Subscription, 'allowance' | 'terms'>, used: number, more: number): boolean =>
  subscription.allowance === null || subscription.terms.overageMinor !== null || used + more <= subscription.allowance;
