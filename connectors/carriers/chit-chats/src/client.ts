/** The only file that makes calls: the token as it is in `Authorization`, the client in the path, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { path } from '@scanship/connector-kit/http/http-address';
import { excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

const OUR_FIELDS: Readonly<Record<string, string>> = {
  name: 'to.name',
  address_1: 'to.address1',
  address_2: 'to.address2',
  city: 'to.city',
  province_code: 'to.provinceCode',
  postal_code: 'to.zipcode',
  country_code: 'to.countryCode',
  phone: 'to.phone',
  email: 'to.email',
  description: 'customs.items.0.description',
  line_items: 'customs.items',
  value: 'parcels.0.declaredValue',
  weight: 'parcels.0.weightGrams',
  size_x: 'parcels.0.dimensions',
  size_y: 'parcels.0.dimensions',
  size_z: 'parcels.0.dimensions',
  ship_date: 'shipDate',
};

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first text in whatever an error is: a sentence, a list of them, or lists by field. */
function firstWords(value: unknown): { readonly words: string; readonly field?: string | undefined } | undefined {
  if (typeof value === 'string' && value.trim() !== '') return { words: value };
  if (Array.isArray(value)) return value.map(firstWords).find((found) => found !== undefined);
  if (!isNode(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = firstWords(member);
    if (found)
      return {
        words: Object.hasOwn(OUR_FIELDS, name) ? `${name.replaceAll('_', ' ')} ${found.words}` : found.words,
        field: OUR_FIELDS[name] ?? found.field,
      };
  }
  return undefined;
}

/** Chit Chats publishes no form of its errors, so every usual one is read. */
function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403)
    return {
      kind: 'not-authorised',
      message: `${NAME} did not accept the client ID and access token of this account.`,
    };
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = response.json();
  const found = isNode(body) ? firstWords(body.errors ?? body.error ?? body.message) : undefined;
  if (!found) return undefined;
  const words = excerpt(found.words)
    .replace(/[<>{}]/g, '')
    .replace(/(?<![.\s])[.\s]*$/, '');
  return { message: `${NAME}: ${words}.`, vendorMessage: excerpt(found.words), field: found.field };
}

/** A call below the client: "/shipments/8ERNJ8SCQ9". */
export function exchange(env: CarrierEnv, one: VendorCall): Promise<HttpResponse> {
  const { client = '', token = '' } = env.credentials;
  return sendCall(env.http, {
    ...one,
    path: `${path`/api/v1/clients/${client}`}${one.path}`,
    headers: { authorization: token, 'content-type': 'application/json; charset=utf-8' },
    readProblem,
  });
}

/** A shipment: some answers wrap it, some do not. */
export function shipmentOf(response: HttpResponse): ObjectReader {
  const body = readObject(response.json());
  return body.has('shipment') ? body.object('shipment') : body;
}

export const ID = /^[A-Z0-9]{8,20}$/;

/** A shipment by its id; undefined where there is none. */
export async function find(env: CarrierEnv, id: string, name = 'shipment'): Promise<ObjectReader | undefined> {
  const response = await exchange(env, { method: 'GET', path: path`/shipments/${id}`, name, accept: [404] });
  return response.status === 404 ? undefined : shipmentOf(response);
}
