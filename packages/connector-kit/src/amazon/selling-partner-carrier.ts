/** What carriers behind Amazon's Selling Partner API share: sign-in with a seller's refresh token, one signed call, its refusals. */
import type { CarrierEnv } from '../environment.ts';
import type { ProblemKind } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../http/http.ts';
import { readObject, type ObjectReader } from '../answers/json-reader.ts';
import { loginWithAmazon } from './login-with-amazon.ts';
import { readSellingPartnerRefusal, sellingPartnerHeaders } from './selling-partner.ts';
import type { AccessToken } from '../credentials/tokens.ts';

export interface SellingPartnerCall extends Omit<HttpRequest, 'body' | 'readProblem'> {
  readonly json?: unknown;
  /** What a refusal with one of these codes means, where it is not that our data are wrong. */
  readonly codes?: Readonly<Record<string, ProblemKind>> | undefined;
  /** What a 400 or 404 means, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

/** Said when Amazon does not accept the refresh token. @param name of the carrier */
export const grantEnded = (name: string): string =>
  `${name} does not accept this refresh token; authorise your application at Amazon again and enter the new one.`;

/** An access token of an hour from the account's refresh token. @param name of the carrier, for its refusals */
export async function signInAsSeller(env: CarrierEnv, name: string): Promise<AccessToken> {
  const access = await loginWithAmazon(
    'sign in',
    { grant_type: 'refresh_token', refresh_token: env.credentials['refreshToken'] ?? '' },
    env.credentials,
    env,
    {
      grantEnded: grantEnded(name),
      wrongApp: `${name} does not know this client identifier, or the client secret does not belong to it.`,
    },
  );
  return { value: access.accessToken, expiresAt: access.expiresAt };
}

/**
 * One call with a token.
 * @param as the carrier's name, what it says where the token is good and the call is not allowed, and its calls a second
 */
export function sendAsSeller(
  env: CarrierEnv,
  call: SellingPartnerCall,
  token: string,
  as: { readonly name: string; readonly notAllowed: string; readonly rate: number },
): Promise<HttpResponse> {
  const { json, codes, declined, ...rest } = call;
  const readUsual = readSellingPartnerRefusal(as.rate, { accessEnded: grantEnded(as.name), notAllowed: as.notAllowed });
  return env.http.send({
    ...rest,
    headers: {
      ...sellingPartnerHeaders(token),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
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
  });
}

/** What an answer is about; the contracts wrap it in `payload`, some of Amazon's own examples do not. */
export function payloadOf(response: HttpResponse): ObjectReader {
  const body = readObject(response.json());
  return body.has('payload') ? body.object('payload') : body;
}

/** UN number and IATA packing instruction (section II) of lithium batteries in small quantities; class 9. */
export const LITHIUM_SECTION_II = {
  'lithium-ion-in-equipment': ['UN3481', 'PI967_SECTION_II'],
  'lithium-ion-with-equipment': ['UN3481', 'PI966_SECTION_II'],
  'lithium-metal-in-equipment': ['UN3091', 'PI970_SECTION_II'],
  'lithium-metal-with-equipment': ['UN3091', 'PI969_SECTION_II'],
} as const;
