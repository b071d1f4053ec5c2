/** Services as the carrier lists them, accounts by signing in, health and traces. */
import * as calls from '@scanship/contracts/carriers/carriers';
import { findCarrierCalls, findSupportedCalls, getCarrierHealth } from '@scanship/contracts/carriers/carrier-health';
import type { Address } from '@scanship/domain/addresses/address';
import type { RequestContext } from '../../platform/context.ts';
import { type ConsentBrowsers, UNPROVED } from '../../platform/http/consent-browser.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import { findCalls } from './health/find-calls.ts';
import { type HealthDeps, readCarrierHealth } from './health/read-health.ts';
import { beginOnboarding, completeOnboarding, type OnboardingDeps } from './onboarding/onboarding.ts';
import { type DiscoverDeps, discoverServices, readListed } from './services/discover.ts';

type Deps = DiscoverDeps &
  OnboardingDeps &
  HealthDeps & {
    readonly hosts: HostDirectory;
    readonly browsers: ConsentBrowsers;
    readonly viewOf: (ctx: RequestContext, accountId: string) => Promise<Outcome<calls.CarrierAccount>>;
  };

export function moreCarrierRoutes(deps: Deps): readonly Route[] {
  const { db, registry, viewOf } = deps;

  /** The services of an account the caller ships with, and the account itself. */
  async function servicesOf(ctx: RequestContext, accountId: string) {
    const view = await viewOf(ctx, accountId);
    if (!view.ok) return view;
    const account = view.value;
    const owner = await ownerOf(ctx, accountId);
    const { askedAt } = await readListed(db, owner ?? ctx.tenantId, accountId);
    const manifest = registry.find(account.carrier)?.manifest;
    return {
      ok: true as const,
      value: {
        account,
        services: account.services,
        canAsk: !account.lent && manifest?.capabilities.discoverServices === true,
        askedAt: askedAt?.toISOString() ?? null,
      },
    };
  }
  const ownerOf = async (ctx: RequestContext, accountId: string): Promise<string | undefined> => {
    const grant = await db.tenant({ tenantId: ctx.tenantId }, (tx) =>
      tx
        .selectFrom('account_grants')
        .select('owner_tenant_id')
        .where('account_id', '=', accountId)
        .where('valid_to', 'is', null)
        .executeTakeFirst(),
    );
    return grant?.owner_tenant_id;
  };

  return [
    route(getCarrierHealth, async ({ ctx }) => data(await readCarrierHealth(deps, ctx))),
    route(findCarrierCalls, async ({ ctx, params }) => foundCalls(await findCalls(deps, ctx, params.reference, 'own'))),
    route(findSupportedCalls, async ({ ctx, params }) =>
      foundCalls(await findCalls(deps, ctx, params.reference, 'lent')),
    ),

    route(calls.listServices, async ({ ctx, params }) => {
      const found = await servicesOf(ctx, params.id);
      if (!found.ok) return found;
      const { account: _, ...services } = found.value;
      return data(services);
    }),

    route(calls.discoverServices, async ({ ctx, params, query }) => {
      const known = await viewOf(ctx, params.id);
      if (!known.ok) return known;
      const discovered = await discoverServices(deps, ctx, params.id, placeOf(query));
      if (!discovered.ok) return discovered;
      const found = await servicesOf(ctx, params.id);
      return found.ok
        ? data({
            ...found.value,
            asked: discovered.value.asked,
            added: [...discovered.value.added],
            gone: [...discovered.value.gone],
          })
        : found;
    }),

    route(calls.beginOnboarding, async ({ ctx, body, host, origin, cookies }) => {
      const site = await deps.hosts.franchiseOf(host);
      const page = site && (await deps.hosts.origins.proved(site.id, origin));
      if (!site || page === undefined) return problem('unknown_host', UNPROVED);
      const { mark, cookie } = deps.browsers.begin({ origin, cookies });
      const begun = await beginOnboarding(deps, ctx, {
        carrier: body.carrier,
        name: body.name,
        mode: body.mode,
        accountId: body.accountId,
        language: body.language ?? (ctx.locale === 'fr-CA' ? 'fr' : 'en'),
        siteId: site.id,
        origin: page,
        reached: deps.hosts.origins.reached(page, origin),
        browser: mark,
      });
      return begun.ok ? data({ address: begun.value.address }, { cookies: [cookie] }) : begun;
    }),

    route(calls.completeOnboarding, async ({ ctx, body }) => {
      const done = await completeOnboarding(deps, ctx, body.consent);
      if (!done.ok) return done;
      const view = await viewOf(ctx, done.value.accountId);
      return view.ok
        ? data({ account: view.value, problems: [...done.value.problems] }, { successMessage: 'Carrier connected.' })
        : view;
    }),
  ];
}

const foundCalls = (found: Awaited<ReturnType<typeof findCalls>>) =>
  found.length > 0
    ? data({ calls: found })
    : problem('not_found', {
        message: 'No call with this reference.',
        advice: 'Calls are kept under the owner of the carrier account; ask who lends it to you.',
      });

function placeOf(query: {
  readonly countryCode?: string | undefined;
  readonly zipcode?: string | undefined;
  readonly provinceCode?: string | undefined;
  readonly city?: string | undefined;
}): Address | undefined {
  return query.countryCode === undefined
    ? undefined
    : {
        name: '',
        address1: '',
        city: query.city ?? '',
        provinceCode: query.provinceCode ?? '',
        zipcode: query.zipcode ?? '',
        countryCode: query.countryCode,
      };
}
