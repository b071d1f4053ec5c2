/** A carrier's driver called to a ship-from place. Booking may cost money, so it is stepped like a purchase. */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import type { Money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type { CarrierEnv } from '../environment.ts';
import type { SteppedOperation } from '../steps/steps.ts';

/** What the driver will find; all parcels of one carrier account at one place. */
export interface PickupLoad {
  readonly parcels: number;
  readonly totalGrams: number;
  /** Weight of the heaviest one, where known. */
  readonly heaviestGrams?: number | undefined;
  /** Service codes of the parcels, each once. */
  readonly services: readonly string[];
  /** Countries the parcels go to, each once. */
  readonly destinations: readonly string[];
  /** Where the carrier wants to know which; may be empty (labels bought elsewhere). */
  readonly trackingNumbers: readonly string[];
}

export interface PickupWish {
  readonly address: Address;
  /** Day in the place's time zone, YYYY-MM-DD. */
  readonly date: string;
  /** Local time HH:MM, 24 hours: from when the parcels are ready, and until when somebody is there. */
  readonly readyTime: string;
  readonly closeTime: string;
  readonly place: PickupPlace;
  /** For the driver, at most 100 characters; connectors cut to what the carrier takes. */
  readonly instructions?: string | undefined;
  readonly load: PickupLoad;
  readonly language: 'en' | 'fr';
}

export interface PickupInput extends PickupWish {
  /** Ours, unique: 16 characters A-Z0-9, the same on every retry. */
  readonly reference: string;
  /** Version-4 shaped UUID, the same on every retry. */
  readonly uuid: string;
}

/** What the carrier says before anything is booked. */
export interface PickupAvailability {
  readonly available: boolean;
  /** Why not, or what to mind; a sentence each. */
  readonly messages: readonly string[];
  /** Latest local time HH:MM a pickup of that day can be booked, and the latest the parcels may get ready. */
  readonly bookBy?: string | undefined;
  readonly readyBy?: string | undefined;
  /** Days that are possible, YYYY-MM-DD, where the carrier lists them. */
  readonly dates?: readonly string[] | undefined;
  readonly price?: { readonly lines: readonly PriceLine[]; readonly total: Money } | undefined;
}

export interface PickupResult {
  /** The carrier's number of the pickup; a person quotes it on the telephone. */
  readonly confirmation: string;
  /** Where the carrier named another day or window than was wished for. */
  readonly date?: string | undefined;
  readonly readyTime?: string | undefined;
  readonly closeTime?: string | undefined;
  readonly charged?: { readonly lines: readonly PriceLine[]; readonly total: Money } | undefined;
  /** What the carrier adds, a sentence each. */
  readonly messages: readonly string[];
}

export interface BookedPickup {
  readonly confirmation: string;
  readonly reference: string;
  readonly date: string;
  /** As booked: some carriers want address and window again. */
  readonly wish: PickupWish;
  /** What the booking's steps kept. */
  readonly kept: JsonObject;
}

export interface PickupChange {
  readonly booked: BookedPickup;
  readonly wish: PickupWish;
  readonly reference: string;
  readonly uuid: string;
}

export interface PickupCancelled {
  /** What the carrier adds (a late fee), a sentence each. */
  readonly messages: readonly string[];
}

export interface PickupOperations {
  /** Asks only. Absent where the carrier cannot be asked before. */
  availability?(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability>;
  readonly book: SteppedOperation<PickupInput, PickupResult>;
  /** Absent: a change is a cancellation and a new booking. */
  readonly change?: SteppedOperation<PickupChange, PickupResult>;
  /** Absent: only the telephone helps, and the screen says so. */
  readonly cancel?: SteppedOperation<BookedPickup, PickupCancelled>;
}
