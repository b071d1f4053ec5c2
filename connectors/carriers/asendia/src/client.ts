/** The only file that makes calls: sign-in with user name and password, a token after that, refusals in words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const REFUSED: VendorProblem = {
  kind: 'not-authorised',
  message: `${NAME} did not accept the user name and password of this account.`,
};
/** The token does not say how long it lives; Asendia issues it for 24 hours. */
const LIFE_MS = 23 * 3_600_000;

/** Which of our fields Asendia's is; the first form that fits counts. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/customsInfo\.items\[?(\d+)/i, 'customs.items.$1'],
  [/customsInfo|customs/i, 'customs'],
  [/receiver\.?(postalCode|zip)/i, 'to.zipcode'],
  [/receiver\.?city/i, 'to.city'],
  [/receiver\.?province/i, 'to.provinceCode'],
  [/receiver\.?country/i, 'to.countryCode'],
  [/receiver\.?address1/i, 'to.address1'],
  [/receiver\.?phone|receiver\.?mobile/i, 'to.phone'],
  [/receiver\.?email/i, 'to.email'],
  [/receiver\.?name/i, 'to.name'],
  [/sender\.?(postalCode|zip)/i, 'from.zipcode'],
  [/sender\.?address1/i, 'from.address1'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/format/i, 'parcels.0.dimensions'],
  [/insurance/i, 'options.insuredValue'],
  [/options/i, 'options'],
  [/product|service/i, 'service'],
];

/** Our field of theirs; undefined where it is none of ours. */
export function ourField(theirs: string): string | undefined {
  for (const [form, ours] of FIELDS) {
    const found = form.exec(theirs);
    if (found) return ours.replace('$1', found[1] ?? '');
  }
  return undefined;
}

/** Their words as a sentence. */
export const sentence = (words: string): string => `${NAME}: ${asSentence(words)}`;

/** `{ title, status, detail, message, fieldErrors: [{ field, message }] }` (RFC 7807), on manifests with `errorMessage`. */
export function readProblem(response: HttpResponse): VendorProblem | undefined {
  if (response.status === 401 || response.status === 403) return REFUSED;
  if (!/json/.test(response.headers['content-type'] ?? '')) return undefined;
  const body = readObject(response.json());
  const [field] = body.has('fieldErrors')
    ? body.list('fieldErrors', (f) => ({ field: f.string('field'), message: f.string('message') }))
    : [];
  const said = ['errorMessage', 'detail', 'title']
    .map((name) => body.maybe(name, (n) => body.string(n)))
    .find((text) => text !== undefined);
  const words = field ? `${field.field}: ${field.message}` : said;
  if (words === undefined) return undefined;
  return {
    message: sentence(words),
    vendorMessage: excerpt(words),
    vendorCode: body.maybe('message', (n) => body.string(n, /^[\w.-]{1,80}$/)),
    field: field && ourField(field.field),
  };
}

function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { username = '', password = '' } = env.credentials;
  return fetchToken(
    env,
    {
      path: '/api/authenticate',
      json: { username, password },
      readProblem: (r) => (r.status >= 400 && r.status < 404 ? REFUSED : undefined),
    },
    (answer) => ({ value: answer.string('id_token', /^[\x21-\x7e]{10,5000}$/), lifeMs: LIFE_MS }),
  );
}

export interface AsendiaCall extends VendorCall {
  /** What the answer is wanted as; JSON when absent. */
  readonly accepts?: string | undefined;
}

/** A call below "/api". */
export function exchange(
  env: CarrierEnv,
  { accepts = 'application/json', ...one }: AsendiaCall,
): Promise<HttpResponse> {
  return withToken(
    env,
    'access',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...one,
        path: `/api${one.path}`,
        headers: { accept: accepts, authorization: `Bearer ${token}` },
        readProblem,
      }),
  );
}

/** Of parcels and manifests. */
export const ID = /^[0-9a-zA-Z-]{8,60}$/;

export const customerOf = (env: CarrierEnv): string => env.credentials['customerId'] ?? '';
