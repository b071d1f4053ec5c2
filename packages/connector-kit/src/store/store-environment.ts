/** What a store connector may use of the outside, beside what every connector gets. */
import type { CarrierEnv } from '../environment.ts';
import type { KeyRing } from '../deliveries/key-ring.ts';

/** Names in `credentials` where a platform hands out access that ends: the value, and when it ends (ISO 8601 instant). */
export const ACCESS_TOKEN = 'accessToken';
export const ACCESS_EXPIRES_AT = 'accessExpiresAt';

/** The platform's access to one store. One renewal serves all callers and all processes; the caller never sees how. */
export interface AccessSource {
  /** An access value (token, key) that is good now. @throws ConnectorError `not-authorised` when the seller must consent again */
  get(): Promise<string>;
  /** The platform refused this value: renews it once for all and answers the new one, or throws `not-authorised`. */
  refused(value: string): Promise<string>;
}

/** `credentials` holds what `connect` or `complete` gave and `renew` replaced; it is the state of when the environment was made. */
export interface StoreEnv extends CarrierEnv {
  /** Our app at the platform (client id, client secret ...), of the franchise or the operator. Never logged. */
  readonly app: Readonly<Record<string, string>>;
  /** The platform's id of the store ("example.myshopify.com"). */
  readonly externalAccount: string;
  readonly access: AccessSource;
}

/** Before there is a store: completing a consent or typed-in keys. */
export type ConnectEnv = Omit<StoreEnv, 'access' | 'settings'>;

/** What is kept of one connected store, unsealed. Never logged. */
export interface KeptStore {
  readonly credentials: Readonly<Record<string, string>>;
}

/** For verifying a delivery: nobody knows yet which store it is about. */
export interface DeliveryEnv extends Pick<CarrierEnv, 'mode' | 'http' | 'tokens'> {
  /** Our app at the platform. */
  readonly app: Readonly<Record<string, string>>;
  /** Public keys of the platform, kept for a limited time. Fetch through it alone: who sends rubbish must not make us ask. */
  readonly keys: KeyRing;
  /**
   * The stores with this id of the platform that are connected with this app in this mode; several customers may have connected
   * one. For signatures made with a secret of the store; asked only after the key in the address was right, since it unseals.
   */
  storesOf(externalAccount: string): Promise<readonly KeptStore[]>;
  /** The only clock a connector reads. */
  now(): Date;
}
