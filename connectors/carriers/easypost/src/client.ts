/** The only file that makes calls: the key as the user of a Basic header, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Without a full stop or two at its end, and without what a page could take for markup. */

const OUR_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  street1: 'address1',
  street2: 'address2',
  city: 'city',
  state: 'provinceCode',
  zip: 'zipcode',
  country: 'countryCode',
  phone: 'phone',
};

/** "shipment.to_address.zip", or the member's name alone. */
export function ourField(vendorField: string): string | undefined {
  const side = /(to|from)_address\.([a-z0-9]+)/.exec(vendorField);
  const own = side?.[2] === undefined ? undefined : OUR_FIELDS[side[2]];
  if (side && own) return `${side[1]}.${own}`;
  if (/weight/.test(vendorField)) return 'parcels.0.weightGrams';
  if (/length|width|height/.test(vendorField)) return 'parcels.0.dimensions';
  if (/customs/.test(vendorField)) return 'customs.items';
  return undefined;
}

/** Codes that say no to what was understood. */
const REFUSED =
  /^(SHIPMENT\.POSTAGE\.(FAILURE|EXISTS)|INSUFFICIENT_FUNDS|PAYMENT_REQUIRED|SHIPMENT\.REFUND\.|RATE\.|PICKUP\.)/;

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: `${NAME} did not accept the API key of this account.` };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = response.json();
  const error = isNode(body) && isNode(body.error) ? body.error : undefined;
  if (!error) return undefined;
  const code = textOf(error.code);
  const errors = Array.isArray(error.errors) ? error.errors : [];
  const first: unknown = errors[0];
  const field = isNode(first) ? textOf(first.field) : '';
  const detail = isNode(first) ? textOf(first.message) : textOf(first);
  const message = textOf(error.message);
  // "Missing required parameter." and "cannot be blank", which says nothing without its field.
  const more = detail === '' || detail === message ? '' : `${field} ${detail}`.trim();
  const words = [more === '' ? message : message.replace(/\.$/, ''), more].filter((each) => each !== '').join(': ');
  if (words === '') return undefined;
  const no = response.status === 402 || (response.status < 500 && response.status !== 429 && REFUSED.test(code));
  return {
    message: `${NAME}: ${asSentence(words)}`,
    vendorMessage: excerpt(words),
    ...(code === '' ? {} : { vendorCode: code }),
    ...(no ? { kind: 'refused' } : {}),
    field: field === '' ? undefined : ourField(field),
  };
}

export function exchange(env: CarrierEnv, one: VendorCall): Promise<HttpResponse> {
  const key = env.credentials.apiKey ?? '';
  // One address serves both: a production key in the sandbox would buy.
  if (env.mode === 'sandbox' && !key.startsWith('EZTK'))
    throw fail('not-authorised', `A test key of ${NAME} begins with EZTK; this one would buy real labels.`);
  return sendCall(env.http, { ...one, headers: { authorization: basic(key, '') }, readProblem });
}

export const SHIPMENT = /^shp_[0-9a-f]{8,40}$/;
export const LINK = /^https?:\/\/\S+$/;
