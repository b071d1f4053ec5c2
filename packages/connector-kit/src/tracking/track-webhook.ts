/**
 * Tracking news that a carrier sends by itself. The door asks `accountOf`, opens that account's keys, has `verify` judge the
 * bytes as they came, and stores them; `understand` comes later. Nothing a delivery says is believed before `verify`.
 */
import type { TrackedParcel } from './tracked-parcel.ts';
import type { CarrierEnv } from '../environment.ts';

/** A delivery as it arrived. Header names in lower case. */
export interface TrackDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What a signature can be checked with. */
export interface TrackKeys {
  /** Of the account. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The one given with `subscribe`. */
  readonly secret: string;
}

export interface VerifiedTrackDelivery {
  /** Unique per delivery; a repeat carries the same. */
  readonly deliveryKey: string;
  readonly topic: string;
}

export interface TrackPush {
  readonly parcels: readonly TrackedParcel[];
  /** Parts that belong to no parcel and could not be read, one sentence each. */
  readonly problems: readonly string[];
}

export interface TrackWebhook {
  /** Which account a delivery claims to be for, by the carrier's name of it; undefined when it names none. Never throws. */
  accountOf(delivery: TrackDelivery): string | undefined;
  /**
   * @throws ConnectorError `refused` when the signature is wrong, missing or too old. Compares in constant time.
   */
  verify(delivery: TrackDelivery, keys: TrackKeys, now: Date): VerifiedTrackDelivery;
  /** Tolerant item by item as `track`. @throws ConnectorError `vendor-broken` when the body cannot be read at all. */
  understand(topic: string, body: Uint8Array): TrackPush;
  /**
   * Has the carrier send news of the account's parcels to an address. Repeatable: what is subscribed stays one subscription.
   * @returns the name `accountOf` will give, and when the subscription ends by itself
   */
  subscribe(
    input: { readonly address: string; readonly secret: string },
    env: CarrierEnv,
  ): Promise<{ readonly account: string; readonly expiresAt?: Date | undefined }>;
}
