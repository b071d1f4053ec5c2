/** The only file that calls the Selling Partner API: access, refusals in Amazon's words, rates. */
import { withAccess } from '@scanship/connector-kit/with-access';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';

/** Sentence that makes people connect again. */
export const LET_GO = 'Amazon no longer lets us into this seller account; the store has to be connected again.';

const ACCESS_ENDED = 'access-ended';

export interface AmazonCall {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** Present for a call that changes something. */
  readonly body?: object | undefined;
  /** Calls a second that Amazon publishes for the operation, where the answer does not name the seller's own rate. */
  readonly rate: number;
}

const sentence = (text: string): string =>
  `Amazon: ${text
    .replace(/[<>{}]/g, ' ')
    .slice(0, 300)
    .trim()
    .replace(/[.\s]*$/, '.')}`;

/** How long until one more call is let through at a rate of calls a second. Milliseconds. */
export const refillMs = (rate: number): number => Math.min(3_600_000, Math.ceil(1000 / rate));

/** First of `errors`: `{ code, message, details }`. */
const readRefusal =
  (rate: number) =>
  (response: HttpResponse): VendorProblem | undefined => {
    const limit = Number(response.headers['x-amzn-ratelimit-limit'] ?? Number.NaN);
    const throttled: VendorProblem =
      response.status === 429 ? { kind: 'quota', retryAfterMs: refillMs(limit > 0 ? limit : rate) } : {};
    const usual: VendorProblem =
      response.status === 403 || response.status === 401
        ? {
            kind: 'not-authorised',
            message:
              response.status === 401
                ? LET_GO
                : 'Amazon does not let this app do that with the seller account. Connect the store again, or ask the operator which roles the app has.',
            ...(response.status === 401 && { vendorCode: ACCESS_ENDED }),
          }
        : {};
    if (!/json/.test(response.headers['content-type'] ?? '')) return { ...usual, ...throttled };
    const body = readObject(response.json());
    const [first] = body.has('errors') ? body.list('errors', (error) => error.isolated()) : [];
    if (!first) return { ...usual, ...throttled };
    const text = (name: string): string | undefined => first.maybe(name, (n) => first.string(n));
    const [code, message, details] = [text('code'), text('message'), text('details')];
    // Amazon answers 403 for a token that has ended as for a role that lacks; only the details tell.
    const ended = response.status === 403 && /access token/i.test(details ?? '');
    const refused = response.status >= 400 && response.status < 500 && ![401, 403, 429].includes(response.status);
    const words = [message, details].filter((part) => part !== undefined && part !== '').join(' ');
    return {
      ...(refused && words !== '' && { message: sentence(words) }),
      ...(words !== '' && { vendorMessage: words }),
      ...(code !== undefined && { vendorCode: code }),
      ...usual,
      ...(ended && { message: LET_GO, vendorCode: ACCESS_ENDED }),
      ...throttled,
    };
  };

const sendWith = (http: Http, token: string, call: AmazonCall, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: call.body === undefined ? 'GET' : 'POST',
    path: call.path,
    name: call.name,
    query: call.query,
    accept,
    headers: {
      'x-amz-access-token': token,
      'user-agent': 'ShippingConnector/1.0 (Language=TypeScript)',
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    readProblem: readRefusal(call.rate),
  });

/** With access; when Amazon says that the token has ended, with the renewed one, once. */
const send = (env: StoreEnv, call: AmazonCall, accept: readonly number[]): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === ACCESS_ENDED,
    (token) => sendWith(env.http, token, call, accept),
  );

/** @throws ConnectorError */
export const ask = async (env: StoreEnv, call: AmazonCall): Promise<ObjectReader> =>
  readObject((await send(env, call, [])).json());

/** As `ask`; undefined where Amazon knows no such thing (404, or 400 for an id it does not take). */
export async function askMaybe(env: StoreEnv, call: AmazonCall): Promise<ObjectReader | undefined> {
  const response = await send(env, call, [400, 404]);
  return response.status === 200 ? readObject(response.json()) : undefined;
}

/** With a token of one's own, before there is an `AccessSource`. @param accept refusals that mean "not for this app" */
export async function askWithToken(
  http: Http,
  token: string,
  call: AmazonCall,
  accept: readonly number[] = [],
): Promise<ObjectReader | undefined> {
  const response = await sendWith(http, token, call, accept);
  return response.status === 200 ? readObject(response.json()) : undefined;
}

/** Changes something; the answer is empty (204). Never repeated here. */
export async function change(env: StoreEnv, call: AmazonCall & { readonly body: object }): Promise<void> {
  const response = await send(env, call, []);
  // An answer that is not Amazon's must not pass for one.
  if (response.bytes.length > 0) readObject(response.json());
}
