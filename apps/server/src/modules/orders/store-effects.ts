/**
 * What a store has to be told of what people do with its orders; the module of stores provides it. Everything but `retry` is
 * part of the command's own transaction and only plans: the journal sends it afterwards.
 */
import type { Tx } from '../../platform/database/database.ts';
import type { OrderContext } from './commands/order-context.ts';

export interface MarkedOrder {
  readonly orderId: string;
  /** The row of `manual_fulfilments`. */
  readonly fulfilmentId: string;
  readonly carrier: { readonly slug: string; readonly name: string };
  readonly trackingNumber: string | null;
  /** Null: as the store or the default settings say. */
  readonly notifyBuyer: boolean | null;
}

export interface RetriedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly what: 'import' | 'report' | 'nothing';
  readonly outcome: 'done' | 'running' | 'failed' | 'nothing';
  readonly problem: string | null;
  readonly change: string | null;
}

export interface RetryOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly storeId: string;
  readonly externalId: string;
  /** `outdated`: it is here, and its newest version could not be read. */
  readonly import: 'ok' | 'failed' | 'outdated';
}

export interface StoreEffects {
  /** Units that were not reported yet are reported as shipped. */
  onMarked(ctx: OrderContext, tx: Tx, marked: readonly MarkedOrder[]): Promise<void>;
  /** The marks were taken back: reports that were not begun are dropped, the others withdrawn, else the seller is told. */
  onUnmarked(
    ctx: OrderContext,
    tx: Tx,
    unmarked: readonly { readonly orderId: string; readonly fulfilmentId: string }[],
  ): Promise<void>;
  /** No platform takes a cancellation from us yet: the seller is told what to do there. */
  onCancelled(ctx: OrderContext, tx: Tx, orderIds: readonly string[]): Promise<void>;
  onUncancelled(ctx: OrderContext, tx: Tx, orderIds: readonly string[]): Promise<void>;
  /** Asks stores for orders that could not be imported, and sends failed reports again. Calls outside: no transaction. */
  retry(
    ctx: OrderContext & { readonly userId: string; readonly sessionId: string },
    orders: readonly RetryOrder[],
  ): Promise<readonly RetriedOrder[]>;
}
