/** The only file that makes calls: customer number and key as HTTP Basic, refusals in words, also those that come with 200. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { onlyAsks } from '@scanship/connector-kit/http/http-faults';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const DENIED = `${NAME} did not accept the customer number and key of this account.`;

export const customerOf = (env: CarrierEnv): number => Number(env.credentials.customer ?? '');

const sentence = (words: string): string => `${NAME}: ${asSentence(words)}`;

/** `{ code, message }` */
function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403) return { kind: 'not-authorised', message: DENIED };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  const words = body.maybe('message', (n) => body.string(n));
  if (words === undefined) return undefined;
  const vendorCode = body.maybe('code', (n) => body.id(n, /^\w{1,20}$/));
  return { message: sentence(words), vendorMessage: excerpt(words), vendorCode };
}

function kindOf(code: number, asks: boolean): ProblemKind {
  if (code === 401 || code === 403) return 'not-authorised';
  if (code === 400 || code === 422) return 'invalid-input';
  if (code >= 500) return asks ? 'temporary-before-effect' : 'unknown-effect';
  return 'refused';
}

/** A call below "/api/v4". */
export function exchange(env: CarrierEnv, one: VendorCall): Promise<HttpResponse> {
  const { customer = '', key = '' } = env.credentials;
  return sendCall(env.http, {
    ...one,
    path: `/api/v4${one.path}`,
    headers: { accept: '*/*', authorization: basic(customer, key) },
    readProblem,
  });
}

/** The JSON of an answer, also as it came. @throws ConnectorError where it is an error that came with a good status */
export async function ask(
  env: CarrierEnv,
  one: VendorCall,
): Promise<{ readonly body: ObjectReader; readonly whole: unknown }> {
  const whole = (await exchange(env, one)).json();
  const body = readObject(whole);
  if (!body.has('code') || !body.has('message') || body.has('ShipmentId') || body.has('Total')) return { body, whole };
  const code = body.integer('code');
  const words = body.string('message');
  const kind = kindOf(code, onlyAsks(one));
  throw fail(kind, kind === 'not-authorised' ? DENIED : sentence(words), {
    vendorCode: String(code),
    vendorMessage: excerpt(words),
  });
}

export const SHIPMENT = /^\d{6,12}$/;
/** A shipment and two digits for the parcel. */
export const PARCEL = /^\d{8,14}$/;
