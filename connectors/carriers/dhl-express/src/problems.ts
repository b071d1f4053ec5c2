/** DHL's refusals: `detail` with a number in front, further ones in `additionalDetails`, and which of our fields they speak of. */
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';

/** What certain words mean here, whatever their status. */
const KINDS: readonly (readonly [RegExp, ProblemKind, string | undefined])[] = [
  [
    /account number is not found or invalid|^(?=[^]*8003:)[^]*account not allowed/i,
    'not-authorised',
    'DHL Express does not accept this account number with these credentials.',
  ],
  [/invalid credentials|unauthorized/i, 'not-authorised', undefined],
  [/pickup (was )?(already|not found)|already (cancelled|completed)/i, 'refused', undefined],
  [
    /not available (between|based|for|on)|no products? (is|are|available)|product.{0,30}not available/i,
    'refused',
    undefined,
  ],
];

/** Pointers into the request ("#/customerDetails/receiverDetails/postalAddress/postalCode") as our fields. */
const PARTIES: readonly (readonly [RegExp, string])[] = [
  [/receiverDetails/i, 'to'],
  [/shipperDetails|pickupDetails/i, 'from'],
];
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/postalCode/i, 'zipcode'],
  [/cityName/i, 'city'],
  [/provinceCode/i, 'provinceCode'],
  [/countryCode/i, 'countryCode'],
  [/addressLine1/i, 'address1'],
  [/addressLine[23]/i, 'address2'],
  [/companyName/i, 'companyName'],
  [/fullName/i, 'name'],
  [/phone/i, 'phone'],
  [/email/i, 'email'],
];
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/lineItems\/(\d+)/i, 'customs.items'],
  [/exportDeclaration|incoterm/i, 'customs'],
  [/packages\/(\d+)/i, 'parcels'],
  [/plannedShippingDateAndTime|ShipTimeStamp/i, 'shipDate'],
  [/plannedPickupDateAndTime/i, 'date'],
  [/dangerousGoods/i, 'options.dangerousGoods'],
];

/** Which of our fields a sentence of DHL speaks of. */
export function ourField(text: string): string | undefined {
  const party = PARTIES.find(([words]) => words.test(text));
  const field = FIELDS.find(([words]) => words.test(text));
  if (party && field) return `${party[1]}.${field[1]}`;
  for (const [words, ours] of OTHERS) {
    const found = words.exec(text);
    if (found) return found[1] === undefined ? ours : `${ours}.${found[1]}`;
  }
  return undefined;
}

/** "7008: words" as its parts. */
const numbered = (text: string): readonly [string | undefined, string] => {
  const found = /^\s*(\d{3,6}):\s*(.*)$/s.exec(text);
  return found ? [found[1], found[2] ?? ''] : [undefined, text];
};

const plainWords = (text: string): string =>
  text
    .replace(/[<>{}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** All sentences of a refusal, the leading one first. */
export function detailsOf(json: unknown): string[] {
  const body = readObject(json);
  const more = body.maybe('additionalDetails', (name) => {
    const value = body.raw(name);
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  });
  const detail = body.maybe('detail', (name) => body.string(name)) ?? body.maybe('title', (name) => body.string(name));
  const first = detail === undefined ? [] : [detail];
  // "Multiple problems found, see Additional Details" says nothing by itself.
  return more && more.length > 0 ? more : first;
}

/** What DHL ends a sentence with to find the call again: "criteria.(698e3ac317b35bdfa408c48fda991bf7)". */
const TRACE = /\([0-9a-f]{32}\)$/;

/** Every sentence once: the first is often the general one, and what follows says why. */
const sentences = (details: readonly string[]): string =>
  [...new Set(details.map((detail) => plainWords(numbered(detail)[1].trimEnd().replace(TRACE, '').trimEnd())))]
    .filter((words) => words !== '')
    .slice(0, 5)
    .map((words) => words.replace(/(?<![.\s])[.\s]*$/, '.'))
    .join(' ');

/** What DHL said, for the HTTP client. The kind is left to the status where the words do not tell. */
export function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const details = detailsOf(response.json());
  const [first] = details;
  if (first === undefined) return undefined;
  const [vendorCode] = numbered(first);
  const known = KINDS.find(([pattern]) => pattern.test(first));
  const said = sentences(details);
  return {
    // A fault of DHL itself stays one, whatever it says.
    kind: response.status >= 500 ? undefined : known?.[1],
    message:
      response.status === 401 || response.status === 403
        ? undefined
        : (known?.[2] ?? (said === '' ? undefined : `DHL Express: ${said}`)),
    vendorCode,
    vendorMessage: details.join(' '),
    field: details.map(ourField).find((field) => field !== undefined),
  };
}
