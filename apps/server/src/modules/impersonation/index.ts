/** Acting as somebody below, and going back. */
import { impersonate as impersonateCall, revert as revertCall } from '@scanship/contracts/access/impersonation';
import { sessionTokensOf } from '../../platform/http/app.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { impersonate } from './impersonate.ts';
import { revert } from './revert.ts';

export { mayActAs } from './impersonate.ts';

export const createImpersonationModule = (services: Services): { readonly routes: readonly Route[] } => {
  const deps = { ...services, tokens: sessionTokensOf(services) };
  return {
    routes: [
      route(impersonateCall, async ({ ctx, query, body, ip, userAgent }) => {
        const { reason, franchiseId } = body;
        const done = await impersonate(deps, ctx, { userName: query.username, reason, franchiseId, ip, userAgent });
        if (!done.ok) return done;
        return data({
          ignored: done.value === undefined,
          tokens: done.value ? { ...done.value.tokens } : null,
          history: done.value?.history ?? null,
        });
      }),
      route(revertCall, async ({ ctx, body }) => {
        const done = await revert(deps, ctx, body.to);
        if (!done.ok) return done;
        const { loggedOut, tokens, history } = done.value;
        return data({ loggedOut, tokens: tokens ? { ...tokens } : null, history });
      }),
    ],
  };
};
