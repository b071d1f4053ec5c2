/**
 * UPS's OAuth: client credentials, and the authorisation code of a seller with refresh tokens that rotate. Basic header, form
 * body, answers in text, tokens of four hours by the simulator's clock.
 */
import { createCodeGrant, type IssuedAccess } from '@scanship/simulator-kit/code-grant';
import { createConsentPage } from '@scanship/simulator-kit/consent-page';
import {
  basicAuth,
  jsonAnswer,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';

const LIFETIME_SECONDS = 14_399;

export const errorAnswer = (status: number, code: string, message: string): SimAnswer =>
  jsonAnswer(status, { response: { errors: [{ code, message }] } });

/** The platform's application, and the account that says yes on the consent page. */
export const APPLICATION = { clientId: 'ups-platform-client', clientSecret: 'ups-platform-secret' } as const;
const CONSENTING = 'ups-alpha';
const REFRESH_SECONDS = 5_183_999;

export interface SignIn {
  readonly routes: readonly SimRoute[];
  /** The account of the bearer token. @throws SimRefusal 401 when it is missing, unknown or expired */
  accountOf(request: SimRequest, sim: SimContext): SimAccount;
}

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

/** Tokens of client credentials live in memory: a restarted simulator knows none, as UPS may. Consents are in the books. */
export function createSignIn(): SignIn {
  const tokens = createTokens(LIFETIME_SECONDS);
  const grant = createCodeGrant({
    codeSeconds: 120,
    accessSeconds: LIFETIME_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
    prefixes: { access: 'upsa_', refresh: 'upsr_' },
  });
  const common = (clientId: string, token: string, sim: SimContext) => ({
    token_type: 'Bearer',
    issued_at: String(sim.now().getTime()),
    client_id: clientId,
    access_token: token,
    expires_in: String(LIFETIME_SECONDS),
    refresh_count: '0',
    status: 'approved',
  });
  const issued = (access: IssuedAccess, sim: SimContext): SimAnswer =>
    jsonAnswer(200, {
      ...common(access.clientId, access.accessToken, sim),
      refresh_token: access.refreshToken,
      refresh_token_expires_in: String(REFRESH_SECONDS),
      refresh_token_status: 'approved',
      refresh_token_issued_at: String(sim.now().getTime()),
    });

  /** @returns the form, or the refusal of a call that is not one of the application's */
  const formOf = (request: SimRequest): URLSearchParams | SimAnswer => {
    if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
      return errorAnswer(400, '10400', 'Invalid/Missing Content-Type');
    return new URLSearchParams(request.text());
  };
  const isApplication = (request: SimRequest): boolean => {
    const basic = basicAuth(request);
    return basic?.user === APPLICATION.clientId && basic.password === APPLICATION.clientSecret;
  };

  const clientCredentials = (request: SimRequest, sim: SimContext): SimAnswer => {
    const basic = basicAuth(request);
    if (!basic) return errorAnswer(401, '10400', 'Invalid/Missing Authorization Header');
    const account = sim.accounts.find((a) => a.credentials['clientId'] === basic.user);
    if (!account) return errorAnswer(401, '10401', 'ClientId is Invalid');
    if (account.credentials['clientSecret'] !== basic.password)
      return errorAnswer(401, '10401', 'ClientSecret is Invalid');
    return jsonAnswer(200, common(basic.user, tokens.issue(account, sim), sim));
  };

  const token = (request: SimRequest, sim: SimContext): SimAnswer => {
    const form = formOf(request);
    if (!(form instanceof URLSearchParams)) return form;
    const type = form.get('grant_type');
    if (type === 'client_credentials') return clientCredentials(request, sim);
    if (type !== 'authorization_code') return errorAnswer(400, '10400', 'Invalid/Missing grant_type');
    if (!basicAuth(request)) return errorAnswer(401, '10400', 'Invalid/Missing Authorization Header');
    if (!isApplication(request)) return errorAnswer(401, '10401', 'ClientId is Invalid');
    if (!form.get('redirect_uri')) return errorAnswer(400, '10400', 'Invalid/Missing redirect_uri');
    return refusingGrant(() =>
      issued(
        grant.redeem({ code: form.get('code') ?? '', account: CONSENTING, clientId: APPLICATION.clientId }, sim),
        sim,
      ),
    );
  };

  const refresh = (request: SimRequest, sim: SimContext): SimAnswer => {
    const form = formOf(request);
    if (!(form instanceof URLSearchParams)) return form;
    if (form.get('grant_type') !== 'refresh_token') return errorAnswer(400, '10400', 'Invalid/Missing grant_type');
    if (!basicAuth(request)) return errorAnswer(401, '10400', 'Invalid/Missing Authorization Header');
    if (!isApplication(request)) return errorAnswer(401, '10401', 'ClientId is Invalid');
    const refreshToken = form.get('refresh_token');
    if (!refreshToken) return errorAnswer(400, '10400', 'Invalid/Missing refresh_token');
    return refusingGrant(() =>
      issued(grant.renew({ refreshToken, account: CONSENTING, clientId: APPLICATION.clientId }, sim), sim),
    );
  };

  const consent = (request: SimRequest, sim: SimContext): SimAnswer => {
    let code = '';
    const show = createConsentPage({
      platform: 'UPS',
      // Any web address, since a test may run on any port.
      apps: [{ clientId: APPLICATION.clientId, name: 'ScanShip', redirectUris: isWeb }],
      asks: ['It will rate, ship and track with the test account A1B2C3.'],
      issue: (_placeholder, app, redirectUri) => {
        code = grant.issueCode({ account: CONSENTING, clientId: app.clientId, scopes: [] }, redirectUri, sim);
      },
      finish: (target) => {
        if (target.searchParams.has('code')) target.searchParams.set('code', code);
      },
    });
    const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
    return show({ method: request.method, query: request.query, form });
  };
  const page = '/security/v1/oauth/authorize';

  return {
    routes: [
      { name: 'token', method: 'POST', path: '/security/v1/oauth/token', effect: 'auth', handle: token },
      { name: 'refresh', method: 'POST', path: '/security/v1/oauth/refresh', effect: 'auth', handle: refresh },
      { name: 'consent', method: 'GET', path: page, effect: 'auth', handle: consent },
      { name: 'consent-answer', method: 'POST', path: page, effect: 'auth', handle: consent },
    ],
    accountOf(request, sim) {
      const given = bearerOf(request);
      const known = tokens.holderOf(given, sim);
      if (known) return known;
      if (given?.startsWith('upsa_') === true) {
        const holder = refusedSignIn(() => grant.holderOf(given, CONSENTING, sim));
        const account = sim.accounts.find((a) => a.id === holder.account);
        if (account) return account;
      }
      throw new SimRefusal(401, '250002', 'Invalid Authentication Information.');
    },
  };
}

/** The kit's refusals in UPS's form. */
function refusingGrant(run: () => SimAnswer): SimAnswer {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return errorAnswer(401, '10400', error.message);
  }
}

function refusedSignIn<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    throw new SimRefusal(401, '250002', 'Invalid Authentication Information.');
  }
}
