/** The only file that makes calls: user name and password as HTTP Basic, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { excerpt, asSentence } from '@scanship/connector-kit/http/http-response';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const DENIED = `${NAME} did not accept the user name and password of this account.`;

/** Words of an error: `{ Message }`, or a list of `{ Code, Message }`. */
export function wordsOf(body: unknown): { readonly words: string; readonly code: string | undefined } | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof first !== 'object' || first === null) return undefined;
  const error = readObject(first);
  const words = error.maybe('Message', (n) => error.string(n)) ?? error.maybe('message', (n) => error.string(n));
  return words === undefined ? undefined : { words, code: error.maybe('Code', (n) => error.id(n, /^[\w.-]{1,40}$/)) };
}

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403) return { kind: 'not-authorised', message: DENIED };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const said = wordsOf(response.json());
  if (!said) return undefined;
  return { message: `${NAME}: ${asSentence(said.words)}`, vendorMessage: excerpt(said.words), vendorCode: said.code };
}

export interface GlsCanadaCall extends VendorCall {
  /** Media type of the answer; JSON when absent. */
  readonly takes?: string | undefined;
}

/** A call below "/v1". */
export function exchange(
  env: CarrierEnv,
  { takes = 'application/json', ...one }: GlsCanadaCall,
): Promise<HttpResponse> {
  const { user = '', password = '' } = env.credentials;
  return sendCall(env.http, {
    ...one,
    path: `/v1${one.path}`,
    headers: { authorization: basic(user, password), accept: takes },
    readProblem,
  });
}

export const SHIPMENT = /^[A-Za-z0-9-]{1,40}$/;
/** "W1234567" in the samples; the rule of other numbers is not known. */
export const NUMBER = /^[A-Z0-9]{6,40}$/;
