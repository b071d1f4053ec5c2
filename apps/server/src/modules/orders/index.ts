/** Orders: what other modules may use. Commands take `(ctx, tx, input)` and are part of the caller's transaction. */
import type { Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { createHoldWorker, type HoldWorker } from './commands/held-until.ts';
import { addressRoutes } from './addresses/address-routes.ts';
import { exportRoutes } from './export/export-routes.ts';
import { importRoutes } from './import/import-routes.ts';
import { queryRoutes } from './queries/query-routes.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { orderRoutes } from './routes.ts';

export interface OrdersModule {
  readonly routes: readonly Route[];
  /** Ends holds whose day has come. */
  readonly holds: HoldWorker;
}

/** The calls of product-spec section 7, "Orders", as far as they exist; see README.md. */
export function createOrdersModule(services: Services, deps: OrdersDeps): OrdersModule {
  return {
    holds: createHoldWorker(services),
    routes: [
      ...orderRoutes(services, deps),
      ...queryRoutes(services),
      ...importRoutes(services),
      ...addressRoutes(services),
      ...exportRoutes(services, deps),
    ],
  };
}

export { toAddress, toAddressDto } from './address-shapes.ts';
export { type ExchangedLine, type ExchangedProduct, makeExchangeOrder } from './again/exchange.ts';
export { addOrder } from './commands/add-order.ts';
export { CLAIM_SECONDS, claimOrder, releaseClaim } from './commands/claim.ts';
export { combineKey, type CreatedOrder, createOrders } from './commands/create-orders.ts';
export type { NewOrder, NewOrderItem, OrderSource } from './commands/new-order.ts';
export { addCounts, foldCounts } from './commands/counters.ts';
export { editAddress, editShipTo } from './commands/edit-address.ts';
export {
  allocateItems,
  type Allocation,
  applyShipped,
  applyVoided,
  type FulfillmentChange,
  type LineQuantity,
  type LockedOrder,
  lockOrder,
  releaseItems,
  whyNotShippable,
} from './commands/fulfillment.ts';
export { actorOf, recordChanges } from './commands/history.ts';
export { eraseBuyers } from './commands/erase-buyers.ts';
export { buyersDue } from './queries/buyers-due.ts';
export { ordersOfBuyers } from './commands/order-buyers.ts';
export { endLeases, leaseOrders, leasedWords, type OrderLease, readLeases } from './commands/lease-orders.ts';
export { fillItemFacts, fillOpenOrders, type ProductFacts } from './commands/fill-item-facts.ts';
export { mendLines, type ProductMend } from './commands/mend-lines.ts';
export { itemsOfOrders } from './queries/item-facts.ts';
export { lineGaps } from './queries/line-gaps.ts';
export type { Conflict } from './commands/change-store-orders.ts';
export type { FactsOf, ItemFacts, OrderStore, ReportedUnits } from './commands/store-order-shape.ts';
export { type StoreOrdersOutcome, upsertStoreOrders } from './commands/upsert-store-orders.ts';
export type { UnreadKeeper } from './unread/unread-orders.ts';
export { allOrNothing } from './commands/transaction.ts';
export type { OrderContext } from './commands/order-context.ts';
export { setTrackingWord } from './commands/tracking-word.ts';
export { OWN_PLATFORM, ownStore } from './commands/own-store.ts';
export type { ShipmentsOfOrder, StoreSideOfOrder } from './queries/order-detail.ts';
export { findOrders } from './queries/anywhere-sql.ts';
export { carrierNamed } from './queries/order-shipping.ts';
export { autoPopupTagsOf } from './queries/auto-popups.ts';
export {
  autoPopupTagOf,
  declared,
  loadOrderForShipping,
  type OrderForShipping,
  type OrderLine,
} from './queries/order-for-shipping.ts';
export { locationOf, shipFromOf, type ShipFrom } from './queries/ship-from.ts';
export { storeOrderIds, type StoreOrderIds } from './queries/store-order.ts';
export {
  countSelection,
  resolveSelection,
  type ResolvedSelection,
  SelectionTooSlow,
} from './queries/selection.ts';
export { tabCounts } from './queries/tab-counts.ts';
export type { OrdersDeps } from './orders-deps.ts';
export { orderRoutes } from './routes.ts';
export type { MarkedOrder, RetriedOrder, RetryOrder, StoreEffects } from './store-effects.ts';
export { changeState, type StateCommand } from './commands/bulk/change-state.ts';
export { assignOrders, noteOrders, setShipFrom, tagOrders } from './commands/bulk/organise.ts';
export type { BatchOutcome } from './commands/bulk/batch.ts';
