/** The only file that makes calls: sign-in, and errors in the vendor's words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
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

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: '/oauth/token',
    name: 'sign in',
    readOnly: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  });
  const answer = readObject(response.json());
  const expiresAt = new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1000);
  return { value: answer.string('access_token', /^[\w-]+$/), expiresAt };
}

/** One call of the API, signed in. */
export function call(
  env: CarrierEnv,
  request: Omit<HttpRequest, 'body'> & { readonly json?: unknown },
): Promise<HttpResponse> {
  const { json, ...rest } = request;
  const content: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        headers: { accept: 'application/json', ...content, ...request.headers, authorization: `Bearer ${token}` },
        body: json === undefined ? undefined : JSON.stringify(json),
        readProblem,
      }),
  );
}
