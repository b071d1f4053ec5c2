/** How the journal voids a label. It is called voided only when the carrier said so. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import { PURCHASE_TRANSITIONS, transition } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { JournalHandler, JournalRow } from '../../platform/journal/handler.ts';
import { recordChange } from '../../platform/journal/journal-store.ts';
import { problem } from '../../platform/problem.ts';
import { endTracking } from '../tracking/index.ts';
import { auditDecision } from './audit.ts';
import { creditVoided } from './credit.ts';
import { noteVoid } from './exception-causes.ts';
import { followParcels } from './follow-parcels.ts';
import type { ShipmentPorts } from './ports.ts';
import { type VoidRequest, voidRequestOf } from './purchase-request.ts';
import { lockShipment, settleVoiding } from './shipment-state.ts';

/** Carriers that refund by themselves do so within a month; after that somebody should ask. */
const REFUND_DAYS = 30;

export function voidHandler(deps: {
  readonly ports: ShipmentPorts;
  readonly clock: Clock;
}): JournalHandler<CancelInput, CancelResult, undefined> {
  const { ports, clock } = deps;
  return {
    async open(row) {
      const request = voidRequestOf(row.request);
      const grant = await ports.grants.open(row.tenantId, request.grantId, { kind: 'void', id: row.id });
      if (!grant.ok) return grant;
      const { carrier, manifest, env, displayName } = grant.value;
      if (!carrier.cancel) return problem('cannot_cancel', { message: `${displayName} does not void labels.` });
      const deadlineMs = manifest.deadlineMs.other;
      return {
        ok: true,
        value: {
          operation: carrier.cancel,
          input: request.input,
          env,
          vendor: displayName,
          deadlineMs,
          askFirst: row.mayBeForgotten && 'at-once',
        },
      };
    },

    prepare: () => Promise.resolve(undefined),

    async changed(tx, row, _input, change) {
      if (change.by) await auditDecision(tx, row, change.to, change.by);
      const request = voidRequestOf(row.request);
      const note = () => noteVoid(tx, row.tenantId, { voidId: row.id, purchaseId: request.purchaseId }, ports);
      if (change.to !== 'complete' && change.to !== 'refused' && change.to !== 'absent') return note();
      const shipment = await lockShipment(tx, row.tenantId, request.shipmentId);
      if (!shipment) throw new Error(`void ${row.id} has no shipment`);
      if (change.to === 'complete') await markVoided(tx, row, request, change.result.refund ?? 'later');
      else await goOnFetching(tx, row, request);
      const state = await settleVoiding(tx, shipment, {
        tenantId: row.tenantId,
        userId: row.createdBy,
        why: change.problem?.message,
        now: clock.now(),
        followers: ports.followers,
        grants: ports.grants,
      });
      // A scan may have come in while the void was under way.
      await followParcels(tx, row.tenantId, { id: shipment.id, state });
      return note();
    },
  };
}

async function markVoided(
  tx: Tx,
  row: JournalRow,
  request: VoidRequest,
  refund: CancelResult['refund'],
): Promise<void> {
  const purchase = await tx
    .selectFrom('purchases')
    .select('state')
    .where('tenant_id', '=', row.tenantId)
    .where('id', '=', request.purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const change = transition(PURCHASE_TRANSITIONS, purchase.state, 'voided');
  if (!change.ok) throw new Error(`purchase ${request.purchaseId}: ${change.problem}`);
  await sql`UPDATE purchases SET state = 'voided', attempt = attempt + 1, due_at = NULL, lease_until = NULL, updated_at = now()
    WHERE tenant_id = ${row.tenantId} AND id = ${request.purchaseId}`.execute(tx);
  const subject = { kind: 'purchase', id: request.purchaseId };
  await recordChange(tx, row.tenantId, subject, purchase.state, 'voided', { userId: row.createdBy });
  await endTracking(tx, row.tenantId, request.purchaseId);
  const state = refund === 'now' ? 'received' : refund === 'later' ? 'pending' : 'none';
  await tx
    .updateTable('voids')
    .set({
      refund_state: state,
      refund_due_at: state === 'pending' ? sql<Date>`clock_timestamp() + make_interval(days => ${REFUND_DAYS})` : null,
      refund_check_at: state === 'pending' ? sql<Date>`clock_timestamp() + interval '1 day'` : null,
    })
    .where('tenant_id', '=', row.tenantId)
    .where('id', '=', row.id)
    .execute();
  if (state === 'received') await creditVoided(tx, row.tenantId, request, row.createdBy);
}

/** A label that was paid and has no file yet goes on asking for it when its void was declined. */
async function goOnFetching(tx: Tx, row: JournalRow, request: VoidRequest): Promise<void> {
  await sql`UPDATE purchases SET due_at = clock_timestamp()
    WHERE tenant_id = ${row.tenantId} AND id = ${request.purchaseId} AND state = 'confirmed'`.execute(tx);
}
