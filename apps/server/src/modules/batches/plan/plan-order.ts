/** Finds out for one order of a batch what would be bought, or what stands in the way. Buys nothing. */
import type { Database } from '../../../platform/database/database.ts';
import type { OpenGrant } from '../../carriers/index.ts';
import { toAddress } from '../../orders/index.ts';
import type { OrderRater } from '../../quotes/index.ts';
import type { BatchRow } from '../batch-rows.ts';
import { type Held, heldBy } from '../causes.ts';
import { chooseOffer, type RatedOffer } from './choose-offer.ts';
import type { OrderFound } from './read-orders.ts';
import { judgeOrder, noCarrier } from './judge-order.ts';
import { questionOf, sellersFor } from './wishes.ts';

export type PlannedOrder =
  | {
      readonly kind: 'ships';
      readonly offer: RatedOffer;
      readonly offers: number;
      readonly reason: string;
      readonly reasons: readonly unknown[];
      readonly asked: unknown;
    }
  | { readonly kind: 'blocked'; readonly held: Held }
  /** A carrier asked us to slow down: the order is looked at again. */
  | { readonly kind: 'later'; readonly waitMs: number };

export interface PlanDeps {
  readonly db: Database;
  readonly rater: OrderRater;
  /** @see chooseOffer */
  readonly liveFirst: boolean;
}

/** A stored price is used again while it holds at least so long. */
const GOOD_FOR_MS = 5 * 60_000;

/**
 * @param patient false: takes what the carriers that answer offer, when one of them keeps asking us to slow down
 */
export async function planOrder(
  deps: PlanDeps,
  batch: BatchRow,
  orderId: string,
  found: OrderFound | undefined,
  grants: readonly OpenGrant[],
  patient: boolean,
): Promise<PlannedOrder> {
  const blocked = (held: Held): PlannedOrder => ({ kind: 'blocked', held });
  if (!found || !batch.buyerId) return blocked({ cause: 'not-found', message: 'This order was not found.' });
  const judged = judgeOrder(found, batch.options, grants);
  if (!judged.ok) return blocked(judged.held);
  const { wish } = judged;
  const asked = questionOf(wish, orderId, batch.options);
  const from = found.order.shipFrom;
  const wanted = await sellersFor(wish, grants, from && toAddress(from.address));
  if (wanted.length === 0) return blocked(noCarrier(grants));
  const rated = await deps.rater.rate(
    { tenantId: batch.tenantId, userId: batch.buyerId, locale: batch.asker.locale, currency: batch.asker.currency },
    { ...asked, grantIds: wanted.map((grant) => grant.grantId) },
    { grants: wanted, goodForMs: GOOD_FOR_MS },
  );
  if (!rated.ok) return blocked(heldBy(rated.problem));
  const waits = rated.value.problems.flatMap((each) => each.waitMs ?? []);
  if (patient && waits.length > 0) return { kind: 'later', waitMs: Math.min(...waits) };
  const chosen = chooseOffer(wish, rated.value.rates, rated.value.problems, deps);
  if (!chosen.ok) return blocked(chosen.held);
  const { offer, offers, reason } = chosen;
  return { kind: 'ships', offer, offers, reason, reasons: wish.reasons, asked };
}
