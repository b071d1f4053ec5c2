/** Batches: labels of many orders, planned and bought in the background. What other modules may use. */
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import type { Route } from '../../platform/http/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { QuotesModule } from '../quotes/index.ts';
import type { ShipmentFollower, ShipmentsModule } from '../shipments/index.ts';
import { batchRoutes } from './routes.ts';
import { type BatchTimes, type BatchWorker, createBatchWorker } from './worker.ts';
import type { BuyerPages } from '../documents/index.ts';

export { type Held, heldBy } from './causes.ts';
export { chooseOffer } from './plan/choose-offer.ts';
export { judgeOrder } from './plan/judge-order.ts';
export { type OrderFound, type OrdersWanted, readOrders } from './plan/read-orders.ts';
export { whyBlocked } from './plan/why-blocked.ts';
export { grantsFor, type OrderWish } from './plan/wishes.ts';
export type { BatchTimes, BatchWorker } from './worker.ts';

export interface BatchesModule {
  readonly routes: readonly Route[];
  readonly worker: BatchWorker;
  /** A label whose outcome was open for long, or that a person decided about, counts for its batch after all. */
  readonly follower: ShipmentFollower;
}

export function createBatchesModule(
  services: Services,
  deps: {
    readonly journal: Journal;
    readonly carriers: Pick<CarriersModule, 'grants'>;
    readonly quotes: Pick<QuotesModule, 'rater'>;
    readonly shipments: Pick<ShipmentsModule, 'ports'>;
    readonly renderer: TypstRenderer;
    readonly buyerPages: BuyerPages;
    readonly times?: (BatchTimes & { readonly answerMs?: number }) | undefined;
  },
): BatchesModule {
  const { db, sealer, log, clock, config } = services;
  const worker = createBatchWorker({
    db,
    sealer,
    log,
    journal: deps.journal,
    ports: deps.shipments.ports,
    renderer: deps.renderer,
    blobs: services.blobs,
    buyerPages: deps.buyerPages,
    grants: deps.carriers.grants,
    rater: deps.quotes.rater,
    // Where simulators are offered, test labels are what people want to see.
    liveFirst: !config.simulators,
    role: config.role,
    times: deps.times,
  });
  return {
    routes: batchRoutes({
      db,
      blobs: services.blobs,
      now: () => clock.now(),
      worker,
      waitMs: deps.times?.answerMs ?? 20_000,
    }),
    worker,
    follower: {
      async onShipmentBought(tx, { tenantId, shipmentId }) {
        // Of what is being bought here, this is the whole outcome: whoever waits for it only reads it.
        await sql`UPDATE batch_items AS i SET state = 'done', cause = NULL, message = NULL, due_at = NULL, tries = 0,
            paid_minor = coalesce(s.price_minor, 0), paid_currency = coalesce(s.currency, ''), settled_at = clock_timestamp()
          FROM shipments AS s WHERE i.tenant_id = ${tenantId} AND i.shipment_id = ${shipmentId}
            AND i.state IN ('running', 'open', 'failed')
            AND s.tenant_id = i.tenant_id AND s.id = i.shipment_id`.execute(tx);
      },
    },
  };
}
