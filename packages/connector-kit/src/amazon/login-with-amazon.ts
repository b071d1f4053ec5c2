/** Login with Amazon: codes and refresh tokens become access tokens, for stores and carriers alike. */
import type { ConnectorMode } from '../environment.ts';
import type { Http, HttpResponse, VendorProblem } from '../http/http.ts';
import { readObject } from '../answers/json-reader.ts';

const TOKENS = 'https://api.amazon.com';

/** Said when Amazon refuses our application and when it refuses the grant. */
export interface LoginWords {
  readonly wrongApp: string;
  readonly grantEnded: string;
}

export interface AmazonAccess {
  readonly accessToken: string;
  readonly expiresAt: Date;
  /** Handed out with a code; it stays good when it is used. */
  readonly refreshToken?: string | undefined;
}

const readRefusal =
  (say: LoginWords) =>
  (response: HttpResponse): VendorProblem | undefined => {
    if (response.status === 429) return { kind: 'quota', retryAfterMs: 1_000 };
    if (![400, 401, 403].includes(response.status)) return undefined;
    const problem: VendorProblem = { kind: 'not-authorised', message: say.grantEnded };
    if (!/json/.test(response.headers['content-type'] ?? '')) return problem;
    const body = readObject(response.json());
    const vendorCode = body.maybe('error', (n) => body.string(n));
    return {
      ...problem,
      ...(vendorCode === 'invalid_client' && { message: say.wrongApp }),
      vendorCode,
      vendorMessage: body.maybe('error_description', (n) => body.string(n)),
    };
  };

/**
 * One question to the token endpoint.
 * @param form grant type and what it needs; the application's keys are added
 * @throws ConnectorError `not-authorised` with one of `say`
 */
export async function loginWithAmazon(
  name: string,
  form: Readonly<Record<string, string>>,
  app: Readonly<Record<string, string>>,
  env: { readonly http: Http; readonly mode: ConnectorMode; now(): Date },
  say: LoginWords,
): Promise<AmazonAccess> {
  const response = await env.http.send({
    method: 'POST',
    path: `${env.mode === 'simulator' ? '' : TOKENS}/auth/o2/token`,
    name,
    // A lost answer is asked for again: the refresh token stays good, and a used code fails the second time.
    readOnly: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      ...form,
      client_id: app['clientId'] ?? '',
      client_secret: app['clientSecret'] ?? '',
    }).toString(),
    readProblem: readRefusal(say),
  });
  const answer = readObject(response.json());
  const seconds = answer.integer('expires_in', 1);
  return {
    accessToken: answer.string('access_token', /^\S+$/),
    expiresAt: new Date(env.now().getTime() + seconds * 1000),
    ...(answer.has('refresh_token') && { refreshToken: answer.string('refresh_token', /^\S+$/) }),
  };
}
