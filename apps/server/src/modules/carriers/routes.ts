/** The calls of product-spec section 7, "Carriers", that the main job needs. */
import * as calls from '@scanship/contracts/carriers/carriers';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import type { Clock } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { newId } from '../../platform/database/ids.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import {
  addAccount,
  checkCredentials,
  checkNewAccount,
  removeAccount,
  setService,
  updateAccount,
  type AccountDeps,
} from './account-commands.ts';
import type { HealthRecorder } from './account-health.ts';
import { listAccounts } from './account-view.ts';
import type { CarrierEnvironments } from './carrier-environment.ts';
import { catalogueView } from './catalogue-view.ts';
import { checkKeys } from './check-keys.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import type { RegisteredCarrier } from './connector-registry.ts';
import type { CarrierApps } from './onboarding/carrier-apps.ts';
import { readMonthCosts } from './month-costs.ts';
import type { GrantOpener } from './open-grant.ts';
import { currentSheetFile, putRateSheet, templateFile } from './rate-sheet-upload.ts';
import { testAccount } from './test-account.ts';

export interface RouteDeps extends AccountDeps {
  readonly clock: Clock;
  /** TEST labels count as costs: simulators answer, there are no others. */
  readonly withTest: boolean;
  readonly health: HealthRecorder;
  readonly grants: GrantOpener;
  readonly environments: CarrierEnvironments;
  readonly files: FileReader;
  readonly apps: CarrierApps;
  /** Whether simulators run here. */
  readonly simulators: boolean;
  readonly viewOf: (ctx: RequestContext, accountId: string) => Promise<Outcome<CarrierAccount>>;
}

export function carrierRoutes(deps: RouteDeps): readonly Route[] {
  const { db, files, registry, viewOf } = deps;
  /** Answers the account as it stands after a change. */
  const answerView = async (ctx: RequestContext, accountId: string, done: Outcome<unknown>, successMessage: string) => {
    if (!done.ok) return done;
    const view = await viewOf(ctx, accountId);
    return view.ok ? data(view.value, { successMessage }) : view;
  };

  const catalogued = async (ctx: RequestContext, entry: RegisteredCarrier) =>
    catalogueView(entry, {
      simulators: deps.simulators,
      signInModes: await deps.apps.modes(ctx.tenantId, entry.manifest),
    });
  const notAsked = (why: string | undefined): string => (why === undefined ? '' : ` It was not asked yet: ${why}`);

  /** New keys of an own account; what is wrong with the account itself is said by the change. */
  async function checkNewKeys(
    ctx: RequestContext,
    accountId: string,
    given: Readonly<Record<string, string>> | undefined,
  ): Promise<Outcome<string | undefined>> {
    const account = given && (await listAccounts(db, registry, ctx)).find((each) => each.id === accountId);
    const entry = account && registry.find(account.carrier);
    if (!account || account.lent || account.signedIn || !entry) return { ok: true, value: undefined };
    const credentials = checkCredentials(entry.manifest, given);
    if (!credentials.ok) return credentials;
    return checkKeys(deps.environments, entry, {
      tenantId: ctx.tenantId,
      accountId,
      mode: account.mode,
      credentials: credentials.value,
    });
  }

  return [
    route(calls.listCatalogue, async ({ ctx }) =>
      data({ carriers: await Promise.all(registry.all().map((entry) => catalogued(ctx, entry))) }),
    ),

    route(calls.getCatalogueCarrier, async ({ ctx, params }) => {
      const entry = registry.find(params.id);
      return entry
        ? data(await catalogued(ctx, entry))
        : problem('not_found', { message: 'This carrier is not in the catalogue.' });
    }),

    route(calls.listAccounts, async ({ ctx }) => {
      const [accounts, monthCosts] = await Promise.all([
        listAccounts(db, registry, ctx),
        ctx.rights.has('money.view')
          ? readMonthCosts(db, ctx, { now: deps.clock.now(), withTest: deps.withTest })
          : null,
      ]);
      return data({ accounts, monthCosts });
    }),

    route(calls.rateSheetTemplate, async ({ query }) => ({
      ok: true,
      value: await templateFile(query.format ?? 'xlsx', registry.find(query.carrier ?? '')?.manifest),
    })),

    route(calls.getAccount, async ({ ctx, params }) => {
      const view = await viewOf(ctx, params.id);
      return view.ok ? data(view.value) : view;
    }),

    route(calls.addAccount, async ({ ctx, body }) => {
      const checked = checkNewAccount(registry, body);
      if (!checked.ok) return checked;
      const accountId = newId();
      const { entry, credentials } = checked.value;
      const asked =
        body.check === false
          ? undefined
          : await checkKeys(deps.environments, entry, {
              tenantId: ctx.tenantId,
              accountId,
              mode: body.mode,
              credentials,
            });
      if (asked && !asked.ok) return asked;
      const added = await addAccount(deps, ctx, body, accountId);
      return added.ok ? answerView(ctx, accountId, added, `Carrier connected.${notAsked(asked?.value)}`) : added;
    }),

    route(calls.updateAccount, async ({ ctx, params, body }) => {
      const asked = await checkNewKeys(ctx, params.id, body.credentials);
      if (!asked.ok) return asked;
      return answerView(
        ctx,
        params.id,
        await updateAccount(deps, ctx, params.id, body),
        `Carrier account saved.${notAsked(asked.value)}`,
      );
    }),

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
      const stored = await putRateSheet({ db, registry, files }, ctx, params.id, file);
      if (!stored.ok) return stored;
      const view = await viewOf(ctx, params.id);
      if (!view.ok) return view;
      return data(
        { ...stored.value, account: view.value },
        stored.value.accepted
          ? {
              successMessage: stored.value.draft
                ? 'The rate sheet is a draft. Publish it below.'
                : 'The rate sheet is active.',
            }
          : {},
      );
    }),

    route(calls.currentRateSheet, async ({ ctx, params }) => currentSheetFile(db, ctx, params.id)),
  ];
}
