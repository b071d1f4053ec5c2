/** The only file that makes calls: user name and password as HTTP Basic, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
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
  const plain = excerpt(said.words)
    .replaceAll(/[<>{}]/g, '')
    .replace(/(?<![.\s])[.\s]*$/, '');
  return { message: `${NAME}: ${plain}.`, vendorMessage: excerpt(said.words), vendorCode: said.code };
}

export interface GlsCanadaCall extends Omit<HttpRequest, 'body' | 'headers' | 'readProblem' | 'path'> {
  /** Below "/v1". */
  readonly path: string;
  readonly json?: unknown;
  /** Media type of the answer; JSON when absent. */
  readonly takes?: string | undefined;
}

export function exchange(env: CarrierEnv, one: GlsCanadaCall): Promise<HttpResponse> {
  const { json, takes = 'application/json', ...rest } = one;
  const { user = '', password = '' } = env.credentials;
  return env.http.send({
    ...rest,
    path: `/v1${one.path}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
      accept: takes,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: json === undefined ? undefined : JSON.stringify(json),
    readProblem,
  });
}

export const SHIPMENT = /^[A-Za-z0-9-]{1,40}$/;
/** "W1234567" in the samples; the rule of other numbers is not known. */
export const NUMBER = /^[A-Z0-9]{6,40}$/;
