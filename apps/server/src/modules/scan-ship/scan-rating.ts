/**
 * Carriers are asked as soon as an order is on the table, so that the label need not wait for them. What was answered is
 * stored as any quote is, and found again by the very same question; a question that is still on its way is joined.
 */
import type { QuoteRequest } from '@scanship/contracts/shipping/quotes';
import type { RequestContext } from '../../platform/context.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { grantsFor, type OrderWish } from '../batches/index.ts';
import type { GrantOpener, OpenGrant } from '../carriers/index.ts';
import type { OrderRater, OrderRates } from '../quotes/index.ts';

export interface Asked {
  readonly wish: OrderWish;
  readonly question: QuoteRequest;
}

export interface ScanRating {
  /** Rates of the wish; `no_carrier` where no account may be asked. */
  rate(ctx: RequestContext, wish: OrderWish, question: QuoteRequest): Promise<Outcome<OrderRates>>;
  /** Begins to ask what `prepare` finds out, and answers at once; undefined asks nothing. */
  begin(ctx: RequestContext, prepare: () => Promise<Asked | undefined>): void;
  /** Waits for what is on its way. */
  idle(): Promise<void>;
}

/** A stored price is used while it holds for so long at least: a label is bought within seconds. */
const GOOD_FOR_MS = 30_000;

export function createScanRating(deps: {
  readonly grants: GrantOpener;
  readonly rater: OrderRater;
  readonly log: Logger;
}): ScanRating {
  const begunBefore = new Set<Promise<void>>();
  const onTheWay = new Map<string, Promise<Outcome<OrderRates>>>();

  async function ask(ctx: RequestContext, wish: OrderWish, question: QuoteRequest): Promise<Outcome<OrderRates>> {
    const all = await deps.grants.open(ctx);
    const wanted: readonly OpenGrant[] = grantsFor(wish, all);
    if (wanted.length === 0)
      return problem('no_carrier', {
        message:
          all.length === 0
            ? undefined
            : 'No carrier account of yours sells what the rules or the choice name for this order: it was switched off or disconnected, or is not lent to you.',
      });
    return deps.rater.rate(
      ctx,
      { ...question, grantIds: wanted.map((grant) => grant.grantId) },
      { grants: wanted, goodForMs: GOOD_FOR_MS },
    );
  }

  const joined = (ctx: RequestContext, wish: OrderWish, question: QuoteRequest): Promise<Outcome<OrderRates>> => {
    const key = JSON.stringify([ctx.tenantId, question, wish.grantIds, wish.services]);
    const running = onTheWay.get(key);
    if (running) return running;
    const begun = ask(ctx, wish, question).finally(() => onTheWay.delete(key));
    onTheWay.set(key, begun);
    return begun;
  };

  return {
    rate: joined,
    begin(ctx, prepare) {
      const beforehand = async (): Promise<void> => {
        try {
          const asked = await prepare();
          if (asked) await joined(ctx, asked.wish, asked.question);
        } catch (error) {
          deps.log.warn({ err: error }, 'rates of a scanned order could not be asked beforehand');
        }
      };
      const begun = beforehand().finally(() => begunBefore.delete(begun));
      begunBefore.add(begun);
    },
    async idle() {
      await Promise.all(begunBefore);
      await Promise.allSettled(onTheWay.values());
    },
  };
}
