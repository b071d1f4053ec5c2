/**
 * The only file that makes calls. User name and password as HTTP Basic, the key beside them; outcomes stand in
 * `responseStatus` of the answer, whatever the status of the call says.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { onlyAsks } from '@scanship/connector-kit/http/http-faults';
import { manifest } from './manifest.ts';
import type { Account } from './messages.ts';

const NAME = manifest.name;
const REFUSED = `${NAME} did not accept the user name, password and API key of this account.`;

/** Names of statuses that are numbers elsewhere, as .NET writes them. */
const NAMED: Readonly<Record<string, number>> = {
  Continue: 200,
  OK: 200,
  Created: 200,
  Accepted: 200,
  NoContent: 204,
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  Conflict: 409,
  UnprocessableEntity: 422,
  TooManyRequests: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
};

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/recipient ?(postal|zip)|postal code/i, 'to.zipcode'],
  [/recipient ?city/i, 'to.city'],
  [/recipient ?(province|state)/i, 'to.provinceCode'],
  [/recipient ?country/i, 'to.countryCode'],
  [/recipient ?phone/i, 'to.phone'],
  [/recipient ?email/i, 'to.email'],
  [/recipient ?address/i, 'to.address1'],
  [/recipient ?(first|last)? ?name/i, 'to.name'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/\bdim|length|width|height/i, 'parcels.0.dimensions'],
  [/product/i, 'service'],
  [/item|hts|country ?of ?origin/i, 'customs.items'],
];
const fieldOf = (words: string): string | undefined => FIELDS.find(([form]) => form.test(words))?.[1];

const sentence = (words: string): string => `${NAME}: ${asSentence(words)}`;

interface Status {
  readonly code: number;
  readonly words: string;
}

/** @returns undefined where the answer says nothing of its outcome */
function statusOf(answer: ObjectReader): Status | undefined {
  const holder = answer.has('responseStatus') ? answer.object('responseStatus') : answer;
  if (!holder.has('responseStatusCode')) return undefined;
  const said = holder.id('responseStatusCode', /^(\d{1,3}|[A-Za-z]{2,40})$/);
  const code = /^\d+$/.test(said) ? Number(said) : NAMED[said];
  if (code === undefined) throw new FieldProblem(holder.at('responseStatusCode'), `is "${said}", which is not known`);
  return { code, words: holder.maybe('responseStatusMessage', (n) => holder.string(n)) ?? '' };
}

function problemOf({ code, words }: Status, reads: boolean): VendorProblem {
  const more = { vendorCode: String(code), vendorMessage: excerpt(words) };
  if (code === 401 || code === 403) return { kind: 'not-authorised', message: REFUSED, ...more };
  if (code === 429)
    return { kind: 'quota', message: `${NAME} asks us to slow down; the call is repeated later.`, ...more };
  if (code >= 500)
    return {
      kind: reads ? 'temporary-before-effect' : 'unknown-effect',
      message: words === '' ? `${NAME} has a fault of its own at the moment.` : sentence(words),
      ...more,
    };
  const input = code === 400 || code === 422;
  return {
    kind: input ? 'invalid-input' : 'refused',
    message: words === '' ? `${NAME} declined this request.` : sentence(words),
    field: input ? fieldOf(words) : undefined,
    ...more,
  };
}

const headersOf = ({ credentials }: CarrierEnv): Readonly<Record<string, string>> => ({
  authorization: basic(credentials['username'] ?? '', credentials['password'] ?? ''),
  'x-asendiaone-apikey': credentials['apiKey'] ?? '',
});

export interface Answered {
  readonly body: ObjectReader;
  /** 200 where nothing else is said. */
  readonly code: number;
}

/**
 * Calls below "/api/A1" and answers the body of an outcome that is good or one of `fine`.
 * @throws ConnectorError from the outcome
 */
export async function ask(env: CarrierEnv, one: VendorCall, fine: readonly number[] = []): Promise<Answered> {
  const reads = onlyAsks(one);
  const readProblem = (response: HttpResponse): VendorProblem | undefined => {
    if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
    const status = statusOf(readObject(response.json()));
    return status && problemOf({ ...status, code: status.code < 300 ? response.status : status.code }, reads);
  };
  const response = await sendCall(env.http, {
    ...one,
    path: `/api/A1${one.path}`,
    headers: headersOf(env),
    readProblem,
  });
  const body = readObject(response.status === 204 ? {} : response.json());
  const status = statusOf(body);
  if (!status || (status.code >= 200 && status.code < 300) || fine.includes(status.code))
    return { body, code: status?.code ?? response.status };
  const { kind = 'refused', message = '', ...more } = problemOf(status, reads);
  throw fail(kind, message, { ...more, traceId: response.traceId });
}

/** A file that an answer links to; hosts that are not Asendia USA's are refused. */
export async function download(env: CarrierEnv, address: string): Promise<Uint8Array> {
  const response = await sendCall(env.http, { path: address, name: 'label', headers: headersOf(env) });
  return response.bytes;
}

export const accountOf = (env: CarrierEnv): Account => {
  const { accountNumber = '', subAccountNumber, processingLocation } = env.credentials;
  return { accountNumber, subAccountNumber, processingLocation };
};
