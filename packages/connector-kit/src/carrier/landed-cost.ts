/** Duties, taxes and fees a destination will take, as the carrier estimates them. A question. */
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';

export interface LandedCostInput {
  readonly shipment: ShipmentRequest;
  readonly service: string;
}

export interface LandedCost {
  /** Kinds `duty`, `tax`, `surcharge` (clearance fees) and `base` (the transport, where the carrier includes it). */
  readonly lines: readonly PriceLine[];
  readonly total: Money;
  /** Per customs item, in their order, where the carrier says so. */
  readonly items?:
    | readonly {
        readonly description: string;
        readonly hsCode?: string | undefined;
        readonly lines: readonly PriceLine[];
      }[]
    | undefined;
  /** Parts that could not be read or estimated, a sentence each. */
  readonly problems: readonly string[];
}
