/** Refusals in DHL's words: `type` ends with a code ("400.0204003"), `title` and `invalidParams` say what is wrong. */
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

/** Where DHL names a member of ours. The longest that fits the end of path and name counts. */
const OUR_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^(?=[^]*consigneeAddress)[^]*postalCode/, 'to.zipcode'],
  [/^(?=[^]*consigneeAddress)[^]*state/, 'to.provinceCode'],
  [/^(?=[^]*consigneeAddress)[^]*city/, 'to.city'],
  [/^(?=[^]*consigneeAddress)[^]*phone/, 'to.phone'],
  [/^(?=[^]*consigneeAddress)[^]*address1/, 'to.address1'],
  [/consigneeAddress/, 'to'],
  [/returnAddress/, 'from'],
  [/weight/, 'parcels.0.weightGrams'],
  [/dimension/, 'parcels.0.dimensions'],
  [/customsDetails/, 'customs.items'],
  [/pickup/, 'credentials.pickup'],
  [/distributionCenter/, 'credentials.distributionCenter'],
];

const fieldOf = (where: string): string | undefined => OUR_FIELDS.find(([form]) => form.test(where))?.[1];
const ended = (words: string): string => words.replace(/[<>{}]/g, ' ').replace(/(?<![.\s])[.\s]*$/, '.');

/** Codes of wrong keys: 400.0000005, 401.0000007; everything else with 401 is about the token. */
const WRONG_KEYS = new Set(['400.0000005', '401.0000007']);

export function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  if (!body.has('title')) return undefined;
  const vendorCode = body.maybe('type', (n) => /\d{3}\.\d{7}$/.exec(body.string(n))?.[0]);
  const title = excerpt(body.string('title'));
  if (vendorCode !== undefined && WRONG_KEYS.has(vendorCode))
    return {
      kind: 'not-authorised',
      message: `${NAME} does not know this client ID, or the secret does not belong to it.`,
      vendorCode,
      vendorMessage: title,
    };
  const [first] = body.has('invalidParams')
    ? body.list('invalidParams', (param) => {
        const text = (name: string): string => param.maybe(name, (n) => param.string(n)) ?? '';
        return { where: `${text('path')}/${text('name')}`, reason: text('reason') };
      })
    : [];
  const words = first === undefined || first.reason === '' ? title : `${title}: ${excerpt(first.reason)}`;
  return {
    message: `${NAME}: ${ended(words)}`,
    vendorCode,
    vendorMessage: words,
    field: first && fieldOf(`${first.where} ${first.reason}`),
  };
}
