import {
  cancelMultiple as cancelManyCall,
  cancelShipment as cancelCall,
  createShipment as createCall,
  decideException as decideCall,
  finishShipment as finishCall,
  getShipment,
  listOpenPurchases as exceptionsCall,
  proofOfDelivery as proofCall,
  sendCustomsDocument as documentCall,
  type ShipmentSummary,
} from '@scanship/contracts/shipping/shipments';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { awaitShipment, INTERACTIVE_WAIT_MS } from './commands/await-shipment.ts';
import { cancelMany } from './commands/cancel-many.ts';
import { cancelShipment } from './commands/cancel-shipment.ts';
import { createShipment, type CreateDeps } from './commands/create-shipment.ts';
import { askProofOfDelivery, sendDocument } from './commands/carrier-papers.ts';
import { decideException } from './commands/decide-exception.ts';
import { finishShipment } from './commands/finish-shipment.ts';
import { listExceptions } from './queries/list-exceptions.ts';
import { glanceAt, viewOf } from './queries/glance.ts';
import { whyNotBought, whyNotCancelled } from './why-not.ts';

export interface RouteDeps extends CreateDeps {
  /** How long a request waits for the carrier. Milliseconds. */
  readonly waitMs?: number | undefined;
}

export function shipmentRoutes(deps: RouteDeps): readonly Route[] {
  const { db, ports } = deps;
  const waitMs = deps.waitMs ?? INTERACTIVE_WAIT_MS;

  async function view(ctx: Pick<RequestContext, 'tenantId'>, id: string): Promise<Outcome<ShipmentSummary>> {
    const shipment = await viewOf(deps, ctx, id);
    return shipment ? { ok: true, value: shipment } : problem('not_found');
  }

  return [
    route(createCall, async ({ ctx, body, idempotencyKey }) => {
      const intended = await createShipment(deps, ctx, body, idempotencyKey);
      if (!intended.ok) return intended;
      const { shipmentId } = intended.value;
      await awaitShipment(deps, ctx.tenantId, shipmentId, waitMs);
      const [shipment, after] = await glanceAt(deps, ctx, shipmentId, body.orderId);
      if (!shipment) return problem('not_found');
      const failed = whyNotBought(shipment);
      if (failed) return failed;
      const answer = { shipment, ...after };
      const bought = shipment.parcels.filter((parcel) => parcel.purchaseState === 'complete').length;
      switch (shipment.state) {
        case 'buying':
          return data(answer, { status: 202 });
        case 'partly_bought':
          return data(answer, {
            successMessage: `${bought} of ${shipment.parcels.length} labels were bought. Buy the rest, or cancel.`,
          });
        default:
          return data(answer, { successMessage: 'Shipment created successfully.' });
      }
    }),
    route(getShipment, async ({ ctx, params }) => {
      const shipment = await view(ctx, params.id);
      return shipment.ok ? data(shipment.value) : shipment;
    }),
    route(finishCall, async ({ ctx, params, idempotencyKey }) => {
      const finished = await finishShipment(deps, ctx, params.id, idempotencyKey);
      if (!finished.ok) return finished;
      const state = await awaitShipment(deps, ctx.tenantId, params.id, waitMs);
      const shipment = await view(ctx, params.id);
      if (!shipment.ok) return shipment;
      return data(shipment.value, { status: state === 'buying' ? 202 : 200 });
    }),
    route(cancelCall, async ({ ctx, params }) => {
      const asked = await cancelShipment(deps, ctx, params.id);
      if (!asked.ok) return asked;
      const state = await awaitShipment(deps, ctx.tenantId, params.id, waitMs);
      const shipment = await view(ctx, params.id);
      if (!shipment.ok) return shipment;
      if (state === 'voiding') return data(shipment.value, { status: 202 });
      if (state === 'voided') return data(shipment.value, { successMessage: 'Shipment cancelled.' });
      return whyNotCancelled(shipment.value);
    }),
    route(cancelManyCall, async ({ ctx, body }) => {
      if ((body.shipmentIds?.length ?? 0) + (body.orderIds?.length ?? 0) === 0)
        return problem('validation', {
          errors: [{ field: 'shipmentIds', message: 'Name at least one shipment or order.' }],
        });
      const answer = await cancelMany(deps, ctx, body, waitMs);
      const whole = answer.voided === answer.results.length;
      return data(answer, {
        status: answer.voiding > 0 ? 202 : 200,
        ...(whole
          ? { successMessage: answer.voided === 1 ? 'Shipment cancelled.' : `${answer.voided} shipments cancelled.` }
          : {}),
      });
    }),
    route(exceptionsCall, async ({ ctx }) => {
      const purchases = await db.tenant(ctx, (tx) => listExceptions(tx, ctx.tenantId, ports.grants));
      return data({ purchases: [...purchases] });
    }),
    route(proofCall, async ({ ctx, params, body }) => {
      const asked = await askProofOfDelivery(deps, ctx.tenantId, params.id, body.parcelNumber);
      return asked.ok ? data(asked.value) : asked;
    }),
    route(documentCall, async ({ ctx, params, query, file }) => {
      const sent = await sendDocument(deps, ctx.tenantId, params.id, query.kind, file);
      return sent.ok ? data(sent.value, { successMessage: `${sent.value.carrierName} has the document.` }) : sent;
    }),
    route(decideCall, async ({ ctx, params, body }) => {
      const decided = await decideException(deps, ctx, params.id, body);
      if (!decided.ok) return decided;
      const shipment = await view(ctx, decided.value.shipmentId);
      return shipment.ok ? data({ shipment: shipment.value }) : shipment;
    }),
  ];
}
