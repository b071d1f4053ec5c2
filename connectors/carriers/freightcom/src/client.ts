/** The only file that makes calls: the key as it is in `Authorization`, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { path } from '@scanship/connector-kit/http/http-address';
import { excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sendCall, type RepeatableCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

/** Freightcom names a field by its path from the message's root. */
const OUR_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^details\./, ''],
  [/^origin\b/, 'from'],
  [/^destination\b/, 'to'],
  [/\.signature_requirement$/, '.signature'],
  [/^to\.signature$/, 'options.signature'],
  [/\.address\b/, ''],
  [/\.address_line_?1$/, '.address1'],
  [/\.address_line_?2$/, '.address2'],
  [/\.region$/, '.provinceCode'],
  [/\.postal_code$/, '.zipcode'],
  [/\.country$/, '.countryCode'],
  [/\.phone_number(\.number)?$/, '.phone'],
  [/\.email_addresses(\.\d+|\[\d+\])?$/, '.email'],
  [/\.contact_name$/, '.name'],
  [/^packaging_properties\.packages\[?\.?(\d+)\]?/, 'parcels.$1'],
  [/^packaging_properties\.packages\b/, 'parcels'],
  [/\.measurements\.weight(\.\w+)?$/, '.weightGrams'],
  [/\.measurements\.cuboid(\.\w+)?$/, '.dimensions'],
  [/^customs_invoice\.details\.products\[?\.?(\d+)\]?/, 'customs.items.$1'],
  [/\.product_name$/, '.description'],
  [/\.hs_code$/, '.hsCode'],
  [/\.country_of_origin$/, '.originCountry'],
  [/\.num_units$/, '.quantity'],
  [/\.unit_price(\.\w+)?$/, '.unitValue'],
  [/^customs_invoice\b.*$/, 'customs'],
  [/^insurance\b.*$/, 'options.insuredValue'],
  [/^expected_ship_date\b.*$/, 'shipDate'],
  [/^(services\b.*|service_id)$/, 'service'],
];
const OURS = /^(from|to|parcels|customs|options|shipDate|service)\b/;

/** Our field of theirs; undefined where it is none of ours. */
export function ourField(theirs: string): string | undefined {
  const field = OUR_FIELDS.reduce((text, [form, ours]) => text.replace(form, ours), theirs);
  return OURS.test(field) ? field : undefined;
}

/** Freightcom documents codes ("required") and also answers with sentences, which are none. */
const codeIn = (said: string): string | undefined => (/\s/.test(said.trim()) ? undefined : excerpt(said));

/** `{ message, data: { "<field>": "<code>" } }` */
function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403)
    return { kind: 'not-authorised', message: `${NAME} did not accept the API key of this account.` };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  const said = body.maybe('message', (n) => body.string(n));
  const data = body.raw('data');
  const fields =
    typeof data === 'object' && data !== null && !Array.isArray(data)
      ? Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      : [];
  const [first] = fields;
  if (said === undefined && !first) return undefined;
  const about = first && `${first[0].replaceAll(/[_.]+/g, ' ')}: ${first[1].replaceAll('-', ' ')}`;
  const words = excerpt([said, about].filter((part) => part !== undefined).join(', '))
    .replaceAll(/[<>{}]/g, '')
    .replace(/(?<![.\s])[.\s]*$/, '');
  return {
    message: `${NAME}: ${words}.`,
    vendorMessage: said ?? about,
    ...(first ? { vendorCode: codeIn(first[1]), field: ourField(first[0]) } : {}),
  };
}

export const exchange = (env: CarrierEnv, one: RepeatableCall): Promise<HttpResponse> =>
  sendCall(env.http, { ...one, headers: { authorization: env.credentials.key ?? '' }, readProblem });

/** Ids of shipments and price questions. */
export const ID = /^[A-Za-z0-9_-]{8,64}$/;

export type Found =
  | { readonly kind: 'shipment'; readonly shipment: ObjectReader }
  /** Still being booked: 202 and nothing to read. */
  | { readonly kind: 'working' }
  | { readonly kind: 'unknown' };

export async function find(env: CarrierEnv, id: string, name: string): Promise<Found> {
  const response = await exchange(env, { method: 'GET', path: path`/shipment/${id}`, name, accept: [404] });
  if (response.status === 404) return { kind: 'unknown' };
  if (response.status === 202 || response.bytes.length === 0) return { kind: 'working' };
  return { kind: 'shipment', shipment: readObject(response.json()).object('shipment') };
}
