/** The only file that makes calls: key and password as HTTP Basic, the account in a header, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { excerpt, asSentence } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

export const inWords = (words: string): string => `${NAME}: ${asSentence(words)}`;

/** Which of our fields an error is about: by its own field, else by its words. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^(?=[^]*\bto\b)[^]*postcode/i, 'to.zipcode'],
  [/from_postcode|^(?=[^]*\bfrom\b)[^]*postcode/i, 'from.zipcode'],
  [/postcode/i, 'to.zipcode'],
  [/suburb/i, 'to.city'],
  [/\bstate\b/i, 'to.provinceCode'],
  [/country/i, 'to.countryCode'],
  [/lines/i, 'to.address1'],
  [/phone/i, 'to.phone'],
  [/email/i, 'to.email'],
  [/\bname\b/i, 'to.name'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/length|width|height|volume|dimension/i, 'parcels.0.dimensions'],
  [/transit_?(cover|warranty)/i, 'options.insuredValue'],
  [/item_contents|tariff/i, 'customs.items'],
];

export interface VendorError {
  readonly code: string | undefined;
  readonly words: string;
  readonly field: string | undefined;
}

/** Codes stand in `code` or `error_code`, words in `message`, `name`, `error_description` or `error_name`. */
export function readError(error: ObjectReader): VendorError {
  const text = (...names: readonly string[]): string | undefined => {
    for (const name of names) if (error.has(name)) return error.maybe(name, (n) => error.id(n));
    return undefined;
  };
  const words = text('message', 'name', 'error_description', 'error_name', 'error') ?? 'an error without words';
  const hint = [text('field'), text('name'), words].join(' ');
  return { code: text('code', 'error_code'), words, field: FIELDS.find(([form]) => form.test(hint))?.[1] };
}

/** The first error of `{ errors: [...] }`. */
export function firstError(response: HttpResponse): VendorError | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  return body.list('errors', readError, { optional: true })[0];
}

/** Access refused, and an account that the key does not belong to. */
const DENIED = /^(API_001|41001|41002)$/;
/** Lodged already, or somebody else's. */
const DECLINED = /^(44013|44016|44017|44038)$/;

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: `${NAME} does not accept the API key and password of this account.` };
  const error = firstError(response);
  if (!error) return undefined;
  const { code = '' } = error;
  return {
    kind: DENIED.test(code)
      ? 'not-authorised'
      : DECLINED.test(code)
        ? 'refused'
        : code === 'API_002'
          ? 'quota'
          : undefined,
    message: inWords(error.words),
    vendorMessage: excerpt(error.words),
    vendorCode: error.code,
    field: error.field,
  };
}

/** A call below "/shipping/v1". */
export function send(env: CarrierEnv, call: VendorCall): Promise<HttpResponse> {
  const { key = '', password = '', account = '' } = env.credentials;
  return sendCall(env.http, {
    ...call,
    headers: {
      accept: 'application/json, application/pdf',
      authorization: basic(key, password),
      'account-number': account,
      'content-type': 'application/json; charset=utf-8',
    },
    readProblem,
  });
}

export const ask = async (env: CarrierEnv, call: VendorCall): Promise<ObjectReader> =>
  readObject((await send(env, call)).json());
