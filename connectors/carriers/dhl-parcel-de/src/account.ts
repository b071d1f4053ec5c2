/** The seller's contract: billing numbers are the customer number, two digits of the product and a participation. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { manifest } from './manifest.ts';

type Keys = Pick<CarrierEnv, 'credentials'>;

const STANDARD_PROFILE = 'STANDARD_GRUPPENPROFIL';
const STANDARD_PARTICIPATION = '01';

const given = (env: Keys, name: string): string => (env.credentials[name] ?? '').trim();

export const profileOf = (env: Keys): string => given(env, 'profile') || STANDARD_PROFILE;

/** Participations that differ from the account's own, by product. */
function participationOf(env: Keys, service: string): string {
  const own = given(env, 'participations')
    .split(',')
    .map((part) => part.split('=').map((text) => text.trim()))
    .find(([code]) => code === service)?.[1];
  return own ?? (given(env, 'participation') || STANDARD_PARTICIPATION);
}

/** Fourteen characters, such as 33333333330102 for DHL Paket: digits 11 and 12 are those of the product. */
export const billingNumberOf = (env: Keys, service: string): string =>
  `${given(env, 'ekp')}${service.slice(1, 3)}${participationOf(env, service)}`;

/** @throws ConnectorError `refused` where the account names no billing number of pickups */
export function pickupBillingNumberOf(env: Keys): string {
  const number = given(env, 'pickupBillingNumber');
  if (number === '')
    throw fail(
      'refused',
      `${manifest.name} charges single pickups to a billing number of their own. Enter it in the settings of this account.`,
      { field: 'credentials.pickupBillingNumber' },
    );
  return number;
}

/** Germany's clock: DHL's days begin and end by it. */
export const ZONE = 'Europe/Berlin';
