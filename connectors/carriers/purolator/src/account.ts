/** The account behind the credentials. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';

export interface Account {
  /** Registered with the key, and billed. */
  readonly number: string;
  readonly printer: 'Regular' | 'Thermal';
}

export const accountOf = (env: CarrierEnv): Account => ({
  number: (env.credentials.account ?? '').trim(),
  printer: env.credentials.printer?.trim() === 'Regular' ? 'Regular' : 'Thermal',
});
