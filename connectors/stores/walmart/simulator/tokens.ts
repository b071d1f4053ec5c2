/** Client credentials at `/v3/token`: tokens of 15 minutes, beside which older ones stay good. */
import { randomBytes } from 'node:crypto';
import {
  basicAuth,
  jsonAnswer,
  refusing,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { refusal, refusalAnswer } from './refusals.ts';
import type { Seller, Sellers } from './sellers.ts';

export const TOKEN_SECONDS = 900;

export interface Tokens {
  readonly route: SimRoute;
  /** @throws SimRefusal 401 when the token is missing, unknown or expired, or the seller deleted the keys */
  sellerBehind(request: SimRequest, context: SimContext): Seller;
  issuedAt(request: SimRequest): number;
}

/** @param check refuses calls without the headers every call needs */
export function createTokens(sellers: Sellers, check: (request: SimRequest) => void): Tokens {
  const tokens = new Map<string, { readonly partnerId: string; readonly at: number }>();
  const given = (request: SimRequest): string => request.headers['wm_sec.access_token'] ?? '';
  return {
    issuedAt: (request) => tokens.get(given(request))?.at ?? 0,
    sellerBehind(request, context) {
      const token = tokens.get(given(request));
      const seller = token && sellers.of(token.partnerId, context);
      const ended = token === undefined || token.at + TOKEN_SECONDS * 1_000 <= context.now().getTime();
      if (!seller || ended || seller.keysGone)
        throw refusal(
          401,
          'UNAUTHORIZED.GMP_GATEWAY_API',
          'Unauthorized token or incorrect authorization header. Please verify correct format.',
          'UNAUTHORIZED',
        );
      return seller;
    },
    route: {
      name: 'token',
      method: 'POST',
      path: '/v3/token',
      effect: 'auth',
      handle: refusing(
        (request, context) => {
          check(request);
          const form = new URLSearchParams(request.text());
          const isForm = /^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '');
          if (!isForm || form.get('grant_type') !== 'client_credentials')
            throw refusal(400, 'INVALID_GRANT_TYPE.GMP_GATEWAY_API', 'grant_type is not valid', 'grant_type');
          const basic = basicAuth(request);
          const seller = sellers
            .all(context)
            .find(({ about }) => about.clientId === basic?.user && about.clientSecret === basic.password);
          if (!seller || seller.keysGone)
            throw refusal(
              401,
              'INVALID_CLIENT.GMP_GATEWAY_API',
              'Client ID or client secret is not valid',
              'UNAUTHORIZED',
            );
          const value = `eyJ${randomBytes(30).toString('base64url')}`;
          tokens.set(value, { partnerId: seller.about.partnerId, at: context.now().getTime() });
          context.books.append({
            kind: 'note',
            id: context.newId('token_'),
            account: seller.about.partnerId,
            data: { token: true },
          });
          return jsonAnswer(200, { access_token: value, token_type: 'Bearer', expires_in: TOKEN_SECONDS });
        },
        (refused) => refusalAnswer(refused),
      ),
    },
  };
}
