/** The only file that makes calls: Login with Amazon, the place that answers for the account's country, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import {
  sendAsSeller,
  signInAsSeller,
  type SellingPartnerCall,
} from '@scanship/connector-kit/amazon/selling-partner-carrier';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import { manifest } from './manifest.ts';
import { PLACES, type ShippingPlace } from './places.ts';

export { payloadOf } from '@scanship/connector-kit/amazon/selling-partner-carrier';

/** @throws ConnectorError `invalid-input` for a country without Amazon Shipping */
export function placeOf(env: Pick<CarrierEnv, 'credentials'>): ShippingPlace & { readonly country: string } {
  const country = (env.credentials['country'] ?? '').trim().toUpperCase();
  const place = Object.hasOwn(PLACES, country) ? PLACES[country] : undefined;
  if (!place)
    throw fail('invalid-input', `${manifest.name} is not offered in "${country}".`, { field: 'credentials.country' });
  return { ...place, country };
}

/** Every operation of Shipping v2 takes 80 calls a second. */
const CARRIER = {
  name: manifest.name,
  notAllowed: `Amazon does not let this application do that; it needs the role for ${manifest.name}, and the account must be enrolled.`,
  rate: 80,
};

const siteOf = (env: CarrierEnv, place: ShippingPlace): string => {
  if (env.mode === 'simulator' || place.region === 'na') return '';
  return (manifest.endpoints[env.mode] ?? '').replace('-na.', `-${place.region}.`);
};

/** One call, signed in, for the business of the account's country. */
export function exchange(env: CarrierEnv, call: SellingPartnerCall): Promise<HttpResponse> {
  const place = placeOf(env);
  return withToken(
    env,
    'lwa',
    () => signInAsSeller(env, manifest.name),
    (token) =>
      sendAsSeller(
        env,
        {
          ...call,
          path: `${siteOf(env, place)}${call.path}`,
          headers: { 'x-amzn-shipping-business-id': place.business, ...call.headers },
        },
        token,
        CARRIER,
      ),
  );
}
