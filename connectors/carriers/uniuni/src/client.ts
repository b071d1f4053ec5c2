/**
 * The only file that makes calls. Everything is answered with 200 and an envelope `{ message, code, data }`: a code that is not
 * 0 is a refusal, whatever the status says.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { excerpt, asSentence } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { onlyAsks } from '@scanship/connector-kit/http/http-faults';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const SUCCESS = 0;
/** "Database error": nobody knows what was written. */
const DATABASE = 1006;
const INVALID = 1002;
export const UNKNOWN_NUMBER = 1031;

const inWords = (words: string): string => `${NAME}: ${asSentence(words)}`;

/** Which of our fields a sentence of UniUni is about. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/postal ?code|zip/i, 'to.zipcode'],
  [/province|state/i, 'to.provinceCode'],
  [/country/i, 'to.countryCode'],
  [/phone/i, 'to.phone'],
  [/email/i, 'to.email'],
  [/address/i, 'to.address1'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/dimension|length|width|height/i, 'parcels.0.dimensions'],
  [/shipmentLineItems|item/i, 'customs.items'],
];
const fieldOf = (words: string): string | undefined => FIELDS.find(([form]) => form.test(words))?.[1];

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: `${NAME} does not accept this access token.` };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  const words = body.maybe('message', (n) => body.string(n));
  return words === undefined
    ? undefined
    : { message: inWords(words), vendorMessage: excerpt(words), field: fieldOf(words) };
}

/**
 * A call below `/client`. Codes of `accept` are answers, whose data are not read.
 * @returns the envelope; undefined where its code is one of `accept`
 */
export async function exchange(env: CarrierEnv, call: VendorCall): Promise<ObjectReader | undefined> {
  const response = await sendCall(env.http, {
    ...call,
    accept: undefined,
    path: `${env.mode === 'live' ? '/prod' : ''}/client${call.path}`,
    headers: {
      authorization: `Bearer ${env.credentials['token'] ?? ''}`,
      'content-type': 'application/json; charset=utf-8',
    },
    readProblem,
  });
  const envelope = readObject(response.json());
  const code = envelope.integer('code');
  if (code === SUCCESS) return envelope;
  if (call.accept?.includes(code)) return undefined;
  const words = envelope.maybe('message', (n) => envelope.string(n)) ?? `error ${code}`;
  const kinds: Readonly<Record<number, ProblemKind>> = {
    [DATABASE]: onlyAsks(call) ? 'temporary-before-effect' : 'unknown-effect',
    [INVALID]: 'invalid-input',
  };
  throw fail(kinds[code] ?? 'refused', inWords(words), {
    vendorCode: String(code),
    vendorMessage: excerpt(words),
    field: code === INVALID ? fieldOf(words) : undefined,
    traceId: response.traceId,
  });
}

/** The data of a call whose every other code is a refusal. */
export async function ask(env: CarrierEnv, call: Omit<VendorCall, 'accept'>): Promise<ObjectReader> {
  const envelope = await exchange(env, call);
  if (!envelope) throw new RangeError('an envelope without data was accepted by nobody');
  return envelope.object('data');
}

/** As `ask`, for calls whose data are null. */
export async function tell(env: CarrierEnv, call: Omit<VendorCall, 'accept'>): Promise<void> {
  await exchange(env, call);
}
