/** The only file that makes calls: sign-in with user name and password, a token after that, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { path } from '@scanship/connector-kit/http/http-address';
import { excerpt, asSentence } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
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
    message: `${NAME}: ${asSentence(all.join(', '))}`,
    vendorMessage: excerpt(all.join(', ')),
    vendorCode,
    field: field && ourField(field.field),
  };
}

function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { principal = '', credential = '' } = env.credentials;
  return fetchToken(
    env,
    {
      path: '/api/v2/authenticate',
      json: { principal, credential },
      readProblem: (r) => (r.status >= 400 && r.status < 404 ? REFUSED : undefined),
    },
    (answer) => ({
      value: answer.string('token', /^[\x21-\x7e]{10,5000}$/),
      lifeMs: (answer.maybe('expires_in', (n) => answer.integer(n, 1)) ?? SHORT_LIFE_S) * 1000,
    }),
  );
}

export const signedIn = (env: CarrierEnv): Promise<string> => env.tokens.get('access', () => signIn(env));

/** A call below "/api/v2". */
export function exchange(env: CarrierEnv, one: VendorCall): Promise<HttpResponse> {
  return withToken(
    env,
    'access',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...one,
        path: `/api/v2${one.path}`,
        headers: { authorization: `Bearer ${token}` },
        readProblem,
      }),
  );
}

export const ID = /^\d{4,20}$/;

/** A shipment by the number of its order. */
export const shipmentOf = async (env: CarrierEnv, id: string, name: string): Promise<ObjectReader> =>
  readObject((await exchange(env, { method: 'GET', path: path`/ship/${id}`, name })).json());
