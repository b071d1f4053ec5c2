/**
 * Another plan: first a quote that says to the cent what it costs today, then the change, which holds to what was shown or is
 * refused. Up holds at once; down from the next term on, or at once where the seller says so.
 */
import { createHash } from 'node:crypto';
import {
  changeNow,
  type Choice,
  type FeeLine,
  isUpgrade,
  keepAsItIs,
  planNext,
  type PlanTerms,
  priceOf,
  type Subscription,
} from '@scanship/domain/money/subscription';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { catchUp, type CatchUpOptions, termsOfSeller } from './catch-up.ts';
import { charge, price, type Priced } from './charge.ts';
import { readStanding } from './standing.ts';
import {
  type Held,
  lockSubscription,
  readSubscription,
  saveSubscription,
  setCurrentPlan,
  todayOf,
} from './subscription-rows.ts';

export type When = 'now' | 'term-end';

export interface ChangeWish extends Choice {
  /** Absent: up at once, down at the end of the term. Only the seller may say otherwise. */
  readonly when?: When | undefined;
  /** The seller changes it, also while a fee is overdue. */
  readonly bySeller?: boolean | undefined;
}

export interface ChangeQuote {
  readonly wish: Choice;
  readonly when: When;
  /** The day it holds from, YYYY-MM-DD. */
  readonly from: string;
  readonly priced: Priced;
  /** Price of a whole term of the new plan, before taxes. */
  readonly termPriceMinor: number;
  /** The trial that it brings ends before this day; undefined where there is none. */
  readonly trialUntil: string | undefined;
  /** Names all of it: a change that names another one is refused. */
  readonly token: string;
}

interface Made {
  readonly quote: ChangeQuote;
  readonly subscription: Subscription;
  readonly terms: PlanTerms;
}

const noYear = problem('validation', {
  errors: [
    {
      field: 'interval',
      code: 'interval',
      message: 'This plan is not sold by the year. Choose it by the month from the end of your year on.',
    },
  ],
});

async function make(tx: Tx, held: Held, wish: ChangeWish, now: Date): Promise<Outcome<Made>> {
  const { subscription } = held;
  const terms = (await termsOfSeller(tx, held))(wish.code);
  const same = wish.code === subscription.terms.code && wish.interval === subscription.interval;
  if (same)
    return problem('validation', { errors: [{ field: 'plan', code: 'plan', message: 'This is the plan already.' }] });
  if (priceOf(terms, wish.interval) === undefined) return noYear;
  const otherPlan = wish.code !== subscription.terms.code;
  const up = isUpgrade(subscription.terms.code, wish.code);
  const when = wish.when ?? (up ? 'now' : 'term-end');
  if (when === 'now' && (!otherPlan || wish.interval !== subscription.interval))
    return problem('validation', {
      errors: [
        {
          field: 'interval',
          code: 'interval',
          message: 'Paying by the month or by the year changes when the time that is paid is over.',
        },
      ],
    });
  if (up && when === 'now' && !wish.bySeller && (await readStanding(tx, held, now)).overdueMinor > 0)
    return problem('plan_past_due', {
      message: 'A fee of your plan is overdue.',
      advice: 'Pay it first, then change the plan.',
    });
  const today = todayOf(held, now);
  const changed =
    when === 'now'
      ? changeNow(subscription, terms, today)
      : {
          subscription: planNext(subscription, { code: wish.code, interval: wish.interval }),
          lines: [] as readonly FeeLine[],
        };
  if (!changed) return noYear;
  const priced = await price(tx, held, changed.lines, terms.currency, now);
  const from = when === 'now' ? today : subscription.term.end;
  const { term } = changed.subscription;
  const shown = {
    wish: { code: wish.code, interval: wish.interval },
    when,
    from,
    termPriceMinor: priceOf(terms, wish.interval) ?? 0,
    trialUntil: when === 'now' && term.trial ? term.end : undefined,
  };
  const named = {
    version: held.version,
    ...shown,
    no: terms.no,
    lines: priced.lines,
    taxes: priced.taxes,
    total: priced.total,
  };
  const token = createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 22);
  return { ok: true, value: { quote: { ...shown, priced, token }, subscription: changed.subscription, terms } };
}

/**
 * Shows what a change costs without making it; periods that are over meanwhile are closed first. Runs as the customer.
 * Problems: `not_found` (no plan), `validation`, `plan_past_due`.
 */
export async function quoteChange(
  tx: Tx,
  customerId: string,
  wish: ChangeWish,
  options: CatchUpOptions,
): Promise<Outcome<ChangeQuote>> {
  const found = await readSubscription(tx, customerId);
  if (!found) return problem('not_found');
  const held = options.now < found.periodEndAt ? found : await current(tx, customerId, options);
  if (!held) return problem('not_found');
  const made = await make(tx, held, wish, options.now);
  return made.ok ? { ok: true, value: made.value.quote } : made;
}

const current = async (tx: Tx, customerId: string, options: CatchUpOptions): Promise<Held | undefined> => {
  const locked = await lockSubscription(tx, customerId);
  return locked && catchUp(tx, locked, options);
};

export interface By {
  readonly userId: string;
  readonly reason?: string | undefined;
}

/**
 * Makes the change that a quote showed. Runs as the customer.
 * Problems: as `quoteChange`, and `stale_version` where anything is not as it was shown; nothing is charged then.
 */
export async function changePlan(
  tx: Tx,
  customerId: string,
  wish: ChangeWish & { readonly quote: string },
  by: By,
  options: CatchUpOptions,
): Promise<Outcome<void>> {
  const held = await current(tx, customerId, options);
  if (!held) return problem('not_found');
  const made = await make(tx, held, wish, options.now);
  if (!made.ok) return made;
  const { quote, subscription, terms } = made.value;
  if (quote.token !== wish.quote)
    return problem('stale_version', {
      message: 'What this costs has changed since it was shown.',
      advice: 'Look at the new amounts and confirm them. Nothing was charged.',
    });
  const { lines } = quote.priced;
  if (lines.length > 0) {
    const [first] = lines;
    const of =
      first?.kind === 'fee'
        ? ({ key: `fee/${subscription.term.start}`, kind: 'fee' } as const)
        : ({ key: `change/${held.version}`, kind: 'change' } as const);
    await charge(tx, held, { ...of, actedBy: by.userId, reason: by.reason }, quote.priced, options.now);
  }
  if (quote.when === 'now') await setCurrentPlan(tx, held, terms);
  await saveSubscription(tx, held, subscription, options.now);
  return { ok: true, value: undefined };
}

/** What was planned for the end of the term is taken back. Problem: `not_found`. */
export async function keepPlan(tx: Tx, customerId: string, options: CatchUpOptions): Promise<Outcome<void>> {
  const held = await current(tx, customerId, options);
  if (!held) return problem('not_found');
  if (held.subscription.next) await saveSubscription(tx, held, keepAsItIs(held.subscription), options.now);
  return { ok: true, value: undefined };
}
