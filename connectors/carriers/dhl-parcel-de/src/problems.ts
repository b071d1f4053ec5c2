/**
 * Refusals in DHL's words. Shipping answers a status and, for each shipment, validation messages with the property they are
 * about; returns and the gateway answer one status; pickups a list of errors.
 */
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

/** Where DHL names a property of ours. */
const OUR_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/billingNumber/i, 'credentials.ekp'],
  [/profile/i, 'credentials.profile'],
  [/^(?=[^]*consignee)[^]*postalCode/i, 'to.zipcode'],
  [/^(?=[^]*consignee)[^]*(city|plz)/i, 'to.city'],
  [/^(?=[^]*consignee)[^]*(street|house)/i, 'to.address1'],
  [/^(?=[^]*consignee)[^]*state/i, 'to.provinceCode'],
  [/^(?=[^]*consignee)[^]*phone/i, 'to.phone'],
  [/^(?=[^]*consignee)[^]*email/i, 'to.email'],
  [/^(?=[^]*consignee)[^]*name/i, 'to.name'],
  [/consignee/i, 'to'],
  [/^(?=[^]*shipper)[^]*postalCode/i, 'from.zipcode'],
  [/^(?=[^]*shipper)[^]*(street|house)/i, 'from.address1'],
  [/shipper|pickup(Location|Address)/i, 'from'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/\bdim|height|length|width/i, 'parcels.0.dimensions'],
  [/hsCode|itemValue|itemWeight|itemDescription|commodit/i, 'customs.items'],
  [/customs/i, 'customs'],
  [/insurance/i, 'options.insuredValue'],
  [/pickupDate/i, 'date'],
];

export const fieldOf = (property: string): string | undefined => OUR_FIELDS.find(([form]) => form.test(property))?.[1];

/** One plain sentence, whatever DHL put into it. */
export const sentence = (words: string): string => `${NAME}: ${asSentence(words)}`;

export interface Remark {
  readonly property: string;
  readonly words: string;
  readonly hard: boolean;
}

const textOf = (one: ObjectReader, name: string): string => one.maybe(name, (n) => one.string(n)) ?? '';

/** What DHL says about one shipment, errors before warnings. */
export function remarksOf(item: ObjectReader): readonly Remark[] {
  if (!item.has('validationMessages')) return [];
  const all = item
    .list('validationMessages', (one) => ({
      property: textOf(one, 'property'),
      words: textOf(one, 'validationMessage'),
      hard: /error/i.test(textOf(one, 'validationState')),
    }))
    .filter(({ words }) => words !== '');
  return [...all.filter(({ hard }) => hard), ...all.filter(({ hard }) => !hard)];
}

/** `status` is the newer name of `statusCode`; either may stand alone. */
export const statusOf = (status: ObjectReader): number =>
  status.has('status') ? status.integer('status', 100) : status.integer('statusCode', 100);

/** Detail and title of a status, in one sentence's worth of words. */
export const statusWords = (status: ObjectReader): string => textOf(status, 'detail') || textOf(status, 'title');

/** Why a shipment was not taken: its first remark, else the words of its status. */
export function refusalOf(item: ObjectReader, fallback = ''): VendorProblem {
  const [first] = remarksOf(item);
  const status = item.has('sstatus') ? item.object('sstatus') : undefined;
  const words = first?.words ?? ((status && statusWords(status)) || fallback);
  return {
    message: sentence(words === '' ? 'the shipment was not accepted' : words),
    vendorMessage: excerpt(words),
    field: first && fieldOf(first.property),
  };
}

function fromList(errors: readonly unknown[]): VendorProblem | undefined {
  const [first] = errors;
  if (first === undefined) return undefined;
  const one = readObject(first);
  const title = textOf(one, 'title');
  const detail = textOf(one, 'detail');
  const words = [title, detail].filter((text) => text !== '').join(': ');
  const vendorCode = one.maybe('errorCode', (n) => one.id(n, /^[\w.-]{1,20}$/));
  return {
    message: sentence(words),
    vendorMessage: excerpt(words),
    vendorCode,
    field: fieldOf(textOf(one, 'instance')),
  };
}

export function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const json = response.json();
  if (Array.isArray(json)) return fromList(json);
  const body = readObject(json);
  const status = body.raw('status');
  const inner = typeof status === 'object' && status !== null ? body.object('status') : body;
  const words = statusWords(inner);
  if (response.status === 401 || response.status === 403)
    return {
      kind: 'not-authorised',
      message: `${NAME} did not accept the credentials of this account${words === '' ? '' : ` (${excerpt(words).replace(/(?<![.\s])[.\s]*$/, '')})`}.`,
      vendorMessage: excerpt(words),
    };
  const [item] = body.has('items') ? body.list('items', (one) => one) : [];
  if (item) return refusalOf(item, words);
  return words === '' ? undefined : { message: sentence(words), vendorMessage: excerpt(words) };
}
