/** UPS's OAuth (client credentials): Basic header, form body, answers in text, tokens of four hours by the stand-in's clock. */
import { randomBytes } from 'node:crypto';
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

const LIFETIME_SECONDS = 14_399;

export const errorAnswer = (status: number, code: string, message: string): SimAnswer =>
  jsonAnswer(status, { response: { errors: [{ code, message }] } });

export interface SignIn {
  readonly route: SimRoute;
  /** The account of the bearer token. @throws SimRefusal 401 when it is missing, unknown or expired */
  accountOf(request: SimRequest, sim: SimContext): SimAccount;
}

/** Tokens live in memory: a restarted stand-in knows none, as UPS may. */
export function createSignIn(): SignIn {
  const tokens = new Map<string, { readonly account: SimAccount; readonly until: number }>();
  return {
    route: {
      name: 'token',
      method: 'POST',
      path: '/security/v1/oauth/token',
      effect: 'auth',
      handle(request, sim) {
        if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
          return errorAnswer(400, '10400', 'Invalid/Missing Content-Type');
        if (new URLSearchParams(request.text()).get('grant_type') !== 'client_credentials')
          return errorAnswer(400, '10400', 'Invalid/Missing grant_type');
        const basic = basicAuth(request);
        if (!basic) return errorAnswer(401, '10400', 'Invalid/Missing Authorization Header');
        const account = sim.accounts.find((a) => a.credentials['clientId'] === basic.user);
        if (!account) return errorAnswer(401, '10401', 'ClientId is Invalid');
        if (account.credentials['clientSecret'] !== basic.password)
          return errorAnswer(401, '10401', 'ClientSecret is Invalid');
        const token = randomBytes(24).toString('base64url');
        tokens.set(token, { account, until: sim.now().getTime() + LIFETIME_SECONDS * 1000 });
        return jsonAnswer(200, {
          token_type: 'Bearer',
          issued_at: String(sim.now().getTime()),
          client_id: basic.user,
          access_token: token,
          expires_in: String(LIFETIME_SECONDS),
          refresh_count: '0',
          status: 'approved',
        });
      },
    },
    accountOf(request, sim) {
      const token = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
      const known = token === undefined ? undefined : tokens.get(token);
      if (!known || known.until <= sim.now().getTime())
        throw new SimRefusal(401, '250002', 'Invalid Authentication Information.');
      return known.account;
    },
  };
}
