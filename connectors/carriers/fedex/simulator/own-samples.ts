/** What the written requests and answers are about. */
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

export interface OwnSamples {
  readonly domestic: ShipmentRequest;
  readonly crossBorder: ShipmentRequest;
  readonly pickup: PickupWish;
}
