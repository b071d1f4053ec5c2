/** The only file that makes calls: Basic sign-in, versioned media types, `messages` documents for refusals. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { buildXml, parseXml, type XmlTree } from '@scanship/connector-kit/xml/xml';
import { manifest } from './manifest.ts';
import { meaningOf } from './refusals.ts';
import { LISTS, MESSAGES, type MessageKind } from './vendor.ts';

export type Language = 'en' | 'fr';

/** The document above its root element. */
export const parse = (response: HttpResponse): ObjectReader =>
  readObject(parseXml(response.text(), { vendor: manifest.name, arrays: LISTS }));

/** Several things wrong are all told; the first one decides what kind of problem it is. */
function readProblem(response: HttpResponse): VendorProblem {
  const [first, ...more] = parse(response)
    .object('messages')
    .list('message', (m) => meaningOf(m.string('code', /^[\w.-]{1,32}$/), m.string('description')));
  if (!first || more.length === 0) return first ?? {};
  const told = [first, ...more].flatMap(({ message }) => (message === undefined ? [] : [message]));
  return { ...first, message: [...new Set(told)].join(' ') };
}

type Call = Omit<HttpRequest, 'body' | 'headers' | 'readProblem'> & {
  /** Exactly what is expected back. */
  readonly answerType: string;
  readonly language?: Language | undefined;
  readonly content?: { readonly kind: MessageKind; readonly root: string; readonly tree: XmlTree } | undefined;
};

function send(env: CarrierEnv, { answerType, language, content, ...request }: Call): Promise<HttpResponse> {
  const { user = '', password = '' } = env.credentials;
  const platformId = env.app?.platformId ?? env.credentials.platformId;
  const platform: Readonly<Record<string, string>> =
    platformId === undefined || platformId === '' ? {} : { 'platform-id': platformId };
  const type: Readonly<Record<string, string>> =
    content === undefined ? {} : { 'content-type': MESSAGES[content.kind].type };
  return env.http.send({
    ...request,
    headers: {
      accept: answerType,
      authorization: `Basic ${Buffer.from(`${user.trim()}:${password.trim()}`).toString('base64')}`,
      'accept-language': language === 'fr' ? 'fr-CA' : 'en-CA',
      // A platform names itself where it works for a merchant who signed up through it.
      ...platform,
      ...type,
    },
    body:
      content === undefined
        ? undefined
        : buildXml({ [content.root]: { '@xmlns': MESSAGES[content.kind].namespace, ...content.tree } }),
    readProblem,
  });
}

/** A question or order whose answer is a message of the given kind. Answers the raw response, since statuses differ. */
export const exchange = (
  env: CarrierEnv,
  kind: MessageKind,
  request: Omit<HttpRequest, 'body' | 'headers' | 'readProblem'> & {
    readonly language?: Language | undefined;
    readonly content?: { readonly root: string; readonly tree: XmlTree } | undefined;
  },
): Promise<HttpResponse> => {
  const { content, ...rest } = request;
  return send(env, {
    ...rest,
    answerType: MESSAGES[kind].type,
    content: content === undefined ? undefined : { kind, ...content },
  });
};

/** A file behind a link of the vendor. */
export const fetchFile = (env: CarrierEnv, name: string, link: string, mediaType: string): Promise<HttpResponse> =>
  send(env, { method: 'GET', path: link, name, answerType: mediaType });
