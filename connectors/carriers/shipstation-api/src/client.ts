/** The only file that makes calls: the key in its header, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { type ConnectorProblem, fail, type ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

/** ShipStation's members as ours, for messages that name one ("shipment.ship_to.postal_code"). */
const OUR_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  company_name: 'companyName',
  address_line1: 'address1',
  address_line2: 'address2',
  city_locality: 'city',
  state_province: 'provinceCode',
  postal_code: 'zipcode',
  country_code: 'countryCode',
  phone: 'phone',
};

export function ourField(vendorField: string): string | undefined {
  const side = /ship_(to|from)\.([a-z0-9_]+)/.exec(vendorField);
  const own = side?.[2] === undefined ? undefined : OUR_FIELDS[side[2]];
  if (side && own) return `${side[1]}.${own}`;
  if (/weight/.test(vendorField)) return 'parcels.0.weightGrams';
  if (/dimensions/.test(vendorField)) return 'parcels.0.dimensions';
  if (/insured/.test(vendorField)) return 'options.insuredValue';
  if (/customs|products/.test(vendorField)) return 'customs.items';
  if (/ship_date/.test(vendorField)) return 'shipDate';
  return undefined;
}

/** Codes that say no, whatever the status they come with. */
const REFUSED: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'forbidden',
  'subscription_inactive',
  'terms_not_accepted',
  'trial_expired',
  'carrier_disconnected',
  'carrier_not_connected',
  'carrier_not_supported',
  'confirmation_not_supported',
  'return_label_not_supported',
  'tracking_not_supported',
  'invalid_status',
  'no_rates_returned',
]);

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401)
    return { kind: 'not-authorised', message: `${NAME} did not accept the API key of this account.` };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = response.json();
  const errors = isNode(body) && Array.isArray(body.errors) ? body.errors.filter(isNode) : [];
  const [error] = errors;
  if (!error) return undefined;
  const code = textOf(error.error_code);
  const words = textOf(error.message);
  if (words === '') return undefined;
  const said: Partial<ConnectorProblem> = {
    message: `${NAME}: ${asSentence(words)}`,
    vendorMessage: excerpt(words),
    ...(code === '' ? {} : { vendorCode: code }),
    field: ourField(textOf(error.field_name)),
  };
  const kind: ProblemKind | undefined =
    response.status >= 500 || response.status === 429
      ? undefined
      : code === 'unauthorized'
        ? 'not-authorised'
        : REFUSED.has(code)
          ? 'refused'
          : undefined;
  return kind ? { ...said, kind } : said;
}

export function exchange(env: CarrierEnv, one: VendorCall): Promise<HttpResponse> {
  const key = env.credentials.apiKey ?? '';
  // One address serves both: a live key in the sandbox would buy.
  if (env.mode === 'sandbox' && !key.startsWith('TEST_'))
    throw fail('not-authorised', `A sandbox key of ${NAME} begins with TEST_; this one would buy real labels.`);
  return sendCall(env.http, { ...one, headers: { 'api-key': key }, readProblem });
}

/** A file behind a link of an answer. */
export async function download(env: CarrierEnv, link: string, name: string): Promise<Uint8Array> {
  const headers = { 'api-key': env.credentials.apiKey ?? '' };
  return (await env.http.send({ method: 'GET', path: link, name, headers, readProblem })).bytes;
}

/** "se-28529731" */
export const ID = /^se(-[a-z0-9]+)+$/;
export const LINK = /^https?:\/\/\S+$/;
