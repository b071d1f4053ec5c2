/** The only file that makes calls. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const WORDS: Readonly<Record<string, { kind: ProblemKind; message: string }>> = {
  bad_key: { kind: 'not-authorised', message: `${manifest.name} did not accept the API key of this account.` },
  no_customs: { kind: 'invalid-input', message: `${manifest.name} needs customs information for this destination.` },
  no_service: { kind: 'refused', message: `${manifest.name} does not offer this service for this shipment.` },
  quote_gone: { kind: 'refused', message: 'This price is no longer valid; ask for prices again.' },
  unknown_booking: { kind: 'refused', message: `${manifest.name} does not know this shipment.` },
  already_cancelled: { kind: 'refused', message: 'This shipment has already been voided.' },
  too_late: { kind: 'refused', message: 'This shipment is already on its way and can no longer be voided.' },
};

const OUR_FIELDS: readonly [RegExp, string][] = [
  [/^origin\b/, 'from'],
  [/^destination\b/, 'to'],
  [/^units\b/, 'parcels'],
  [/\bzip$/, 'zipcode'],
  [/\bstate$/, 'provinceCode'],
  [/\bcountry$/, 'countryCode'],
  [/\bkg$/, 'weightGrams'],
  [/\bcm(\.\d)?$/, 'dimensions'],
];

function readProblem(response: HttpResponse): VendorProblem {
  const body = readObject(response.json());
  const vendorCode = body.string('code');
  const vendorMessage = body.maybe('detail', (n) => body.string(n));
  const field = body.maybe('where', (n) => body.string(n));
  const known = WORDS[vendorCode];
  return {
    kind: known?.kind,
    message:
      known?.message ??
      (vendorMessage === undefined ? undefined : `${manifest.name}: ${vendorMessage.replace(/\.?$/, '.')}`),
    vendorCode,
    vendorMessage,
    field: field === undefined ? undefined : OUR_FIELDS.reduce((f, [from, to]) => f.replace(from, to), field),
  };
}

export const call = (env: CarrierEnv, request: VendorCall): Promise<HttpResponse> =>
  sendCall(env.http, { ...request, headers: { 'x-api-key': env.credentials.apiKey ?? '' }, readProblem });
