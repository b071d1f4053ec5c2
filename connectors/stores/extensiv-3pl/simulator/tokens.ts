/** Client credentials at `/AuthServer/api/Token`: tokens of an hour, beside which older ones stay good. */
import { randomBytes } from 'node:crypto';
import {
  basicAuth,
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { warehouses, type Shop } from './warehouses.ts';

const TOKEN_SECONDS = 3_600;

const grant = z.strictObject({
  grant_type: z.literal('client_credentials'),
  user_login: z.string().min(1),
  tpl: z.string().optional(),
});

export interface Tokens {
  readonly route: SimRoute;
  /** @throws SimRefusal 401 when the token is missing, unknown or ended, or the credentials were withdrawn */
  shopBehind(request: SimRequest, context: SimContext): Shop;
}

export function createTokens(): Tokens {
  const tokens = new Map<string, { readonly account: string; readonly at: number }>();
  return {
    shopBehind(request, context) {
      const value = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const token = tokens.get(value);
      const shop = token && warehouses.of(token.account, context);
      const ended = !token || token.at + TOKEN_SECONDS * 1_000 <= context.now().getTime();
      if (!shop || ended || shop.revoked)
        throw new SimRefusal(401, '', 'Authorization has been denied for this request.');
      return shop;
    },
    route: {
      name: 'token',
      method: 'POST',
      path: '/AuthServer/api/Token',
      effect: 'auth',
      handle: refusing(
        (request, context) => {
          const given = grant.safeParse(jsonBody(request));
          if (!given.success) throw new SimRefusal(400, '', 'unsupported_grant_type');
          const basic = basicAuth(request);
          const shop = warehouses
            .all(context)
            .find(({ about }) => about.clientId === basic?.user && about.clientSecret === basic.password);
          if (!shop || shop.revoked) throw new SimRefusal(401, '', 'invalid_client: client not registered');
          const { about } = shop;
          if (given.data.user_login !== about.userLogin || (about.tpl !== undefined && given.data.tpl !== about.tpl))
            throw new SimRefusal(401, '', 'invalid_client: user login or tpl not known');
          const value = `eyJ${randomBytes(30).toString('base64url')}`;
          tokens.set(value, { account: about.account, at: context.now().getTime() });
          context.books.append({
            kind: 'note',
            id: context.newId('token_'),
            account: about.account,
            data: { token: true },
          });
          return jsonAnswer(200, {
            access_token: value,
            token_type: 'Bearer',
            expires_in: TOKEN_SECONDS,
            refresh_token: null,
            scope: null,
          });
        },
        ({ status, message }) => jsonAnswer(status, { Message: message }),
      ),
    },
  };
}
