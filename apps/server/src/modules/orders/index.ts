/** Orders: what other modules may use. Commands take `(ctx, tx, input)` and are part of the caller's transaction. */
export { CLAIM_SECONDS, claimOrder, releaseClaim } from './commands/claim.ts';
export {
  type CreatedOrder,
  createOrders,
  type NewOrder,
  type NewOrderItem,
  type OrderSource,
} from './commands/create-orders.ts';
export { foldCounts } from './commands/counters.ts';
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
} from './commands/fulfillment.ts';
export type { OrderContext } from './commands/order-context.ts';
export { OWN_PLATFORM, ownStore } from './commands/own-store.ts';
export { loadOrderForShipping, type OrderForShipping, type OrderLine } from './queries/order-for-shipping.ts';
export { toAddress } from './address-shapes.ts';
export { shipFromOf, type ShipFrom } from './queries/ship-from.ts';
