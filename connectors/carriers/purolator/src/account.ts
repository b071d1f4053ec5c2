/** The account behind the credentials. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';

export interface Account {
  /** Registered with the key, and billed. */
  readonly number: string;
  readonly printer: 'Regular' | 'Thermal';
  /** A driver comes every day by the contract, or parcels are dropped off (and drivers called for). */
  readonly pickup: 'DropOff' | 'PreScheduled';
}

export const accountOf = (env: Pick<CarrierEnv, 'credentials'>): Account => ({
  number: (env.credentials.account ?? '').trim(),
  printer: env.credentials.printer?.trim() === 'Regular' ? 'Regular' : 'Thermal',
  pickup: env.credentials['pickupType']?.trim() === 'PreScheduled' ? 'PreScheduled' : 'DropOff',
});
