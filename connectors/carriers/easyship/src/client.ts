/** The only file that makes calls: the token in its header, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const VERSION = '/2024-09';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Without a full stop or two at its end, and without what a page could take for markup. */

const OUR_FIELDS: Readonly<Record<string, string>> = {
  line_1: 'address1',
  line_2: 'address2',
  city: 'city',
  state: 'provinceCode',
  postal_code: 'zipcode',
  country_alpha2: 'countryCode',
  contact_name: 'name',
  company_name: 'companyName',
  contact_phone: 'phone',
  contact_email: 'email',
};

/** "destination_address/postal_code", as details of refusals name them. */
export function ourField(words: string): string | undefined {
  const [, side, member] = /(origin|destination)_address[^a-z]+(?:properties[^a-z]+)?([a-z0-9_]+)/.exec(words) ?? [];
  const own = member === undefined ? undefined : OUR_FIELDS[member];
  if (side !== undefined && own !== undefined) return `${side === 'origin' ? 'from' : 'to'}.${own}`;
  if (/weight/.test(words)) return 'parcels.0.weightGrams';
  if (/\bbox\b|dimensions/.test(words)) return 'parcels.0.dimensions';
  if (/hs_code|customs|items/.test(words)) return 'customs.items';
  if (/insur/.test(words)) return 'options.insuredValue';
  return undefined;
}

/** What the document's own words begin with; only the rest says something to a person. */
const FORMALITY = /^The request does not comply with the OpenAPI Specification/;

function readProblem(response: HttpResponse): VendorProblem | undefined {
  const isJson = /json/.test(response.headers['content-type'] ?? '');
  const body = isJson ? response.json() : undefined;
  const error = isNode(body) && isNode(body.error) ? body.error : undefined;
  const details = (Array.isArray(error?.details) ? error.details : []).map(textOf).filter((each) => each !== '');
  const words = details.find((each) => !FORMALITY.test(each)) ?? textOf(error?.message);
  const code = textOf(error?.code);
  if (response.status === 401)
    return { kind: 'not-authorised', message: `${NAME} did not accept the access token of this account.` };
  if (response.status === 403)
    return {
      kind: 'not-authorised',
      message: `${NAME} does not allow this to the access token: ${words === '' ? 'a scope is missing.' : asSentence(words)}`,
    };
  if (words === '') return undefined;
  return {
    // Plans and balances: understood, and not done.
    ...(response.status === 402 ? { kind: 'refused' as const } : {}),
    message: `${NAME}: ${asSentence(words)}`,
    vendorMessage: excerpt(words),
    ...(code === '' ? {} : { vendorCode: code }),
    field: ourField(words),
  };
}

/** A call below the version. */
export function exchange(env: CarrierEnv, one: VendorCall): Promise<HttpResponse> {
  return sendCall(env.http, {
    ...one,
    path: `${VERSION}${one.path}`,
    headers: { authorization: `Bearer ${env.credentials.token ?? ''}` },
    readProblem,
  });
}

/** The page after this one of a list: `null` where there is none; missing is no answer. */
export const nextPage = (pagination: ObjectReader): number | undefined =>
  pagination.raw('next') === null ? undefined : pagination.integer('next', 2);

export const LINK = /^https?:\/\/\S+$/;
/** Easyship's numbers of shipments ("ESSG10006001") and of everything else. */
export const SHIPMENT = /^ES\w{2}\d{7,}$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
