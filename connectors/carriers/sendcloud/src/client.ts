/** The only file that makes calls: the pair of keys in a Basic header, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
/** Below which all of version 3 lies. */
export const ROOT = '/api/v3';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const OUR_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  company_name: 'companyName',
  address_line_1: 'address1',
  address_line_2: 'address2',
  city: 'city',
  state_province_code: 'provinceCode',
  postal_code: 'zipcode',
  country_code: 'countryCode',
  phone_number: 'phone',
  email: 'email',
};
const OUR_ITEM_FIELDS: Readonly<Record<string, string>> = {
  hs_code: 'hsCode',
  origin_country: 'originCountry',
  description: 'description',
  quantity: 'quantity',
  weight: 'unitGrams',
  price: 'unitValue',
};

/** "/to_address/postal_code", as JSON pointers of refusals name them. */
export function ourField(pointer: string): string | undefined {
  const [, side, member] = /\/(to|from)_address\/([a-z0-9_]+)/.exec(pointer) ?? [];
  const own = member === undefined ? undefined : OUR_FIELDS[member];
  if (side !== undefined && own !== undefined) return `${side}.${own}`;
  const [, at, part] = /\/parcel_items\/(\d+)\/([a-z_]+)/.exec(pointer) ?? [];
  if (at !== undefined) return `customs.items.${at}.${OUR_ITEM_FIELDS[part ?? ''] ?? 'description'}`;
  if (/customs_information/.test(pointer)) return 'customs.items';
  if (/\/weight/.test(pointer)) return 'parcels.0.weightGrams';
  if (/\/dimensions/.test(pointer)) return 'parcels.0.dimensions';
  return undefined;
}

/** `{"errors": [...]}` in examples, a bare list in schemas; both are read. */
export function errorsOf(body: unknown): readonly Node[] {
  // A refused return has one, under another name.
  if (isNode(body) && isNode(body.error)) return [body.error];
  const list = isNode(body) ? body.errors : body;
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The carrier behind said no; nothing was sold. */
const REFUSED: ReadonlySet<string> = new Set(['parcel_announcement_error', 'forbidden']);

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: `${NAME} did not accept the keys of this account.` };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const [error] = errorsOf(response.json());
  if (!error) return undefined;
  const code = textOf(error.code);
  const words = textOf(error.detail) || textOf(error.title) || textOf(error.message);
  if (words === '') return undefined;
  const pointer = isNode(error.source) ? textOf(error.source.pointer) : '';
  const where = pointer === '' ? '' : ` (${pointer.replace(/^\//, '').replace(/\//g, ', ')})`;
  const kind: ProblemKind | undefined =
    response.status < 500 && response.status !== 429 && REFUSED.has(code) ? 'refused' : undefined;
  return {
    message: `${NAME}: ${asSentence(`${words.replace(/(?<![.\s])[.\s]*$/, '')}${where}`)}`,
    vendorMessage: excerpt(words),
    ...(code === '' ? {} : { vendorCode: code }),
    field: ourField(pointer),
    ...(kind ? { kind } : {}),
  };
}

export interface SendcloudCall extends VendorCall {
  /** Media type of the answer; JSON when absent. */
  readonly as?: string | undefined;
}

/** A call below `/api/v3`. */
export function exchange(env: CarrierEnv, { as = 'application/json', ...one }: SendcloudCall): Promise<HttpResponse> {
  const { publicKey = '', secretKey = '' } = env.credentials;
  return sendCall(env.http, {
    ...one,
    path: `${ROOT}${one.path}`,
    headers: { authorization: basic(publicKey, secretKey), accept: as },
    readProblem,
  });
}

export const LINK = /^https?:\/\/\S+$/;
