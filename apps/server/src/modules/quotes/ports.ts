/** What quoting needs of its neighbours. */
import type { Address } from '@scanship/domain/address';
import type { Customs } from '@scanship/domain/shipment';
import type { ShippingCalendar } from '@scanship/domain/ship-date';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';

export interface OrderForShipping {
  readonly id: string;
  readonly number: string;
  readonly shipTo: Address;
  readonly from: { readonly locationId: string; readonly address: Address; readonly calendar: ShippingCalendar };
  /** Proposal made from the items; present exactly when the shipment crosses a customs border. */
  readonly customs: Customs | null;
  /** What is missing for customs, one sentence each; shipping is refused until it is given. */
  readonly customsGaps: readonly { readonly field: string; readonly message: string }[];
}

/**
 * Reads what a shipment of this order needs.
 * @returns `not_found`, `no_ship_from`, `address_incomplete` (with fields) or the facts
 */
export type LoadOrderForShipping = (
  ctx: RequestContext,
  tx: Tx,
  input: { readonly orderId: string; readonly locationId?: string | null | undefined },
) => Promise<Outcome<OrderForShipping>>;
