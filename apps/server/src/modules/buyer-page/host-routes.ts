/** Calls of a seller's own host for pages of buyers. */
import { getBuyerHost, putBuyerHost, removeBuyerHost, verifyBuyerHost } from '@scanship/contracts/stores/buyer-page';
import type { RequestContext } from '../../platform/context.ts';
import type { Dns } from '../../platform/dns.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import {
  putBuyerHost as putHost,
  readBuyerHost,
  removeBuyerHost as removeHost,
  verifyBuyerHost as verifyHost,
} from '../tenants/index.ts';
import { type HostMail, tellWhoLoses } from './tell-host.ts';

export function buyerHostRoutes(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  {
    hosts,
    dns,
    mail,
  }: { readonly hosts: Pick<HostDirectory, 'forget' | 'origins'>; readonly dns: Dns; readonly mail: HostMail },
): readonly Route[] {
  const { db, clock, config } = services;
  const deps = { db, clock, config, dns, loses: tellWhoLoses({ db, clock, mail }) };

  async function view({ tenantId, realmId }: RequestContext, successMessage?: string) {
    const origin = await hosts.origins.forBuyers({ tenantId, franchiseId: realmId });
    return data(await readBuyerHost(deps, tenantId, origin), successMessage === undefined ? {} : { successMessage });
  }
  const answer = (ctx: RequestContext, done: Outcome<void>, successMessage?: string) => {
    hosts.forget();
    return done.ok ? view(ctx, successMessage) : done;
  };

  return [
    route(getBuyerHost, ({ ctx }) => view(ctx)),
    route(putBuyerHost, async ({ ctx, body }) => answer(ctx, await putHost(deps, ctx.tenantId, body), 'Host saved.')),
    route(verifyBuyerHost, async ({ ctx }) =>
      answer(ctx, await verifyHost(deps, ctx.tenantId), 'The host was looked up.'),
    ),
    route(removeBuyerHost, async ({ ctx }) => {
      await removeHost(deps, ctx.tenantId);
      return answer(ctx, { ok: true, value: undefined }, 'The tracking page is on the host of your provider again.');
    }),
  ];
}
