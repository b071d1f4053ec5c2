/** UPS's refusals: its codes and words, what they mean here, and which of our fields they speak of. */
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { eachOf } from './reading.ts';

export interface UpsError {
  readonly code: string;
  readonly message: string;
}

/** Label recovery: no such shipment. 9801031 over REST, 300007 in the older list. */
export const NOT_FOUND: ReadonlySet<string> = new Set(['9801031', '300007']);
/** Label recovery: the shipment has been voided. */
export const VOIDED: ReadonlySet<string> = new Set(['9801040', '300033']);

const WORDS: Readonly<Record<string, { kind: ProblemKind; message: string }>> = {
  '10400': { kind: 'not-authorised', message: 'UPS did not accept the sign-in of this account.' },
  '10401': { kind: 'not-authorised', message: 'UPS does not know this client ID or secret.' },
  '10429': { kind: 'quota', message: 'UPS asks us to slow down; the call is repeated later.' },
  '250002': { kind: 'not-authorised', message: 'UPS did not accept the sign-in of this account.' },
  '250003': { kind: 'not-authorised', message: 'UPS did not accept the access of this account.' },
  '111210': { kind: 'refused', message: 'UPS does not offer this service between these places.' },
  '190101': { kind: 'refused', message: 'The time for voiding this shipment at UPS has expired.' },
  '190102': { kind: 'refused', message: 'UPS finds no shipment of this number that can still be voided.' },
  '190103': { kind: 'refused', message: 'The pickup of this shipment is completed; it can no longer be voided.' },
  '190117': { kind: 'refused', message: 'This shipment has already been voided.' },
  '190118': { kind: 'refused', message: 'UPS does not void shipments of this service.' },
  '190121': { kind: 'refused', message: 'UPS voided none of the parcels.' },
  '9801031': { kind: 'refused', message: 'UPS does not know this shipment.' },
  '9801040': { kind: 'refused', message: 'This shipment has been voided at UPS.' },
};

const PARTIES: readonly (readonly [RegExp, string])[] = [
  [/ship ?to|consignee|destination|sold to/i, 'to'],
  [/ship ?from|shipper|origin/i, 'from'],
];
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/postal ?code|zip/i, 'zipcode'],
  [/state|province/i, 'provinceCode'],
  [/country|territory/i, 'countryCode'],
  [/city/i, 'city'],
  [/address ?line ?2/i, 'address2'],
  [/address|street/i, 'address1'],
  [/phone/i, 'phone'],
  [/attention ?name/i, 'name'],
  [/name/i, 'companyName'],
];
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/commodity ?code/i, 'customs.items'],
  [/product|invoice|export|terms of shipment/i, 'customs'],
  [/declared value/i, 'options.insuredValue'],
  [/dimension|length|girth|weight/i, 'parcels'],
];

/** UPS names fields in prose ("Missing or invalid ship to postal code"); the words tell which of ours is meant. */
export function ourField(message: string): string | undefined {
  const other = OTHERS.find(([words]) => words.test(message));
  if (other) return other[1];
  const party = PARTIES.find(([words]) => words.test(message));
  const field = FIELDS.find(([words]) => words.test(message));
  return party && field ? `${party[1]}.${field[1]}` : undefined;
}

/** The errors of a refusal: below `response` mostly, at the top in places. */
export function errorsOf(json: unknown): UpsError[] {
  const body = readObject(json);
  const holder = body.maybe('response', (name) => body.object(name)) ?? body;
  return eachOf(holder, 'errors', (e) => ({ code: e.id('code'), message: e.string('message') }));
}

/** What UPS said, for the HTTP client. The kind is left to the status where the code is not known. */
export function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const errors = errorsOf(response.json());
  const first = errors.find((e) => Object.hasOwn(WORDS, e.code)) ?? errors[0];
  if (!first) return undefined;
  const known = Object.hasOwn(WORDS, first.code) ? WORDS[first.code] : undefined;
  // A fault of UPS itself stays one, whatever it says.
  const kind = response.status >= 500 ? undefined : known?.kind;
  const said = first.message
    .replace(/[<>{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
  return {
    kind,
    message: known?.message ?? (said === '' ? undefined : `UPS: ${said.replace(/(?<![.\s])[.\s]*$/, '.')}`),
    vendorCode: first.code,
    vendorMessage: errors.map((e) => e.message).join(' '),
    field: errors.map((e) => ourField(e.message)).find((field) => field !== undefined),
  };
}
