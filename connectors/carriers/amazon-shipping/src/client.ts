/** The only file that makes calls: Login with Amazon, the place that answers for the account's country, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/json-reader';
import { loginWithAmazon } from '@scanship/connector-kit/login-with-amazon';
import { readSellingPartnerRefusal, sellingPartnerHeaders } from '@scanship/connector-kit/selling-partner';
import { withToken } from '@scanship/connector-kit/token-source';
import type { AccessToken } from '@scanship/connector-kit/tokens';
import { manifest } from './manifest.ts';
import { PLACES, type ShippingPlace } from './places.ts';

const GRANT_ENDED =
  'Amazon Shipping does not accept this refresh token; authorise your application at Amazon again and enter the new one.';

/** @throws ConnectorError `invalid-input` for a country without Amazon Shipping */
export function placeOf(env: Pick<CarrierEnv, 'credentials'>): ShippingPlace & { readonly country: string } {
  const country = (env.credentials['country'] ?? '').trim().toUpperCase();
  const place = Object.hasOwn(PLACES, country) ? PLACES[country] : undefined;
  if (!place)
    throw fail('invalid-input', `${manifest.name} is not offered in "${country}".`, { field: 'credentials.country' });
  return { ...place, country };
}

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const access = await loginWithAmazon(
    'sign in',
    { grant_type: 'refresh_token', refresh_token: env.credentials['refreshToken'] ?? '' },
    env.credentials,
    env,
    {
      grantEnded: GRANT_ENDED,
      wrongApp: 'Amazon Shipping does not know this client identifier, or the client secret does not belong to it.',
    },
  );
  return { value: access.accessToken, expiresAt: access.expiresAt };
}

/** Calls a second of every operation of Shipping v2. */
const RATE = 80;

const readUsual = readSellingPartnerRefusal(RATE, {
  accessEnded: GRANT_ENDED,
  notAllowed: `Amazon does not let this application do that; it needs the role for ${manifest.name}, and the account must be enrolled.`,
});

export interface AmazonCall extends Omit<HttpRequest, 'body' | 'readProblem'> {
  readonly json?: unknown;
  /** What a refusal with one of these codes means, where it is not that our data are wrong. */
  readonly codes?: Readonly<Record<string, ProblemKind>> | undefined;
  /** What a 400 or 404 means, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

const siteOf = (env: CarrierEnv, place: ShippingPlace): string => {
  if (env.mode === 'simulator' || place.region === 'na') return '';
  return (manifest.endpoints[env.mode] ?? '').replace('-na.', `-${place.region}.`);
};

/** One call, signed in, for the business of the account's country. */
export function exchange(env: CarrierEnv, call: AmazonCall): Promise<HttpResponse> {
  const { json, codes, declined, ...rest } = call;
  const place = placeOf(env);
  const content: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
  return withToken(
    env,
    'lwa',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        path: `${siteOf(env, place)}${call.path}`,
        headers: {
          ...sellingPartnerHeaders(token),
          'x-amzn-shipping-business-id': place.business,
          ...content,
          ...call.headers,
        },
        body: json === undefined ? undefined : JSON.stringify(json),
        readProblem: (response) => {
          const said = readUsual(response);
          const named = codes?.[said?.vendorCode ?? ''];
          const usual = response.status === 400 || response.status === 404 ? declined : undefined;
          const kind = named ?? usual;
          return kind === undefined ? said : { ...said, kind };
        },
      }),
  );
}

/** What an answer is about; the contract wraps it in `payload`, Amazon's own examples do not. */
export function payloadOf(response: HttpResponse): ObjectReader {
  const body = readObject(response.json());
  return body.has('payload') ? body.object('payload') : body;
}
