/** The operator's app registrations, and its carrier accounts lent to franchises. */
import {
  deleteApp as deleteAppCall,
  lendPlatformCarrier,
  listAppOffers,
  listApps as listAppsCall,
  listPlatformCarriers,
  listVendorInterfaces,
  type PlatformCarrier,
  putApp as putAppCall,
} from '@scanship/contracts/network/platform-apps';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import type { HostDirectory } from '../../platform/hosts.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type CarriersModule, lendingOf, lendToFranchises } from '../carriers/index.ts';
import {
  carrierOffers,
  labelsMissing,
  type OfferFacts,
  offerView,
  registrationErrors,
  storeOffers,
} from './app-offers.ts';
import { type AppKind, deleteApp, listApps, putApp } from './app-registrations.ts';
import { type InterfaceFacts, vendorInterfaces } from './vendor-interfaces.ts';

/** An installation without one public address tells of so many franchises' own. */
const MOST_ORIGINS = 50;

export interface OperatorDeskPorts {
  readonly carriers: Pick<CarriersModule, 'registry'>;
  readonly stores: { readonly manifests: readonly StoreManifest[] };
  /** Where a vendor's browsers and notices reach us. */
  readonly paths: Readonly<Record<OfferFacts['kind'], (slug: string) => OfferFacts['paths']>>;
  readonly hosts: Pick<HostDirectory, 'origins'>;
}

export const operatorDeskRoutes = (
  services: Services,
  { carriers, stores, paths, hosts }: OperatorDeskPorts,
): readonly Route[] => {
  const { db } = services;
  const offers: readonly OfferFacts[] = [
    ...storeOffers(stores.manifests, paths.store),
    ...carrierOffers(
      carriers.registry.all().map(({ manifest }) => manifest),
      paths.carrier,
    ),
  ];
  const offerOf = (kind: AppKind, slug: string): OfferFacts | undefined =>
    offers.find((offer) => offer.kind === kind && offer.slug === slug);
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
  const shown = async (owner: string, franchiseId: string | undefined, successMessage?: string) => {
    const stored = await listApps(services, owner);
    const registrations = stored.map((app) => {
      const offer = app.mode === 'simulator' ? undefined : offerOf(app.kind, app.slug);
      return { ...app, missing: offer ? labelsMissing(offer, app) : [] };
    });
    return data(
      { franchiseId: franchiseId ?? null, registrations },
      successMessage === undefined ? {} : { successMessage },
    );
  };

  /** Where vendors send browsers and notices for those who work with a registration: one place, or each franchise's own. */
  const originsOf = async (franchiseId: string | undefined): Promise<string[]> => {
    const { publicOrigin } = services.config;
    if (publicOrigin !== undefined) return [publicOrigin];
    const sites = franchiseId === undefined ? await franchiseIds() : [franchiseId];
    const found = await Promise.all(sites.map((site) => hosts.origins.of(site, undefined)));
    return [...new Set(found.flatMap((origin) => origin ?? []))];
  };
  const franchiseIds = async (): Promise<string[]> => {
    const rows = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select('id')
        .where('kind', '=', 'franchise')
        .where('state', '=', 'active')
        .orderBy('created_at')
        .limit(MOST_ORIGINS)
        .execute(),
    );
    return rows.map(({ id }) => id);
  };

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
    route(listAppOffers, async ({ ctx, query }) => {
      const owner = await ownerOf(ctx.tenantId, query.franchiseId);
      if (!owner.ok) return owner;
      const origins = await originsOf(query.franchiseId);
      return data({ offers: offers.map((offer) => offerView(offer, origins)) });
    }),
    route(putAppCall, async ({ ctx, params, query, body }) => {
      const owner = await ownerOf(ctx.tenantId, query.franchiseId);
      if (!owner.ok) return owner;
      const offer = offerOf(params.kind, params.slug);
      const errors = offer ? registrationErrors(offer, body) : [];
      if (errors.length > 0) return problem('validation', { errors });
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
