/** What GLS refuses: ShipIT says it in headers (`error`, `message`, `args`), the gateway before it in a body. */
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
export const DENIED = `${NAME} did not accept the client ID and client secret of this account.`;
/** No parcel is known by this identifier. */
export const NO_SUCH_PARCEL = 'INVALID_SHIPMENT_ID';

/** Which of our fields a place in ShipIT's message is ("consignee.zip", "Shipment.Consignee.Address.Street"). */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/weight/i, 'parcels.0.weightGrams'],
  [/shippingdate/i, 'shipDate'],
  [/^(?=[^]*consignee)[^]*zip/i, 'to.zipcode'],
  [/^(?=[^]*consignee)[^]*country/i, 'to.countryCode'],
  [/^(?=[^]*consignee)[^]*city/i, 'to.city'],
  [/^(?=[^]*consignee)[^]*street/i, 'to.address1'],
  [/^(?=[^]*consignee)[^]*name/i, 'to.name'],
  [/^(?=[^]*consignee)[^]*mail/i, 'to.email'],
  [/^(?=[^]*consignee)[^]*(phone|mobile)/i, 'to.phone'],
  [/addonliability/i, 'options.insuredValue'],
];
export const fieldOf = (where: string): string | undefined => FIELDS.find(([form]) => form.test(where))?.[1];

const KINDS: Readonly<Record<string, ProblemKind>> = {
  [NO_SUCH_PARCEL]: 'refused',
  MORE_THAN_ONE_RESULT: 'refused',
  COULD_NOT_TRANSMIT: 'refused',
  ACCESS_TO_SHIPPER_DENIED: 'refused',
};

export const sentence = (words: string): string => `${NAME}: ${asSentence(words)}`;

/** The first words of a list of errors. */
const listed = (body: ObjectReader): string | undefined => {
  const raw = body.raw('errors');
  const first: unknown = Array.isArray(raw) ? raw[0] : undefined;
  if (typeof first !== 'object' || first === null) return undefined;
  const error = readObject(first);
  return error.maybe('message', (n) => error.string(n));
};

/** Words of a body: the gateway's `{ fault: { faultstring } }`, `{ errors: [{ message }] }`, or a problem's `detail`. */
function wordsOf(response: HttpResponse): string | undefined {
  if (!/json/i.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  if (body.has('fault')) {
    const fault = body.object('fault');
    return fault.maybe('faultstring', (n) => fault.string(n));
  }
  return listed(body) ?? body.maybe('detail', (n) => body.string(n));
}

export function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403) return { kind: 'not-authorised', message: DENIED };
  const { error: code, message: said, args } = response.headers;
  const words = said ?? wordsOf(response);
  if (words === undefined) return undefined;
  return {
    kind: code === undefined ? undefined : KINDS[code],
    message: sentence(words),
    vendorMessage: excerpt(words),
    vendorCode: code,
    field: fieldOf(`${args ?? ''} ${words}`),
  };
}
