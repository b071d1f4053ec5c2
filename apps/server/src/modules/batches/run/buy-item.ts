/** Buys the label of one order of a batch, once, at the planned price or close to it. */
import { type Money, toDecimal } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { AppProblem } from '../../../platform/problem.ts';
import type { GrantOpener } from '../../carriers/index.ts';
import type { OrderRater } from '../../quotes/index.ts';
import { awaitShipment, awaitSign, createShipment, type CreateDeps, type ReadIntent } from '../../shipments/index.ts';
import { type BatchRow, type ItemRow, purchaseKey } from '../batch-rows.ts';
import { heldBy, isSkipped } from '../causes.ts';
import type { QuoteRequest } from '@scanship/contracts/shipping/quotes';
import type { BatchHold } from './lease.ts';
import type { ItemOutcome } from './settle-item.ts';

export interface BuyDeps extends CreateDeps {
  readonly rater: OrderRater;
  readonly grants: GrantOpener;
  /** How long an item is waited for before the next takes its place. Milliseconds. */
  readonly waitMs: number;
}

/** What the items that are bought at the same time share. */
export interface Chunk {
  /** What was read of an item with others, moments ago. */
  readonly read: (item: ItemRow) => ReadIntent | undefined;
  /** What became of a shipment; null while the carrier's answer is awaited. */
  readonly outcomeOf: (shipmentId: string) => Promise<ItemOutcome | null>;
}

const NOTHING_PLANNED: ItemOutcome = {
  kind: 'failed',
  held: { cause: 'fault', message: 'Nothing was planned for this order.' },
};

/** In whose name the labels of a batch are bought; undefined before it was started. */
export const buyerOf = ({ tenantId, buyerId, buyerSessionId, asker }: BatchRow) =>
  buyerId === null || buyerSessionId === null
    ? undefined
    : { tenantId, userId: buyerId, sessionId: buyerSessionId, realmId: asker.realmId };

/** How much more expensive than planned a label may be when its rate ran out. Per cent. */
export const USUAL_TOLERANCE = 5;

/**
 * Repeating this for an item that was cut off finds what was bought: its purchase is stored under the item's own key before
 * the carrier is called.
 */
export async function buyItem(
  deps: BuyDeps,
  lease: BatchHold,
  batch: BatchRow,
  item: ItemRow,
  chunk: Chunk,
): Promise<ItemOutcome> {
  const who = buyerOf(batch);
  if (!who || !item.quoteId || !item.rateId) return NOTHING_PLANNED;
  let rate = { quoteId: item.quoteId, rateId: item.rateId };
  // Once more when the price ran out; a new one that runs out at once is nobody's price.
  for (let round = 0; round < 2; round += 1) {
    const wish = { orderId: item.orderId, ...rate, labelFormat: batch.options.labelFormat };
    const intended = await createShipment(deps, who, wish, purchaseKey(batch.id, item), {
      read: round === 0 ? chunk.read(item) : undefined,
      alongside: (tx, shipmentId) => lease.keepShipment(tx, item.position, shipmentId),
    });
    if (intended.ok) {
      const { shipmentId, begun } = intended.value;
      const from = performance.now();
      if (begun) await awaitSign(deps, begun, deps.waitMs);
      else await lease.write((tx) => lease.keepShipment(tx, item.position, shipmentId));
      const said = begun && (await chunk.outcomeOf(shipmentId));
      if (said) return said;
      await awaitShipment(deps, batch.tenantId, shipmentId, Math.max(0, deps.waitMs - (performance.now() - from)));
      return (await chunk.outcomeOf(shipmentId)) ?? { kind: 'open', shipmentId };
    }
    if (intended.problem.code !== 'rate_expired') return refused(intended.problem);
    const again = await rateAgain(deps, lease, batch, item);
    if ('kind' in again) return again;
    rate = again;
  }
  return {
    kind: 'outage',
    held: { cause: 'carrier-unavailable', message: 'The price ran out before the label could be bought.' },
    spent: false,
  };
}

function refused(problem: AppProblem): ItemOutcome {
  const held = heldBy(problem);
  if (problem.code === 'request_running' || problem.code === 'unavailable')
    return { kind: 'outage', held: { ...held, cause: 'carrier-unavailable' }, spent: false };
  return { kind: isSkipped(held.cause) ? 'skipped' : 'failed', held };
}

const text = (amount: Money): string => `${toDecimal(amount)} ${amount.currency}`;

/** Asks the planned account for its price again, stores it with the item, or says why it may not be bought. */
async function rateAgain(
  deps: BuyDeps,
  lease: BatchHold,
  batch: BatchRow,
  item: ItemRow,
): Promise<{ readonly quoteId: string; readonly rateId: string } | ItemOutcome> {
  const { choice, grantId, plannedMinor, currency } = item;
  if (!choice || !grantId || plannedMinor === null || currency === null || !batch.buyerId) return NOTHING_PLANNED;
  const grants = await deps.grants.open({ tenantId: batch.tenantId }, { only: [grantId] });
  if (grants.length === 0)
    return {
      kind: 'failed',
      held: {
        cause: 'no-carrier',
        message: `${choice.carrierName} ${choice.serviceName} cannot be bought any more: its account is paused or disconnected, or is not lent to you now.`,
      },
    };
  const rated = await deps.rater.rate(
    { tenantId: batch.tenantId, userId: batch.buyerId, locale: batch.asker.locale, currency: batch.asker.currency },
    // Stored by the planner in this very form.
    { ...(choice.asked as QuoteRequest), grantIds: [grantId] },
    { grants, goodForMs: 60_000 },
  );
  if (!rated.ok) return refused(rated.problem);
  const onSaturday = (choice.asked as QuoteRequest).options?.saturdayDelivery === true;
  const offer = rated.value.rates.find(
    (each) =>
      each.grantId === grantId &&
      each.service === choice.service &&
      (each.saturdayDelivery ?? onSaturday) === onSaturday,
  );
  if (!offer) {
    const outage = rated.value.problems.find((each) => each.canRetry);
    if (outage)
      return { kind: 'outage', held: { cause: 'carrier-unavailable', message: outage.message }, spent: false };
    const said = rated.value.problems[0]?.message;
    const message = `${choice.carrierName} ${choice.serviceName} is not offered any more.${said ? ` ${said}` : ''}`;
    return { kind: 'failed', held: { cause: 'no-rate', message } };
  }
  const planned = { minor: plannedMinor, currency };
  const tolerance = batch.options.tolerancePercent ?? USUAL_TOLERANCE;
  if (!withinTolerance(planned, offer.price, tolerance))
    return {
      kind: 'failed',
      held: {
        cause: 'dearer',
        message: `Planned for ${text(planned)}, now ${text(offer.price)}: more than ${tolerance} % more. Nothing was bought.`,
      },
    };
  await lease.write((tx) =>
    sql`UPDATE batch_items SET quote_id = ${offer.quoteId}, rate_id = ${offer.id}, rate_expires_at = ${offer.expiresAt}::timestamptz
      WHERE tenant_id = ${batch.tenantId} AND batch_id = ${batch.id} AND position = ${item.position}`.execute(tx),
  );
  return { quoteId: offer.quoteId, rateId: offer.id };
}

/** Another currency is never within it: a person looks at it. */
export const withinTolerance = (planned: Money, now: Money, percent: number): boolean =>
  now.currency === planned.currency && now.minor * 100 <= planned.minor * (100 + percent);
