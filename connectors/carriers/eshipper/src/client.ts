/** The only file that makes calls: sign-in with user name and password, a token after that, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { path } from '@scanship/connector-kit/http/http-address';
import { excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const REFUSED: VendorProblem = {
  kind: 'not-authorised',
  message: `${NAME} did not accept the API user name and password of this account.`,
};
/** A token whose life is not stated. */
const SHORT_LIFE_S = 600;

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^packages\.packages\[?\.?(\d+)\]?/, 'parcels.$1'],
  [/\.attention$/, '.name'],
  [/\.company$/, '.companyName'],
  [/\.province$/, '.provinceCode'],
  [/\.zip$/, '.zipcode'],
  [/\.country$/, '.countryCode'],
  [/\.weight(Unit)?$/, '.weightGrams'],
  [/\.(length|width|height|dimensionUnit)$/, '.dimensions'],
  [/^customsInformation\.items\.item\[?\.?(\d+)\]?/, 'customs.items.$1'],
  [/\.hsnCode$/, '.hsCode'],
  [/\.unitPrice$/, '.unitValue'],
  [/^customsInformation\b.*$/, 'customs'],
  [/^scheduledShipDate$/, 'shipDate'],
  [/^serviceId$/, 'service'],
];
const OURS = /^(from|to|parcels|customs|shipDate|service)\b/;

/** Our field of theirs; undefined where it is none of ours. */
export function ourField(theirs: string): string | undefined {
  const field = FIELDS.reduce((text, [form, ours]) => text.replace(form, ours), theirs);
  return OURS.test(field) ? field : undefined;
}

const words = (text: string): string =>
  excerpt(text)
    .replaceAll(/[<>{}]/g, '')
    .replace(/(?<![.\s])[.\s]*$/, '');

/** `{ code, message, fieldErrors: [{ field, message }], thirdPartyMessage }` */
export function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403) return REFUSED;
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  const said = ['message', 'thirdPartyMessage']
    .map((name) => body.maybe(name, (n) => body.string(n)))
    .filter((text) => text !== undefined);
  const [field] = body.has('fieldErrors')
    ? body.list('fieldErrors', (f) => ({ field: f.string('field'), message: f.string('message') }))
    : [];
  const all = [...said, ...(field ? [`${field.field}: ${field.message}`] : [])];
  if (all.length === 0) return undefined;
  const vendorCode = body.maybe('code', (n) => body.string(n, /^[\w.-]{1,80}$/));
  return {
    ...(vendorCode === 'ERR_SHIPMENT_NOT_FOUND' ? { kind: 'refused' } : {}),
    message: `${NAME}: ${words(all.join(', '))}.`,
    vendorMessage: excerpt(all.join(', ')),
    vendorCode,
    field: field && ourField(field.field),
  };
}

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { principal = '', credential = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: '/api/v2/authenticate',
    name: 'sign in',
    readOnly: true,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ principal, credential }),
    readProblem: (r) => (r.status >= 400 && r.status < 404 ? REFUSED : undefined),
  });
  const body = readObject(response.json());
  const lives = body.maybe('expires_in', (n) => body.integer(n, 1)) ?? SHORT_LIFE_S;
  return {
    value: body.string('token', /^[\x21-\x7e]{10,5000}$/),
    expiresAt: new Date(env.now().getTime() + lives * 1000),
  };
}

export const signedIn = (env: CarrierEnv): Promise<string> => env.tokens.get('access', () => signIn(env));

export interface EshipperCall extends Omit<HttpRequest, 'body' | 'headers' | 'readProblem' | 'path'> {
  /** Below "/api/v2". */
  readonly path: string;
  readonly json?: unknown;
}

export function exchange(env: CarrierEnv, one: EshipperCall): Promise<HttpResponse> {
  const { json, ...rest } = one;
  return withToken(
    env,
    'access',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        path: `/api/v2${one.path}`,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: json === undefined ? undefined : JSON.stringify(json),
        readProblem,
      }),
  );
}

export const ID = /^\d{4,20}$/;

/** A shipment by the number of its order. */
export const shipmentOf = async (env: CarrierEnv, id: string, name: string): Promise<ObjectReader> =>
  readObject((await exchange(env, { method: 'GET', path: path`/ship/${id}`, name })).json());
