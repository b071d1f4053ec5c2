/** The calls of product-spec section 7, "Stores", and of the platforms. */
import * as calls from '@scanship/contracts/stores/stores';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { getCustomerStores, getPlatform, getPlatforms } from '@scanship/contracts/network/master';
import type { RequestContext } from '../../platform/context.ts';
import { sessionTokensOf } from '../../platform/http/app.ts';
import { type ConsentBrowsers, UNPROVED } from '../../platform/http/consent-browser.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { claimOf } from '../../platform/http/named-host.ts';
import { loadContext } from '../../platform/http/session-context.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import { beginConsent, type BeginDeps } from './connect/begin-consent.ts';
import { textsOf } from './connect/callback.ts';
import { connectByConsent, connectByKeys, type ConnectDeps } from './connect/connect-store.ts';
import { tellInboxOfStore } from './causes.ts';
import { dismissNotice } from './notices.ts';
import { platformDetail, platforms } from './platform-view.ts';
import { type PushCommandDeps, resendRefused, retryPush } from './pushes/push-commands.ts';
import * as commands from './store-commands.ts';
import { readStore } from './store-rows.ts';
import { storeRuns } from './store-runs.ts';
import { storeDetail, storeSummaries } from './store-view.ts';
import type { SyncEngine } from './sync/engine.ts';

export interface StoreRouteDeps extends ConnectDeps, BeginDeps, PushCommandDeps {
  readonly services: Services;
  readonly hosts: HostDirectory;
  readonly browsers: ConsentBrowsers;
  readonly stores: commands.StoreCommandDeps;
  readonly engine: SyncEngine;
}

export function storeRoutes(deps: StoreRouteDeps): readonly Route[] {
  const { db, clock, engine, apps } = deps;
  const tokens = sessionTokensOf(deps.services);
  const viewOf = async (ctx: Pick<RequestContext, 'tenantId'>, storeId: string): Promise<Outcome<StoreDetail>> => {
    const store = await storeDetail(db, ctx.tenantId, storeId, clock.now());
    return store ? { ok: true, value: store } : problem('not_found');
  };
  /** Answers the store as it stands after a change, which may have made work due. */
  const changed = async (
    ctx: Pick<RequestContext, 'tenantId'>,
    storeId: string,
    done: Outcome<unknown>,
    successMessage: string,
  ) => {
    if (!done.ok) return done;
    await db.tenant(ctx, (tx) => tellInboxOfStore(tx, ctx.tenantId, storeId, clock.now()));
    const view = await viewOf(ctx, storeId);
    engine.wake();
    return view.ok ? data(view.value, { successMessage }) : view;
  };
  const connected = async (ctx: RequestContext, done: Outcome<{ readonly storeId: string }>) => {
    if (!done.ok) return done;
    await resendRefused(deps, ctx.tenantId, done.value.storeId);
    return changed(ctx, done.value.storeId, done, 'Store connected successfully.');
  };

  return [
    route(getPlatforms, async ({ ctx }) => data({ platforms: await platforms(apps, ctx.tenantId) })),

    route(getPlatform, async ({ ctx, params }) => {
      const detail = await platformDetail(apps, ctx.tenantId, params.id);
      return detail ? data(detail) : problem('not_found', { message: 'There is no such platform.' });
    }),

    route(getCustomerStores, async ({ ctx }) =>
      data({ stores: await db.tenant(ctx, (tx) => storeSummaries(tx, ctx.tenantId, clock.now())) }),
    ),

    route(calls.authoriseStore, async ({ params, query, host, origin, cookies, bearer, requestId }) => {
      const franchise = await deps.hosts.forPage(host, query.host);
      if (franchise?.kind !== 'franchise') return problem('unknown_host');
      // Signed in or not: whoever is known by a good token of this site is named in the state.
      const token = tokens.read(bearer);
      const known = token?.kind === 'access' ? await loadContext(db, clock, token, requestId) : undefined;
      // Renewed and repeated, so that nobody who is signed in begins as a stranger.
      if (known && !known.ok && known.problem.code === 'token_expired') return known;
      const ctx =
        known?.ok && known.value.realmId === franchise.id && known.value.tenantKind === 'customer'
          ? known.value
          : undefined;
      const page = await deps.hosts.origins.proved(franchise.id, claimOf(origin?.scheme ?? '', query.host));
      if (page === undefined) return problem('unknown_host', UNPROVED);
      const { mark, cookie } = deps.browsers.begin({ origin, cookies });
      const begun = await beginConsent(deps, {
        platformId: params.marketPlaceId,
        siteId: franchise.id,
        tenantId: ctx?.tenantId ?? null,
        storeId: query.storeId ?? null,
        origin: page,
        reached: deps.hosts.origins.reached(page, origin),
        browser: mark,
        mode: query.mode,
        shop: query.shop,
        vendor: query.vendor === undefined ? {} : textsOf(Object.fromEntries(new URLSearchParams(query.vendor))),
      });
      return begun.ok ? data(begun.value, { cookies: [cookie] }) : begun;
    }),

    route(calls.addStore, async ({ ctx, body, origin, cookies }) => {
      const name = body.name ?? undefined;
      if (body.code)
        return connected(
          ctx,
          await connectByConsent(deps, ctx, {
            name,
            browser: deps.browsers.markOf({ origin, cookies }),
            platformId: body.platformId,
            code: body.code,
            shop: body.shop ?? undefined,
          }),
        );
      const site = await deps.hosts.origins.proved(ctx.realmId, origin);
      return connected(
        ctx,
        await connectByKeys(deps, ctx, {
          name,
          reached: site && deps.hosts.origins.reached(site, origin),
          platformId: body.platformId,
          mode: body.mode,
          credentials: body.credentials ?? {},
        }),
      );
    }),

    route(calls.reconnectStore, async ({ ctx, params, query, origin, cookies }) => {
      const own = await db.tenant(ctx, (tx) => readStore(tx, ctx.tenantId, params.id, { evenDeleted: true }));
      if (!own) return problem('not_found');
      const done = await connectByConsent(deps, ctx, {
        code: query.code,
        shop: query.domain,
        again: params.id,
        browser: deps.browsers.markOf({ origin, cookies }),
      });
      return connected(ctx, done);
    }),

    route(calls.getStore, async ({ ctx, params }) => {
      const view = await viewOf(ctx, params.id);
      return view.ok ? data(view.value) : view;
    }),

    route(calls.putStore, async ({ ctx, params, body }) =>
      changed(
        ctx,
        params.id,
        await commands.renameStore(deps.stores, ctx, { storeId: params.id, name: body.name, version: body.version }),
        'Store updated successfully.',
      ),
    ),

    route(calls.putStoreAddress, async ({ ctx, params, body }) =>
      changed(
        ctx,
        params.id,
        await commands.saveAddress(deps.stores, ctx, params.id, body),
        'Store updated successfully.',
      ),
    ),

    route(calls.putStoreSettings, async ({ ctx, params, body }) =>
      changed(
        ctx,
        params.id,
        await commands.saveSettings(deps.stores, ctx, params.id, body),
        'Store updated successfully.',
      ),
    ),

    route(calls.deleteStore, async ({ ctx, params }) => {
      const done = await commands.disconnectStore(deps.stores, ctx, params.id);
      if (!done.ok) return done;
      await db.tenant(ctx, (tx) => tellInboxOfStore(tx, ctx.tenantId, params.id, clock.now()));
      return data(done.value, { successMessage: 'Store deleted successfully!' });
    }),

    route(calls.syncStore, async ({ ctx, params }) =>
      changed(ctx, params.id, await commands.syncNow(deps.stores, ctx, params.id), 'Syncing in Process'),
    ),

    route(calls.testStore, async ({ ctx, params }) => {
      const tested = await commands.testStore(deps.stores, ctx, params.id);
      return tested.ok ? data(tested.value) : tested;
    }),

    route(calls.pauseStore, async ({ ctx, params }) =>
      changed(ctx, params.id, await commands.pauseStore(deps.stores, ctx, params.id), 'Importing is paused.'),
    ),

    route(calls.resumeStore, async ({ ctx, params }) =>
      changed(ctx, params.id, await commands.resumeStore(deps.stores, ctx, params.id), 'Importing goes on.'),
    ),

    route(calls.listStoreRuns, async ({ ctx, params, query }) => {
      const runs = await db.tenant(ctx, async (tx) =>
        (await readStore(tx, ctx.tenantId, params.id))
          ? storeRuns(tx, params.id, { size: query.size ?? 20, after: query.after })
          : undefined,
      );
      return runs ? data(runs) : problem('not_found');
    }),

    route(calls.retryPush, async ({ ctx, params }) => {
      const retried = await retryPush(deps, ctx, params.id);
      return retried.ok ? data(retried.value, { successMessage: 'The store is being told again.' }) : retried;
    }),

    route(calls.dismissNotice, async ({ ctx, params }) => {
      const done = await db.tenant(ctx, (tx) => dismissNotice(tx, ctx.tenantId, params.id, ctx.userId));
      return done ? data({}) : problem('not_found');
    }),
  ];
}
