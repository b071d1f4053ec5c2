/** What calls of every vendor have in common: a body of JSON or a form, its type, and that JSON is wanted back. */
import type { Http, HttpRequest, HttpResponse } from './http.ts';

/** What an operation says of a call; the client of its connector adds who asks, and how refusals are read. */
export interface VendorCall extends Omit<HttpRequest, 'method' | 'headers' | 'body' | 'readProblem' | 'repeatable'> {
  /** GET when absent. */
  readonly method?: HttpRequest['method'] | undefined;
  /** Goes out as JSON. */
  readonly json?: unknown;
}

/** Of a vendor that repeats its answer for a key: only there may a purchase be sent twice. */
export interface RepeatableCall extends VendorCall, Pick<HttpRequest, 'repeatable'> {}

export interface OutgoingCall extends RepeatableCall, Pick<HttpRequest, 'readProblem'> {
  /** Beside `accept` and the type of the body, or instead of them; a `content-type` counts only where there is a body. */
  readonly headers?: HttpRequest['headers'];
  /** Goes out as a form. */
  readonly form?: Readonly<Record<string, string>> | undefined;
}

/** Sends a call with its body written. @throws ConnectorError as `Http.send` */
export function sendCall(http: Http, call: OutgoingCall): Promise<HttpResponse> {
  const { method = 'GET', json, form, headers: { 'content-type': type, ...headers } = {}, ...rest } = call;
  const [usual, body] =
    json !== undefined
      ? ['application/json', JSON.stringify(json)]
      : form === undefined
        ? []
        : ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()];
  const content: Readonly<Record<string, string>> = usual === undefined ? {} : { 'content-type': type ?? usual };
  return http.send({ ...rest, method, headers: { accept: 'application/json', ...content, ...headers }, body });
}

/** A file behind a link that the vendor gave; nothing of the account goes with it. */
export const download = async (env: { readonly http: Http }, link: string, name: string): Promise<Uint8Array> =>
  (await env.http.send({ method: 'GET', path: link, name })).bytes;

/** HTTP Basic. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
