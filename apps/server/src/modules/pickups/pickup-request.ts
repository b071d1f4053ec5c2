/** What is sealed with each act about a pickup: all that its steps need, the same on every retry. */
import type { BookedPickup, PickupChange, PickupInput } from '@scanship/connector-kit/carrier/pickup';
import type { Json } from '@scanship/domain/values/json';

interface Common {
  readonly pickupId: string;
  readonly grantId: string;
  /** The account is somebody else's: what the carrier charges is not the customer's to see. */
  readonly lent: boolean;
}
export type PickupRequest = Common &
  (
    | { readonly what: 'book'; readonly input: PickupInput }
    | { readonly what: 'change'; readonly input: PickupChange }
    | { readonly what: 'cancel'; readonly input: BookedPickup }
  );

export const requestToJson = (request: PickupRequest): Json => JSON.parse(JSON.stringify(request)) as Json;

/** @throws Error for a value this module did not write: the row must not be worked on */
export function pickupRequestOf(value: Json): PickupRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('pickupId' in value))
    throw new Error('not a sealed pickup');
  return value as Json & PickupRequest;
}
