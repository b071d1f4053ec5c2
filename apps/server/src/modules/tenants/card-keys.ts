/** The card provider's public key, from the app registration `card/stripe` of the franchise or the operator. */
import { type CardKeys, getCardKeys } from '@scanship/contracts/money/card-keys';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { appRegistrationOf } from './app-registrations.ts';

const NONE: CardKeys = { publishableKey: '', mode: 'none' };

export const cardKeyRoutes = (services: Services): readonly Route[] => {
  const read = async (ctx: RequestContext): Promise<CardKeys> => {
    // Support may not see card keys, and the page it looks at must not fail over that.
    if (!ctx.rights.has('cards.manage') || ctx.actors.some(({ role }) => role === 'ROLE_SUPPORT')) return NONE;
    for (const mode of ['live', 'sandbox'] as const) {
      const app = await appRegistrationOf(services, ctx.tenantId, 'card', 'stripe', mode);
      if (app?.clientId) return { publishableKey: app.clientId, mode };
    }
    return NONE;
  };
  return [route(getCardKeys, async ({ ctx }) => data(await read(ctx)))];
};
