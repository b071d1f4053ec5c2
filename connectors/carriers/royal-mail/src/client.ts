/**
 * The only file that makes calls: orders, labels and manifests at Click & Drop, parcels on their way at the Tracking API, which
 * lives on another host and has keys of its own.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { excerpt, asSentence } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const TRACKING_HOST = 'https://api.royalmail.net';

export const inWords = (words: string): string => `${NAME}: ${asSentence(words)}`;

/** Which of our fields a sentence of Royal Mail is about. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/post ?code/i, 'to.zipcode'],
  [/country/i, 'to.countryCode'],
  [/county/i, 'to.provinceCode'],
  [/addressLine1|address line 1/i, 'to.address1'],
  [/city/i, 'to.city'],
  [/phone/i, 'to.phone'],
  [/e-?mail/i, 'to.email'],
  [/full ?name|recipient name/i, 'to.name'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/dimension|packageFormat/i, 'parcels.0.dimensions'],
  [/contents|customs/i, 'customs.items'],
  [/service/i, 'service'],
];
export const fieldOf = (words: string): string | undefined => FIELDS.find(([form]) => form.test(words))?.[1];

/** Errors come as one object, as a list of objects, or as a list in `errors`; each has a message or a description. */
function firstError(body: unknown): ObjectReader | undefined {
  if (Array.isArray(body)) return body.length > 0 ? readObject(body[0]) : undefined;
  const whole = readObject(body);
  return whole.has('errors') ? (whole.list('errors', (one) => one)[0] ?? whole) : whole;
}

function wordsOf(error: ObjectReader): string | undefined {
  for (const name of ['message', 'errorMessage', 'description', 'errorDescription', 'moreInformation', 'httpMessage'])
    if (error.has(name)) return error.maybe(name, (n) => error.string(n));
  return undefined;
}

function said(response: HttpResponse): VendorProblem | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const error = firstError(response.json());
  const words = error && wordsOf(error);
  if (error === undefined || words === undefined) return undefined;
  const code = error.has('code') ? 'code' : 'errorCode';
  return {
    message: inWords(words),
    vendorMessage: excerpt(words),
    vendorCode: error.maybe(code, (n) => error.id(n)),
    field: fieldOf(words),
  };
}

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401)
    return { kind: 'not-authorised', message: `${NAME} does not accept the Click & Drop key of this account.` };
  if (response.status === 403)
    return {
      kind: 'refused',
      message: `${NAME} does not allow this for the account: labels and manifests by key are for Online Business Accounts (OBA).`,
    };
  return said(response);
}

/** A call below `/api/v1`. */
export const send = (env: CarrierEnv, call: VendorCall): Promise<HttpResponse> =>
  sendCall(env.http, {
    ...call,
    headers: {
      accept: 'application/json, application/pdf',
      authorization: `Bearer ${env.credentials['key'] ?? ''}`,
      'content-type': 'application/json; charset=utf-8',
    },
    readProblem,
  });

export const hasTracking = ({ credentials }: CarrierEnv): boolean =>
  (credentials['trackingId'] ?? '') !== '' && (credentials['trackingSecret'] ?? '') !== '';

/** What the Tracking API says when it knows nothing: 404, or 400, with one of these codes. */
const NOTHING_KNOWN = /^E1(142|144|145|283|284|307|308)$/;

const problemOfTracking = (response: HttpResponse): VendorProblem | undefined =>
  response.status === 401 || response.status === 403
    ? {
        kind: 'not-authorised',
        message: `${NAME} does not accept the Tracking API client ID and secret of this account.`,
      }
    : said(response);

export type MailPiece =
  | { readonly known: true; readonly piece: ObjectReader }
  | { readonly known: false; readonly message: string };

/** @param part below the mail piece: "events", "signature" */
export async function mailPiece(
  env: CarrierEnv,
  trackingNumber: string,
  part: 'events' | 'signature',
): Promise<MailPiece> {
  const path = `/mailpieces/v2/${encodeURIComponent(trackingNumber)}/${part}`;
  const response = await sendCall(env.http, {
    path: env.mode === 'simulator' ? path : `${TRACKING_HOST}${path}`,
    name: `parcel ${part}`,
    headers: {
      'x-ibm-client-id': env.credentials['trackingId'] ?? '',
      'x-ibm-client-secret': env.credentials['trackingSecret'] ?? '',
      'x-accept-rmg-terms': 'yes',
    },
    accept: [400, 404],
    readProblem: problemOfTracking,
  });
  if (response.status === 200) return { known: true, piece: readObject(response.json()).object('mailPieces') };
  const problem = said(response);
  if (response.status === 400 && !NOTHING_KNOWN.test(problem?.vendorCode ?? ''))
    throw fail('invalid-input', problem?.message ?? `${NAME} does not understand the question about a parcel.`, {
      vendorCode: problem?.vendorCode,
      traceId: response.traceId,
    });
  return { known: false, message: problem?.message ?? `${NAME} does not know ${trackingNumber}.` };
}
