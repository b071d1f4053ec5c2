/** Sales agents of a franchise: who is one, and the links by which they bring customers. */
import { getAgentLink, renewAgentLink as renewCall } from '@scanship/contracts/network/agent-links';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import { readAgentLink, renewAgentLink } from './agent-links.ts';

export { referrerOf, tellReferral } from './agent-links.ts';
export { isAgent } from './is-agent.ts';

export const createAgentsModule = (
  { db, clock }: Services,
  { mail }: { readonly mail: Pick<MailModule, 'links'> },
): { readonly routes: readonly Route[] } => ({
  routes: [
    route(getAgentLink, async ({ ctx, origin }) =>
      data(await readAgentLink(db, ctx, await mail.links.of(ctx.tenantId, origin))),
    ),
    route(renewCall, async ({ ctx, origin }) => {
      const site = await mail.links.of(ctx.tenantId, origin);
      await renewAgentLink(db, ctx, clock.now());
      return data(await readAgentLink(db, ctx, site), { successMessage: 'Your link is ready.' });
    }),
  ],
});
