/** The only file that makes calls: Basic sign-in, versioned media types, `messages` documents for refusals. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { buildXml, parseXml, type XmlTree } from '@scanship/connector-kit/xml/xml';
import { manifest } from './manifest.ts';
import { TYPES, type MessageType } from './vendor.ts';

const ARRAYS = ['messages.message', '*.quotes.quote', '*.lines.line', '*.links.link', '*.events.event'];

const WORDS: Readonly<Record<string, { kind: ProblemKind; message: string }>> = {
  '401': {
    kind: 'not-authorised',
    message: `${manifest.name} did not accept the user, password or customer number of this account.`,
  },
  '7292': { kind: 'invalid-input', message: `${manifest.name} needs customs information for this destination.` },
  '9111': { kind: 'refused', message: `${manifest.name} does not offer this service for this shipment.` },
  '8064': { kind: 'refused', message: 'This shipment has already been voided.' },
  '8065': { kind: 'refused', message: 'This shipment was already handed over and can no longer be voided.' },
  '404': { kind: 'refused', message: `${manifest.name} does not know this shipment.` },
};

const OUR_FIELDS: readonly [RegExp, string][] = [
  [/^sender\b/, 'from'],
  [/^destination\b/, 'to'],
  [/^parcel\b/, 'parcels.0'],
  [/\bpostal-code$/, 'zipcode'],
  [/\bprovince$/, 'provinceCode'],
  [/\bcountry-code$/, 'countryCode'],
  [/\bweight$/, 'weightGrams'],
  [/\b(length|width|height)$/, 'dimensions'],
];

const parse = (response: HttpResponse): ObjectReader =>
  readObject(parseXml(response.text(), { vendor: manifest.name, arrays: ARRAYS }));

function readProblem(response: HttpResponse): VendorProblem {
  const [first] = parse(response)
    .object('messages')
    .strictList('message', (m) => ({
      code: m.string('code', /^\d{3,5}$/),
      text: m.string('description'),
      field: m.maybe('field', (n) => m.string(n)),
    }));
  if (!first) return {};
  const known = WORDS[first.code];
  return {
    kind: known?.kind,
    message: known?.message ?? `${manifest.name}: ${first.text.replace(/\.?$/, '.')}`,
    vendorCode: first.code,
    vendorMessage: first.text,
    field:
      first.field === undefined ? undefined : OUR_FIELDS.reduce((f, [from, to]) => f.replace(from, to), first.field),
  };
}

type Call = Omit<HttpRequest, 'body' | 'headers' | 'readProblem'> & {
  readonly mediaType: string;
  readonly content?: { readonly type: MessageType; readonly tree: XmlTree } | undefined;
};

function send(env: CarrierEnv, { mediaType, content, ...request }: Call): Promise<HttpResponse> {
  const { user = '', password = '' } = env.credentials;
  const type: Readonly<Record<string, string>> = content === undefined ? {} : { 'content-type': TYPES[content.type] };
  return env.http.send({
    ...request,
    headers: {
      accept: mediaType,
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'accept-language': 'en-CA',
      ...type,
    },
    body: content === undefined ? undefined : buildXml(content.tree),
    readProblem,
  });
}

/** A call whose answer is a message of the same type; answers the reader above its root element. */
export async function call(
  env: CarrierEnv,
  request: Omit<HttpRequest, 'body' | 'headers'> & { readonly type: MessageType; readonly tree?: XmlTree | undefined },
): Promise<ObjectReader> {
  const { type, tree, ...rest } = request;
  return parse(
    await send(env, { ...rest, mediaType: TYPES[type], content: tree === undefined ? undefined : { type, tree } }),
  );
}

/** A file behind a link of the vendor. */
export const fetchFile = (env: CarrierEnv, link: string, mediaType: string): Promise<HttpResponse> =>
  send(env, { method: 'GET', path: link, name: 'fetch label', mediaType });

export const customerOf = (env: CarrierEnv): string => env.credentials.customer ?? '';
