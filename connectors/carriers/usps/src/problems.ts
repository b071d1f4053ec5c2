/** USPS's refusals: one error with details below it (ErrorMessage), or OAuth's own form. */
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';

export interface UspsError {
  readonly code: string | undefined;
  /** The most telling words: details before titles, titles before the general message. */
  readonly words: string;
  /** Names of the fields USPS blames ("packageDescription.weight"). */
  readonly sources: readonly string[];
}

/** USPS writes marks into its words ("Ground Advantage<SUP>&#174;</SUP>", "Informed Delivery<SUP>reg;</SUP>"). */
export const plainWords = (text: string): string =>
  text
    .replace(/<SUP>[^<>]{0,40}<\/SUP>|<[^<>]*>|&#?\w{1,31};/gi, '')
    .replace(/\s+/g, ' ')
    .trim();

const clean = (text: string): string => plainWords(text.replace(/[{}]/g, ' ')).replace(/[<>]/g, ' ').slice(0, 300);

const asSentence = (text: string): string => (text === '' ? '' : text.replace(/(?<![.\s])[.\s]*$/, '.'));

/** What an error answer says. @throws FieldProblem when it is no object */
export function errorOf(json: unknown): UspsError {
  const body = readObject(json);
  const description = body.maybe('error_description', (n) => body.string(n));
  if (description !== undefined)
    return { code: body.maybe('error', (n) => body.id(n)), words: clean(description), sources: [] };
  const error = body.maybe('error', (n) => body.object(n));
  if (!error) return { code: undefined, words: '', sources: [] };
  const sources: string[] = [];
  const details = error.list(
    'errors',
    (item) => {
      const source = item.maybe('source', (n) => item.object(n));
      const parameter = source?.maybe('parameter', (n) => source.string(n));
      if (parameter !== undefined) sources.push(parameter);
      const said = item.maybe('detail', (n) => item.string(n)) ?? item.maybe('title', (n) => item.string(n)) ?? '';
      return { said: clean(said), code: item.maybe('code', (n) => item.id(n)) };
    },
    { optional: true },
  );
  const said = details.map((d) => d.said).filter((text) => text !== '');
  const general = error.maybe('message', (n) => error.string(n)) ?? '';
  return {
    code: details.find((d) => d.code !== undefined)?.code ?? error.maybe('code', (n) => error.id(n)),
    words: said.length > 0 ? [...new Set(said)].map(asSentence).join(' ') : clean(general),
    sources,
  };
}

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^(to|from)Address\.?(ZIPCode|ZIPPlus4|postalCode)/, '$1.zipcode'],
  [/^(to|from)Address\.?(streetAddress)/, '$1.address1'],
  [/^(to|from)Address\.?(secondaryAddress)/, '$1.address2'],
  [/^(to|from)Address\.?(city)/, '$1.city'],
  [/^(to|from)Address\.?(state|province)/, '$1.provinceCode'],
  [/^(to|from)Address\.?(phone)/, '$1.phone'],
  [/^(to|from)Address/, '$1.address1'],
  [/originZIPCode/, 'from.zipcode'],
  [/destinationZIPCode|foreignPostalCode/, 'to.zipcode'],
  [/destinationCountryCode/, 'to.countryCode'],
  [/customsForm|AESITN|HSTariff/, 'customs'],
  [/packageValue/, 'options.insuredValue'],
  [/mailingDate|pickupDate/, 'shipDate'],
  [/weight|length|width|height|girth/i, 'parcels'],
];

/** Our field for one of USPS's, where it can be told. */
export function ourField(source: string): string | undefined {
  for (const [form, field] of FIELDS) {
    const [words] = form.exec(source) ?? [];
    if (words !== undefined) return words.replace(form, field);
  }
  return undefined;
}

/** Our key was used for other data: something was bought under it. */
const KEY_IN_USE = /idempotency/i;

/** @param declined what a refused question about our data means here; the status' own meaning when absent */
export const problemReader =
  (declined?: ProblemKind) =>
  (response: HttpResponse): VendorProblem | undefined => {
    if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
    const { code, words, sources } = errorOf(response.json());
    const own = response.status === 400 || response.status === 404 || response.status === 422 ? declined : undefined;
    return {
      kind: KEY_IN_USE.test(words) && response.status < 500 ? 'unknown-effect' : own,
      message: words === '' ? undefined : asSentence(`USPS: ${words}`),
      vendorCode: code,
      vendorMessage: words === '' ? undefined : words,
      field: sources.map(ourField).find((field) => field !== undefined),
    };
  };
