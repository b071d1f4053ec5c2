/** What the seller chose when connecting; nothing of it is in Extensiv's answers. */
import { fail } from '@scanship/connector-kit/errors';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { isZone } from './system-time.ts';

export const ID = /^[1-9]\d{0,14}$/;

export interface Connection {
  /** Credentials open the whole warehouse, so every question and every order is held against this customer. */
  readonly customerId: string;
  /** The one building whose orders come in; undefined for all. */
  readonly facilityId: string | undefined;
  readonly currency: string;
  readonly zone: string;
  /** The seller wants shipped orders confirmed, which closes them and lets the warehouse bill for them. */
  readonly close: boolean;
}

/** @throws ConnectorError `invalid-input` for a connection that lacks any of it */
export function connectionOf({ settings }: Pick<StoreEnv, 'settings'>): Connection {
  const text = (name: string): string => {
    const value = settings[name];
    return typeof value === 'string' ? value : '';
  };
  const [customerId, facilityId, currency, zone] = ['customerId', 'facilityId', 'currency', 'timeZone'].map(text);
  if (!ID.test(customerId ?? '') || !/^[A-Z]{3}$/.test(currency ?? '') || !isZone(zone ?? ''))
    throw fail(
      'invalid-input',
      'This connection lacks its customer ID, currency or time zone, which Extensiv does not say. Connect it again.',
    );
  return {
    customerId: customerId ?? '',
    facilityId: ID.test(facilityId ?? '') ? facilityId : undefined,
    currency: currency ?? '',
    zone: zone ?? '',
    close: settings.close === true,
  };
}
