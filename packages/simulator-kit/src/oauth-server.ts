/** OAuth 2 client credentials (RFC 6749 section 4.4) with tokens that expire by the simulator's clock. */
import {
  basicAuth,
  jsonAnswer,
  SimRefusal,
  type SimAccount,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from './simulator.ts';
import { bearerOf, createTokens } from './tokens.ts';

export interface OAuthServer {
  readonly route: SimRoute;
  /** The account of the bearer token. @throws SimRefusal 401 when it is missing, unknown or expired. */
  readonly accountOf: (request: SimRequest, context: SimContext) => SimAccount;
}

/** Accounts carry `clientId` and `clientSecret`. */
export function createOAuthServer(options: { readonly path: string; readonly lifetimeSeconds: number }): OAuthServer {
  const tokens = createTokens(options.lifetimeSeconds);
  return {
    route: {
      name: 'token',
      method: 'POST',
      path: options.path,
      effect: 'auth',
      handle(request, context) {
        const form = new URLSearchParams(request.text());
        if (
          !/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '') ||
          form.get('grant_type') !== 'client_credentials'
        )
          return jsonAnswer(400, {
            error: 'unsupported_grant_type',
            error_description: 'grant_type must be client_credentials',
          });
        const basic = basicAuth(request);
        const id = basic?.user ?? form.get('client_id');
        const secret = basic?.password ?? form.get('client_secret');
        const account = context.accounts.find(
          (a) => a.credentials.clientId === id && a.credentials.clientSecret === secret,
        );
        if (!account)
          return jsonAnswer(401, { error: 'invalid_client', error_description: 'Client authentication failed' });
        const token = tokens.issue(account, context);
        return jsonAnswer(200, { access_token: token, token_type: 'Bearer', expires_in: options.lifetimeSeconds });
      },
    },
    accountOf(request, context) {
      const account = tokens.holderOf(bearerOf(request), context);
      if (!account) throw new SimRefusal(401, 'UNAUTHENTICATED', 'The access token is missing, unknown or expired.');
      return account;
    },
  };
}
