/** Shipments: buying, voiding and settling labels. What other modules may use. */
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { QuotesModule } from '../quotes/index.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import { shipmentExceptionSource } from './exception-source.ts';
import { countVoidable } from './queries/count-voidable.ts';
import { fitPorts } from './fit-ports.ts';
import type { FundsPort, ShipmentFollower, ShipmentPorts } from './ports.ts';
import { shipmentListRoutes } from './list-shipments-routes.ts';
import { purchaseHandler, trackingKey } from './purchase-handler.ts';
import { createRefundWatch, type RefundWatch } from './refund-watch.ts';
import { shipmentsOfOrder } from './queries/shipments-of-order.ts';
import { shipmentRoutes } from './routes.ts';
import { voidHandler } from './void-handler.ts';

export { trackingKey };
export { afterBuying } from './queries/after-buying.ts';
export { findShipmentsSql, trackingEnds } from './queries/find-shipments.ts';
export { shipmentOfKey } from './queries/shipment-of-key.ts';
export { whyNotBought, whyNotCancelled } from './why-not.ts';
export { awaitShipment, awaitSign, INTERACTIVE_WAIT_MS } from './commands/await-shipment.ts';
export { cancelShipment } from './commands/cancel-shipment.ts';
export { createShipment, type CreateDeps, type CreateInput, type Intended } from './commands/create-shipment.ts';
export { readIntents, type ReadIntent } from './commands/read-intents.ts';
export { decideException } from './commands/decide-exception.ts';
export { markHandedOver, takeOffList } from './commands/hand-over.ts';
export { followParcelsOf, markLost } from './follow-parcels.ts';
export { eraseRecipients } from './commands/erase-recipients.ts';
export { finishShipment } from './commands/finish-shipment.ts';
export { listExceptions } from './queries/list-exceptions.ts';
export { readShipments } from './queries/shipment-view.ts';
export type { ShipmentBought, ShipmentFollower, ShipmentPorts, ShipmentVoided, ShippedOrder } from './ports.ts';

export interface ShipmentsModule {
  readonly routes: readonly Route[];
  readonly ports: ShipmentPorts;
  /** All shipments that have units of an order. */
  ofOrder(ctx: RequestContext, tx: Tx, orderId: string): ReturnType<typeof shipmentsOfOrder>;
  /** How many labels of a customer its carriers would still void. */
  countVoidable(tenantId: string): Promise<number>;
  /** Has another module do its part in the transactions that buy and void shipments. Call while composing. */
  follow(follower: ShipmentFollower): void;
  /** What is the matter with purchases, voids and refunds, for the exceptions inbox. */
  readonly exceptions: ExceptionSource;
  /** Watches refunds that come later. */
  readonly refunds: RefundWatch;
}

/** Registers purchases and voids with the journal. */
export function createShipmentsModule(
  services: Pick<Services, 'db' | 'sealer' | 'clock' | 'log' | 'config'>,
  deps: {
    readonly journal: Journal;
    readonly carriers: Pick<CarriersModule, 'grants' | 'registry' | 'allotSerials'>;
    readonly quotes: Pick<QuotesModule, 'load' | 'read'>;
    readonly renderer: TypstRenderer;
    readonly funds?: FundsPort | undefined;
    readonly waitMs?: number | undefined;
  },
): ShipmentsModule {
  const { db, sealer, clock } = services;
  const { journal } = deps;
  const followers: ShipmentFollower[] = [];
  const ports = fitPorts({
    db,
    carriers: deps.carriers,
    quotes: deps.quotes,
    renderer: deps.renderer,
    followers,
    clock,
    withTest: services.config.simulators,
    funds: deps.funds,
  });
  registerShipments(journal, { ports, clock });
  return {
    countVoidable: (tenantId) =>
      db.tenant({ tenantId }, (tx) => countVoidable(tx, tenantId, (slug) => ports.grants.describe(slug)?.manifest), {
        readOnly: true,
      }),
    routes: [
      ...shipmentRoutes({ db, sealer, journal, ports, waitMs: deps.waitMs }),
      ...shipmentListRoutes({ db, grants: ports.grants }),
    ],
    exceptions: shipmentExceptionSource({ db, sealer, journal, ports }),
    refunds: createRefundWatch({ db, sealer, log: services.log, ports }),
    ports,
    ofOrder: (ctx, tx, orderId) => shipmentsOfOrder(ctx, tx, orderId, ports.grants),
    follow: (follower) => void followers.push(follower),
  };
}

/** The journal's handlers of this module. */
export function registerShipments(
  journal: Journal,
  deps: { readonly ports: ShipmentPorts; readonly clock: Services['clock'] },
): void {
  journal.register('purchases', undefined, purchaseHandler({ ...deps, wake: (ref) => journal.wake(ref) }));
  journal.register('voids', undefined, voidHandler(deps));
}
