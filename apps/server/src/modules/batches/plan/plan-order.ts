/** Finds out for one order of a batch what would be bought, or what stands in the way. Buys nothing. */
import type { Database } from '../../../platform/database/database.ts';
import type { OpenGrant } from '../../carriers/index.ts';
import { toAddress } from '../../orders/index.ts';
import type { OrderRater, SharedAnswers } from '../../quotes/index.ts';
import type { BatchRow } from '../batch-rows.ts';
import { type Held, heldBy } from '../causes.ts';
import type { AccountLimits } from './account-limits.ts';
import { chooseOffer, type RatedOffer, unmappedService } from './choose-offer.ts';
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
      /** The buyer's wish that no service is mapped to. */
      readonly unmapped: string | undefined;
      /** The offer's price was asked for another order. */
      readonly sharedPrice: boolean;
    }
  | { readonly kind: 'blocked'; readonly held: Held }
  /** Accounts asked us to slow down: the order is looked at again at its turn, the others are not asked again. */
  | { readonly kind: 'later'; readonly waitMs: number };

export interface PlanDeps {
  readonly db: Database;
  readonly rater: OrderRater;
  /** @see chooseOffer */
  readonly liveFirst: boolean;
}

const ONLY_LEFT_OUT: Held = {
  cause: 'no-carrier',
  message: 'Only an account that this plan was made without ships this order.',
};

const SAME_AS_ANOTHER = 'Priced like another order of this plan with the same lane, parcel and options.';

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
  limits: AccountLimits,
  answers: SharedAnswers,
): Promise<PlannedOrder> {
  const blocked = (held: Held): PlannedOrder => ({ kind: 'blocked', held });
  if (!found || !batch.buyerId) return blocked({ cause: 'not-found', message: 'This order was not found.' });
  const judged = judgeOrder(found, batch.options, grants);
  if (!judged.ok) return blocked(judged.held);
  const { wish } = judged;
  const asked = questionOf(wish, orderId, batch.options);
  const from = found.order.shipFrom;
  const able = await sellersFor(wish, grants, from && toAddress(from.address));
  const leftOut = new Set(batch.options.leftOut?.map(({ grantId }) => grantId));
  const wanted = able.filter(({ grantId }) => !leftOut.has(grantId));
  if (wanted.length === 0) return blocked(able.length > 0 ? ONLY_LEFT_OUT : noCarrier(grants));
  const rated = await deps.rater.rate(
    { tenantId: batch.tenantId, userId: batch.buyerId, locale: batch.asker.locale, currency: batch.asker.currency },
    { ...asked, grantIds: wanted.map((grant) => grant.grantId) },
    {
      grants: wanted,
      goodForMs: GOOD_FOR_MS,
      restsFor: patient ? (grantId) => limits.restsFor(grantId) : undefined,
      onAsking: (grantIds) => limits.wanted(grantIds),
      onWait: (grantId, waitMs) => limits.refused(grantId, waitMs),
      answers,
    },
  );
  if (!rated.ok) return blocked(heldBy(rated.problem));
  const shared = new Set(rated.value.shared);
  const waits = rated.value.problems.filter(({ waitMs }) => waitMs !== undefined);
  if (patient && waits.length > 0) return { kind: 'later', waitMs: limits.turnAt(waits.map(({ grantId }) => grantId)) };
  const chosen = chooseOffer(wish, rated.value.rates, rated.value.problems, deps);
  if (!chosen.ok) return blocked(chosen.held);
  const { offer, offers } = chosen;
  const sharedPrice = shared.has(offer.grantId);
  const reason = sharedPrice ? `${chosen.reason} ${SAME_AS_ANOTHER}` : chosen.reason;
  const unmapped = unmappedService(wish);
  return { kind: 'ships', offer, offers, reason, reasons: wish.reasons, asked, unmapped, sharedPrice };
}
