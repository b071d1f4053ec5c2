/** FedEx's refusals: its codes and words, what they mean here, and which of our fields they speak of. */
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';

export interface FedexError {
  readonly code: string;
  readonly message: string;
}

/** Codes whose kind is not the one of their status. */
const KINDS: readonly (readonly [RegExp, ProblemKind])[] = [
  [/^NOT\.AUTHORIZED|^FORBIDDEN|AUTHENTICATION\.TOKEN|\.UNAUTHORIZED|^LOGIN\./, 'not-authorised'],
  [/NOSERVICE|NOT\.?AVAILABLE|NOT\.?ALLOWED|NOT\.?SUPPORTED|COMBINATION\.INVALID|SERVICETYPE\.INVALID/, 'refused'],
  [/ALREADY|NOTFOUND|NOT\.FOUND|EXPIRED|CANCEL|DELETE|NOSHIPMENTS|NODATA/, 'refused'],
];

const MESSAGES: Readonly<Record<string, string>> = {
  'NOT.AUTHORIZED.ERROR': 'FedEx did not accept the API key and secret of this account.',
  'FORBIDDEN.ERROR':
    'FedEx does not let this project make the call; add the API to the project on developer.fedex.com.',
  'SHIPMENT.ACCOUNTNUMBER.UNAUTHORIZED':
    'FedEx does not let this account buy labels with this API key; FedEx has to allow its account number.',
};

/** What FedEx writes where it has lost its own words: the code is all that tells. */
export const NO_WORDS = /not able to retrieve the message/i;

const PARTIES: readonly (readonly [RegExp, string])[] = [
  [/recipient|destination|consignee/i, 'to'],
  [/shipper|sender|origin|pickup ?address/i, 'from'],
];
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/postal ?code|zip/i, 'zipcode'],
  [/state|province/i, 'provinceCode'],
  [/country/i, 'countryCode'],
  [/phone/i, 'phone'],
  [/city/i, 'city'],
  [/street|address ?line/i, 'address1'],
  [/company ?name/i, 'companyName'],
  [/person ?name|contact ?name/i, 'name'],
];
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/harmonized|commodit|manufacture/i, 'customs.items'],
  [/customs|invoice|duties/i, 'customs'],
  [/declared ?value/i, 'options.insuredValue'],
  [/dimension|length|girth|weight/i, 'parcels'],
];

/** FedEx names fields in its dotted codes ("RECIPIENTS.POSTALCODE.INVALID") and in prose; both tell which of ours is meant. */
export function ourField({ code, message }: FedexError): string | undefined {
  const text = `${code} ${message}`;
  const party = PARTIES.find(([words]) => words.test(text));
  const field = FIELDS.find(([words]) => words.test(text));
  if (party && field) return `${party[1]}.${field[1]}`;
  return OTHERS.find(([words]) => words.test(text))?.[1];
}

/** The errors of a refusal; a list that is missing is none. */
export function errorsOf(json: unknown): FedexError[] {
  const body = readObject(json);
  return body.list('errors', (e) => ({ code: e.id('code'), message: e.string('message') }), { optional: true });
}

export const sentence = (text: string): string =>
  text
    .replace(/<[^>]*>|[<>{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
    .replace(/(?<![.\s])[.\s]*$/, '.');

/** @param otherwise what a refusal (400) of this call is, where its code says nothing */
const reading =
  (otherwise: ProblemKind | undefined) =>
  (response: HttpResponse): VendorProblem | undefined => {
    if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
    const errors = errorsOf(response.json());
    const [first] = errors;
    if (!first) return undefined;
    const known = KINDS.find(([codes]) => codes.test(first.code))?.[1];
    // Statuses other than these say themselves what they are; a fault of FedEx itself stays one.
    const open = [400, 404, 422].includes(response.status);
    const said = sentence(NO_WORDS.test(first.message) ? `It has no words for ${first.code}` : first.message);
    return {
      kind: open ? (known ?? otherwise) : undefined,
      message: MESSAGES[first.code] ?? (said === '.' ? undefined : `FedEx: ${said}`),
      vendorCode: first.code,
      vendorMessage: errors.map((e) => e.message).join(' '),
      field: errors.map(ourField).find((field) => field !== undefined),
    };
  };

/** What FedEx said, for the HTTP client. */
export const readProblem = reading(undefined);
/** The same for calls about something that exists: declining them is no mistake in our data. */
export const readRefusal = reading('refused');
