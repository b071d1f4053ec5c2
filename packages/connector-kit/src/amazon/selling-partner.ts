/**
 * What everything that talks to Amazon's Selling Partner API shares: the headers of a call, and how a refusal is read
 * (`errors: [{ code, message, details }]`, rates per operation in `x-amzn-RateLimit-Limit`).
 */
import type { HttpResponse, VendorProblem } from '../http/http.ts';
import { readObject } from '../answers/json-reader.ts';

/** Code of a refusal that means that the access token has ended, and not that the call is wrong. */
export const ACCESS_ENDED = 'access-ended';

/** Headers of a call with an access token; `user-agent` is demanded by Amazon. */
export const sellingPartnerHeaders = (token: string): Readonly<Record<string, string>> => ({
  'x-amz-access-token': token,
  'user-agent': 'ShippingConnector/1.0 (Language=TypeScript)',
  accept: 'application/json',
});

const sentence = (text: string): string =>
  `Amazon: ${text
    .replace(/[<>{}]/g, ' ')
    .slice(0, 300)
    .trim()
    .replace(/(?<![.\s])[.\s]*$/, '.')}`;

/** How long until one more call is let through at a rate of calls a second. Milliseconds. */
export const refillMs = (rate: number): number => Math.min(3_600_000, Math.ceil(1000 / rate));

export interface SellingPartnerWords {
  /** Said when the access token is refused. */
  readonly accessEnded: string;
  /** Said when the token is good and the call is not allowed. */
  readonly notAllowed: string;
}

/** First of `errors`: `{ code, message, details }`. @param rate calls a second that Amazon publishes for the operation */
export const readSellingPartnerRefusal =
  (rate: number, say: SellingPartnerWords) =>
  (response: HttpResponse): VendorProblem | undefined => {
    const limit = Number(response.headers['x-amzn-ratelimit-limit'] ?? Number.NaN);
    const throttled: VendorProblem =
      response.status === 429 ? { kind: 'quota', retryAfterMs: refillMs(limit > 0 ? limit : rate) } : {};
    const usual: VendorProblem =
      response.status === 403 || response.status === 401
        ? {
            kind: 'not-authorised',
            message: response.status === 401 ? say.accessEnded : say.notAllowed,
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
    const words = [message, details]
      .flatMap((part) => (part === undefined || part.trim() === '' ? [] : part.trim().replace(/(?<![.!?:])$/, '.')))
      .join(' ');
    return {
      ...(refused && words !== '' && { message: sentence(words) }),
      ...(words !== '' && { vendorMessage: words }),
      ...(code !== undefined && { vendorCode: code }),
      ...usual,
      ...(ended && { message: say.accessEnded, vendorCode: ACCESS_ENDED }),
      ...throttled,
    };
  };
