/** Sign-in, the session and the signed-in person. */
import { getProfile, logout, refreshSession, signIn as signInCall } from '@scanship/contracts/auth';
import { sessionTokensOf } from '../../platform/http/app.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { HostDirectory } from '../tenants/index.ts';
import { readProfile } from './read-profile.ts';
import { rotateSession } from './refresh-session.ts';
import { endSession } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

export {
  endOneSession,
  endSessionsOf,
  openActingSession,
  parkSession,
  restoreSession,
} from './session-chain.ts';

export interface AuthModule {
  readonly routes: readonly Route[];
}

export const createAuthModule = (services: Services, deps: { readonly hosts: HostDirectory }): AuthModule => {
  const tokens = sessionTokensOf(services);
  const signIn = createSignIn(services, deps.hosts, tokens);
  return {
    routes: [
      route(signInCall, async ({ body, query, host, ip, userAgent }) => {
        const outcome = await signIn({ ...body, tenantId: query.tenantId, host, ip, userAgent });
        return outcome.ok ? data(outcome.value) : outcome;
      }),
      route(refreshSession, async ({ bearer }) => {
        const outcome = await rotateSession(services, tokens, bearer);
        return outcome.ok ? data(outcome.value) : outcome;
      }),
      route(logout, async ({ ctx }) => {
        await endSession(services.db, ctx, services.clock.now());
        return data({});
      }),
      route(getProfile, async ({ ctx }) => {
        const outcome = await readProfile(services.db, ctx);
        return outcome.ok ? data(outcome.value) : outcome;
      }),
    ],
  };
};
