/** Buys what is missing of a partly bought shipment, at the rate it was bought at. */
import { ok } from '@scanship/domain/values/result';
import type { Database } from '../../../platform/database/database.ts';
import { violated } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { COMPANY_MOVED, COMPANY_OFF } from '../../restrictions/index.ts';
import type { Actor } from '../ports.ts';
import { isMissing, lockShipment, moveShipment, pieceStates } from '../shipment-state.ts';
import type { Asker, CreateDeps } from './create-shipment.ts';
import { requestHash } from '../../../platform/journal/effects.ts';
import { planPurchases, Refusal, storePurchases } from './plan-purchase.ts';
import { purchaseNames } from './purchase-names.ts';
import { withTopUp } from './with-top-up.ts';

async function readQuoted(db: Database, tenantId: string, shipmentId: string) {
  return db.tenant({ tenantId }, async (tx) => {
    const shipment = await tx
      .selectFrom('shipments')
      .select(['state', 'quote_id', 'rate_id', 'slug', 'service'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', shipmentId)
      .executeTakeFirst();
    return shipment ? { shipment, pieces: await pieceStates(tx, tenantId, shipmentId) } : undefined;
  });
}

/**
 * Problems: `not_found`; `order_not_shippable` when nothing is missing; `rate_expired` (what was bought can then only be
 * cancelled, and the order quoted anew); `insufficient_funds`.
 */
export async function finishShipment(
  deps: CreateDeps,
  asker: Asker,
  shipmentId: string,
  idempotencyKey: string | undefined,
): Promise<Outcome<void>> {
  const actor: Actor = { tenantId: asker.tenantId, userId: asker.userId, sessionId: asker.sessionId };
  const { tenantId } = actor;
  const quoted = await readQuoted(deps.db, tenantId, shipmentId);
  if (!quoted) return problem('not_found');
  const { shipment, pieces } = quoted;
  if (shipment.state === 'buying' || shipment.state === 'bought') return ok(undefined);
  if (shipment.state !== 'partly_bought' || !shipment.quote_id || !shipment.rate_id)
    return problem('order_not_shippable', { message: 'Nothing is missing from this shipment.' });
  const rate = await deps.ports.rates.load(actor, shipment.quote_id, shipment.rate_id);
  if (!rate.ok) return rate;
  const described = deps.ports.grants.describe(rate.value.slug);
  if (!described) return problem('no_carrier');
  const missing = new Set(pieces.filter(isMissing).map((piece) => piece.piece));
  const names = await purchaseNames(deps.db, actor, rate.value, [...missing]);
  const planned = await planPurchases(deps, actor, rate.value, described.manifest, names, {
    labelFormat: 'pdf',
    onlyPieces: missing,
  });
  if (!planned.ok) return planned;
  const intentKey =
    idempotencyKey === undefined
      ? `finish:${shipmentId}:${requestHash(pieces.map((p) => p.purchaseId))}`
      : `key:${idempotencyKey}`;
  try {
    await deps.db.tenant(actor, async (tx) => {
      const locked = await lockShipment(tx, tenantId, shipmentId);
      // Somebody else was quicker; what is missing is being bought.
      if (locked?.state !== 'partly_bought') throw new Refusal(problem('request_running'));
      await moveShipment(tx, tenantId, locked, 'buying', { userId: actor.userId, sessionId: actor.sessionId });
      await storePurchases(
        tx,
        deps,
        actor,
        {
          shipmentId,
          slug: rate.value.slug,
          service: rate.value.service,
          intentKey,
          requestHash: requestHash({ finish: shipmentId }),
        },
        planned.value,
      );
    });
  } catch (error) {
    if (error instanceof Refusal) return withTopUp(deps.ports, asker, error.outcome);
    if (violated(error) === 'purchases_while_active') return COMPANY_OFF;
    if (violated(error) === 'purchases_unless_moved') return COMPANY_MOVED;
    if (
      violated(error) === 'purchases_intent' ||
      violated(error) === 'purchases_one_live_label' ||
      violated(error) === 'purchases_carrier_ref'
    )
      return ok(undefined);
    throw error;
  }
  const first = planned.value[0];
  if (first) deps.journal.wake({ table: 'purchases', tenantId, id: first.purchaseId });
  return ok(undefined);
}
