/** The calls of product-spec section 7, "Carriers", that the main job needs. */
import * as calls from '@scanship/contracts/carriers';
import type { CarrierAccount } from '@scanship/contracts/carriers';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import { addAccount, removeAccount, setService, updateAccount, type AccountDeps } from './account-commands.ts';
import type { HealthRecorder } from './account-health.ts';
import { catalogueView, listAccounts } from './account-view.ts';
import type { GrantOpener } from './open-grant.ts';
import { currentSheetFile, putRateSheet, templateFile } from './rate-sheet-upload.ts';
import { testAccount } from './test-account.ts';

export interface RouteDeps extends AccountDeps {
  readonly health: HealthRecorder;
  readonly grants: GrantOpener;
  readonly viewOf: (ctx: RequestContext, accountId: string) => Promise<Outcome<CarrierAccount>>;
}

export function carrierRoutes(deps: RouteDeps): readonly Route[] {
  const { db, registry, viewOf } = deps;
  /** Answers the account as it stands after a change. */
  const answerView = async (ctx: RequestContext, accountId: string, done: Outcome<unknown>, successMessage: string) => {
    if (!done.ok) return done;
    const view = await viewOf(ctx, accountId);
    return view.ok ? data(view.value, { successMessage }) : view;
  };

  return [
    route(calls.listCatalogue, async () => data({ carriers: registry.all().map(catalogueView) })),

    route(calls.getCatalogueCarrier, async ({ params }) => {
      const entry = registry.find(params.id);
      return entry
        ? data(catalogueView(entry))
        : problem('not_found', { message: 'This carrier is not in the catalogue.' });
    }),

    route(calls.listAccounts, async ({ ctx }) => data({ accounts: await listAccounts(db, registry, ctx) })),

    route(calls.rateSheetTemplate, async ({ query }) => ({
      ok: true,
      value: await templateFile(query.format ?? 'xlsx'),
    })),

    route(calls.getAccount, async ({ ctx, params }) => {
      const view = await viewOf(ctx, params.id);
      return view.ok ? data(view.value) : view;
    }),

    route(calls.addAccount, async ({ ctx, body }) => {
      const added = await addAccount(deps, ctx, body);
      return added.ok ? answerView(ctx, added.value.accountId, added, 'Carrier connected.') : added;
    }),

    route(calls.updateAccount, async ({ ctx, params, body }) =>
      answerView(ctx, params.id, await updateAccount(deps, ctx, params.id, body), 'Carrier account saved.'),
    ),

    route(calls.deleteAccount, async ({ ctx, params }) => {
      const removed = await removeAccount(deps, ctx, params.id);
      return removed.ok ? data({}, { successMessage: 'Shipping carrier deleted successfully!' }) : removed;
    }),

    route(calls.setService, async ({ ctx, params, body }) =>
      answerView(
        ctx,
        params.id,
        await setService(deps, ctx, params.id, params.serviceId, body.enabled),
        body.enabled ? 'Service switched on.' : 'Service switched off.',
      ),
    ),

    route(calls.testAccount, async ({ ctx, params }) => {
      const tested = await testAccount(deps, ctx, params.id);
      return tested.ok ? data(tested.value) : tested;
    }),

    route(calls.uploadRateSheet, async ({ ctx, params, file }) => {
      const stored = await putRateSheet(db, ctx, params.id, file);
      if (!stored.ok) return stored;
      const view = await viewOf(ctx, params.id);
      if (!view.ok) return view;
      return data(
        { ...stored.value, account: view.value },
        stored.value.accepted ? { successMessage: 'The rate sheet is in force.' } : {},
      );
    }),

    route(calls.currentRateSheet, async ({ ctx, params }) => currentSheetFile(db, ctx, params.id)),
  ];
}
