/** Signing in with a user's e-mail address and password, and access for a refresh token, which stays as it is. */
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import {
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { ABOUT } from './accounts.ts';
import { CLIENT } from './graphql-route.ts';

/** 28 days. */
export const ACCESS_SECONDS = 2_419_200;
const scope = 'openid profile offline_access';

const keys = z.strictObject({ username: z.string(), password: z.string() });
const renewal = z.strictObject({ refresh_token: z.string() });

function checked<T>(form: z.ZodType<T>, request: SimRequest): T {
  const given = form.safeParse(jsonBody(request));
  if (given.success) return given.data;
  throw new SimRefusal(400, 'invalid_request', 'Invalid request');
}

export function authRoutes(grant: CodeGrant): SimRoute[] {
  const refused = new SimRefusal(401, 'unauthorized', 'Unauthorized');
  const route = (
    name: string,
    path: string,
    handle: (request: SimRequest, context: SimContext) => ReturnType<typeof jsonAnswer>,
  ): SimRoute => ({
    name,
    method: 'POST',
    path,
    effect: 'auth',
    handle: refusing(handle, ({ status, message }) => jsonAnswer(status, { code: status, message })),
  });
  return [
    route('sign in', '/auth/token', (request, context) => {
      const { username, password } = checked(keys, request);
      const about = ABOUT.find((one) => one.email === username && one.password === password);
      if (!about) throw refused;
      const to = { account: about.id, clientId: CLIENT, scopes: [] };
      const issued = grant.redeem({ ...to, code: grant.issueCode(to, '', context) }, context);
      return jsonAnswer(200, {
        access_token: issued.accessToken,
        refresh_token: issued.refreshToken,
        expires_in: ACCESS_SECONDS,
        scope,
        token_type: 'Bearer',
      });
    }),
    route('renew access', '/auth/refresh', (request, context) => {
      const { refresh_token: refreshToken } = checked(renewal, request);
      for (const { id: account } of ABOUT) {
        try {
          const { accessToken } = grant.renew({ refreshToken, account, clientId: CLIENT }, context);
          return jsonAnswer(200, {
            access_token: accessToken,
            expires_in: ACCESS_SECONDS,
            scope,
            token_type: 'Bearer',
          });
        } catch (error) {
          // Not this account's.
          if (!(error instanceof SimRefusal)) throw error;
        }
      }
      throw refused;
    }),
  ];
}
