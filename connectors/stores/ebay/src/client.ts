/** The only file that calls the REST APIs: access, refusals in eBay's words, and where each API stands. */
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { manifest } from './manifest.ts';

/** Sentence that makes people connect again. */
export const LET_GO = 'eBay no longer lets us into this account; the store has to be connected again.';

const ACCESS_REFUSED = 'HTTP 401';
/** eBay's limits are per day and it does not always say when to come back. */
const COME_BACK_MS = 300_000;

const sentence = (text: string): string =>
  `${manifest.name}: ${text
    .replace(/[<>{}]/g, ' ')
    .slice(0, 300)
    .trim()
    .replace(/(?<![.\s])[.\s]*$/, '.')}`;

/** First of `errors`: `{ errorId, message, longMessage }`. */
export function readProblem(response: HttpResponse): VendorProblem | undefined {
  const known: VendorProblem = {
    ...(response.status === 401 && { kind: 'not-authorised', message: LET_GO, vendorCode: ACCESS_REFUSED }),
    ...(response.status === 403 && {
      kind: 'not-authorised',
      message: 'eBay does not let this app do that with the account. Connect the store again and allow everything.',
    }),
    ...(response.status === 429 && { retryAfterMs: COME_BACK_MS }),
  };
  if (!/json/.test(response.headers['content-type'] ?? '')) return known;
  const body = readObject(response.json());
  const [first] = body.has('errors') ? body.list('errors', (error) => error.isolated()) : [];
  if (!first) return known;
  const message = first.maybe('longMessage', (n) => first.string(n)) ?? first.maybe('message', (n) => first.string(n));
  const code = first.maybe('errorId', (n) => first.id(n));
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return {
    ...(refused && message !== undefined && { message: sentence(message) }),
    vendorMessage: message,
    ...(code !== undefined && { vendorCode: code }),
    ...known,
  };
}

type Call = Pick<HttpRequest, 'name' | 'path' | 'query' | 'accept' | 'method' | 'body'>;

const sendWith = (http: Http, token: string, call: Call): Promise<HttpResponse> =>
  http.send({
    ...call,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      // Calls of the Inventory API that name no language are refused (25709); here it is that of what eBay says to us alone.
      'accept-language': 'en-US',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    readProblem,
  });

/** With access; when eBay refuses the token (401), with the renewed one, once. */
const send = (env: StoreEnv, call: Call): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_REFUSED,
    (token) => sendWith(env.http, token, call),
  );

export interface Question {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly path: string;
  readonly query?: HttpRequest['query'];
}

export const ask = async (env: StoreEnv, question: Question): Promise<ObjectReader> =>
  readObject((await send(env, { method: 'GET', ...question })).json());

/**
 * As `ask`; undefined where eBay knows no such thing.
 * @param none statuses that mean so; 400 beside 404 where an id may be none at all
 */
export async function askMaybe(
  env: StoreEnv,
  question: Question,
  none: readonly number[] = [404],
): Promise<ObjectReader | undefined> {
  const response = await send(env, { method: 'GET', ...question, accept: none });
  return response.status === 200 ? readObject(response.json()) : undefined;
}

/** With a token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (http: Http, token: string, question: Question): Promise<ObjectReader> =>
  readObject((await sendWith(http, token, { method: 'GET', ...question })).json());

/** Changes something and answers what eBay says of it. Never repeated here. */
export const change = async (env: StoreEnv, call: Question & { readonly body: object }): Promise<ObjectReader> =>
  readObject((await send(env, { ...call, method: 'POST', body: JSON.stringify(call.body) })).json());

/** Makes something. Never repeated here. @returns the last part of the address of what was made */
export async function create(env: StoreEnv, call: Question & { readonly body: object }): Promise<string> {
  const response = await send(env, { ...call, method: 'POST', body: JSON.stringify(call.body) });
  // The body says nothing, but an answer that is not eBay's must not pass for one.
  if (response.bytes.length > 0) readObject(response.json());
  const id = /\/([^/?]+)$/.exec(response.headers['location'] ?? '')?.[1];
  if (id === undefined) throw new FieldProblem('Location', 'is missing');
  return decodeURIComponent(id);
}
