/** The only file that makes calls: sign-in, and errors in the vendor's words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { sendCall, type OutgoingCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
import { manifest } from './manifest.ts';

const WORDS: Readonly<Record<string, { kind?: ProblemKind; message: string }>> = {
  UNAUTHENTICATED: { kind: 'not-authorised', message: `${manifest.name} did not accept the sign-in of this account.` },
  CUSTOMS_REQUIRED: {
    kind: 'invalid-input',
    message: `${manifest.name} needs customs information for this destination.`,
  },
  SERVICE_NOT_AVAILABLE: {
    kind: 'refused',
    message: `${manifest.name} does not offer this service for this shipment.`,
  },
  ALREADY_VOIDED: { kind: 'refused', message: 'This shipment has already been voided.' },
  IN_TRANSIT: { kind: 'refused', message: 'This shipment is already on its way and can no longer be voided.' },
  // The key has bought something already, only not this: "nothing happened" would hide a paid label.
  KEY_REUSED: {
    kind: 'unknown-effect',
    message: `${manifest.name} has already used the key of this purchase for other data; a person has to look up what it bought.`,
  },
  // Of pickups and closings.
  DAY_NOT_POSSIBLE: { kind: 'refused', message: `${manifest.name} does not come on this day.` },
  PICKUP_OVER: { kind: 'refused', message: 'This pickup is cancelled or over.' },
  ALREADY_CLOSED: { kind: 'refused', message: 'These shipments have been closed already.' },
  CLOSED: { kind: 'refused', message: 'This shipment is on a closing sheet and can no longer be voided.' },
  NOT_FOUND: { kind: 'refused', message: `${manifest.name} does not know it.` },
};

const OUR_FIELDS: readonly [RegExp, string][] = [
  [/\bpostalCode$/, 'zipcode'],
  [/\bregion$/, 'provinceCode'],
  [/\bcountry$/, 'countryCode'],
  [/\bline1$/, 'address1'],
  [/\bline2$/, 'address2'],
  [/\bcompany$/, 'companyName'],
  [/^pieces\b/, 'parcels'],
  [/\bweightKg$/, 'weightGrams'],
  [/\b(length|width|height)Cm$/, 'dimensions'],
];

/** "to.postalCode" of theirs is "to.zipcode" of ours. */
const ourField = (theirs: string): string => OUR_FIELDS.reduce((field, [from, to]) => field.replace(from, to), theirs);

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  const detail = body.maybe('error', (n) => body.object(n));
  if (!detail) return undefined;
  const vendorCode = detail.maybe('code', (n) => detail.string(n));
  const vendorMessage = detail.maybe('message', (n) => detail.string(n));
  const field = detail.maybe('field', (n) => detail.string(n));
  const known = vendorCode === undefined ? undefined : WORDS[vendorCode];
  return {
    kind: known?.kind,
    message:
      known?.message ??
      (vendorMessage === undefined ? undefined : `${manifest.name}: ${vendorMessage.replace(/\.?$/, '.')}`),
    vendorCode,
    vendorMessage,
    field: field === undefined ? undefined : ourField(field),
  };
}

function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  return fetchToken(env, {
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
}

/** One call of the API, signed in. */
export function call(env: CarrierEnv, request: OutgoingCall): Promise<HttpResponse> {
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
        readProblem,
      }),
  );
}
