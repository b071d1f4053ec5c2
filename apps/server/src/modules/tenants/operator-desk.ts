/** The operator's app registrations, and its carrier accounts lent to franchises. */
import {
  deleteApp as deleteAppCall,
  lendPlatformCarrier,
  listApps as listAppsCall,
  listPlatformCarriers,
  listVendorInterfaces,
  type PlatformCarrier,
  putApp as putAppCall,
} from '@scanship/contracts/network/platform-apps';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type CarriersModule, lendingOf, lendToFranchises } from '../carriers/index.ts';
import { deleteApp, listApps, putApp } from './app-registrations.ts';
import { type InterfaceFacts, vendorInterfaces } from './vendor-interfaces.ts';

export const operatorDeskRoutes = (
  services: Services,
  carriers: Pick<CarriersModule, 'registry'>,
  stores: { readonly manifests: readonly StoreManifest[] },
): readonly Route[] => {
  const { db } = services;
  const interfaces: readonly InterfaceFacts[] = [
    ...carriers.registry
      .all()
      .filter(({ sample, manifest }) => !sample && manifest.maturity !== 'own')
      .map(({ manifest }) => ({ kind: 'carrier' as const, code: manifest.slug, ...manifest })),
    ...stores.manifests.map((manifest) => ({ kind: 'store' as const, ...manifest })),
  ];

  /** Whose registrations are meant: the operator's own, or those of a franchise there is. */
  const ownerOf = async (platformId: string, franchiseId: string | undefined): Promise<Outcome<string>> => {
    if (franchiseId === undefined) return { ok: true, value: platformId };
    const found = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', franchiseId)
        .where('kind', '=', 'franchise')
        .where('state', '<>', 'closed')
        .executeTakeFirst(),
    );
    return found ? { ok: true, value: found.id } : problem('not_found');
  };
  const shown = async (owner: string, franchiseId: string | undefined, successMessage?: string) =>
    data(
      { franchiseId: franchiseId ?? null, registrations: await listApps(services, owner) },
      successMessage === undefined ? {} : { successMessage },
    );

  const platformCarriers = async (platformId: string): Promise<PlatformCarrier[]> => {
    const accounts = await db.tenant({ tenantId: platformId }, (tx) =>
      tx
        .selectFrom('carrier_accounts')
        .select(['id', 'slug', 'name', 'mode', 'state'])
        .where('tenant_id', '=', platformId)
        .where('state', '<>', 'removed')
        .orderBy('created_at')
        .execute(),
    );
    const lent = await lendingOf(db, platformId);
    return accounts.map((account) => ({
      id: account.id,
      carrier: account.slug,
      carrierName: carriers.registry.find(account.slug)?.manifest.name ?? account.slug,
      name: account.name,
      mode: account.mode,
      state: account.state,
      lentTo: (lent.get(account.id) ?? []).map((each) => ({ ...each })),
    }));
  };

  return [
    route(listAppsCall, async ({ ctx, query }) => {
      const owner = await ownerOf(ctx.tenantId, query.franchiseId);
      return owner.ok ? shown(owner.value, query.franchiseId) : owner;
    }),
    route(putAppCall, async ({ ctx, params, query, body }) => {
      const owner = await ownerOf(ctx.tenantId, query.franchiseId);
      if (!owner.ok) return owner;
      const put = await putApp(services, owner.value, { ...params, ...body });
      return put.ok ? shown(owner.value, query.franchiseId, 'Registration saved.') : put;
    }),
    route(deleteAppCall, async ({ ctx, params, query }) => {
      const owner = await ownerOf(ctx.tenantId, query.franchiseId);
      if (!owner.ok) return owner;
      const deleted = await deleteApp(services, owner.value, params);
      return deleted.ok ? shown(owner.value, query.franchiseId, 'Registration removed.') : deleted;
    }),
    route(listVendorInterfaces, async () => data({ interfaces: vendorInterfaces(interfaces, services.clock.now()) })),
    route(listPlatformCarriers, async ({ ctx }) => data({ carriers: await platformCarriers(ctx.tenantId) })),
    route(lendPlatformCarrier, async ({ ctx, params, body }) => {
      const account = (await platformCarriers(ctx.tenantId)).find(({ id }) => id === params.id);
      if (!account) return problem('not_found');
      for (const franchiseId of body.franchiseIds) {
        const franchise = await ownerOf(ctx.tenantId, franchiseId);
        if (!franchise.ok)
          return problem('validation', {
            errors: [
              { field: 'franchiseIds', code: 'unknown', message: 'One of these franchises does not exist (any more).' },
            ],
          });
      }
      await lendToFranchises(db, ctx.tenantId, params.id, body.franchiseIds);
      return data({ carriers: await platformCarriers(ctx.tenantId) }, { successMessage: 'Lending saved.' });
    }),
  ];
};
