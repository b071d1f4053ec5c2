/** Carrier accounts: the catalogue, own and lent accounts, their credentials, rate sheets and health. */
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../platform/context.ts';
import { signedStates } from '../../platform/crypto/signed-state.ts';
import { createConsentBrowsers } from '../../platform/http/consent-browser.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/handler.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { addAccount, lendAccount, lendToCustomers, type AccountActor, type NewAccount } from './account-commands.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import { createHealthRecorder } from './account-health.ts';
import { carrierExceptionSource } from './account-trouble.ts';
import { listAccounts } from './account-view.ts';
import { createSerialStock, type SerialStock } from './allot-serials.ts';
import { createCarrierEnvironments, type SimulatorHost } from './carrier-environment.ts';
import { createCarrierRegistry, type CarrierRegistry } from './connector-registry.ts';
import { callsLeft } from './calls-left.ts';
import {
  accountsToCarry,
  type AccountToCarry,
  carryAccount,
  type CarriedAccount,
  giveBackAccount,
} from './carry-accounts.ts';
import { createGrantOpener, type GrantOpener, type OpenGrant } from './open-grant.ts';
import { putRateSheet, type SheetOutcome } from './rate-sheet-upload.ts';
import { moreCarrierRoutes } from './more-routes.ts';
import { registerOnboardingCallback } from './onboarding/callback.ts';
import { type AppSource, createCarrierApps, noApps } from './onboarding/carrier-apps.ts';
import { CONSENT_LIFE_MS, type OnboardingState } from './onboarding/onboarding.ts';
import { carrierRoutes } from './routes.ts';
import { createTraceStore } from './trace-store.ts';

export { createCarrierRegistry };
export type { SimulatorHost } from './carrier-environment.ts';
export type { CarrierRegistry, RegisteredCarrier } from './connector-registry.ts';
export type { GrantOpener, OpenGrant } from './open-grant.ts';
export type { NewAccount } from './account-commands.ts';
export type { AccountToCarry, CarriedAccount } from './carry-accounts.ts';
export type { AppSource } from './onboarding/carrier-apps.ts';
export { callbackPath as carrierReturnPath } from './onboarding/onboarding.ts';
export {
  discardDraft,
  type DraftChange,
  forgetDraft,
  readDraft,
  saveDraft,
  type StoredDraft,
} from './markups/drafts.ts';
export { createMarkupFollower } from './markups/follow-dated.ts';
export { type MarkupLevel, type MarkupLevels, readMarkupLevels, rulesFor, toRule } from './markups/levels.ts';
export {
  listPlans,
  type PlanSummary,
  readPlan,
  readVersions,
  type StoredPlan,
  type StoredVersion,
} from './markups/plans.ts';
export { type PlanChange, publishPlan, type WithChange, withdrawVersion } from './markups/publish-plan.ts';
export {
  createSheetFollower,
  discardSheetDraft,
  lockAccount,
  publishSheetDraft,
  putSheetDraft,
  readSheetDraft,
  type SheetDraftRow,
  type SheetFollower,
} from './sheets/versions.ts';
export { eraseCallBodies } from './erase-call-bodies.ts';
export { postgresQuota } from './postgres-quota.ts';
export { quotaMeter } from './quota-metrics.ts';
export { CREDENTIALS } from './credentials.ts';
export { dropExpiredRecordings } from './recordings/expiry.ts';
export {
  eraseRecording,
  type ExactCall,
  listRecordedCalls,
  openCalls,
  readRecordings,
  startRecording,
  stopRecording,
} from './recordings/recordings.ts';
export { createTraceStore, type TraceOrigin, type TraceStore } from './trace-store.ts';
export { lendFranchiseAccounts, lendingOf, lendToFranchises } from './lending.ts';

export interface CarriersModule {
  readonly routes: readonly Route[];
  readonly registry: CarrierRegistry;
  readonly grants: GrantOpener;
  /** Accounts that do not work, for the exceptions inbox. */
  readonly exceptions: ExceptionSource;
  /** Whether calls with a grant's account key are held back in this process, because the carrier kept failing. */
  heldBack(accountKey: string): boolean;
  /** @see callsLeft */
  callsLeft(grant: Pick<OpenGrant, 'ownerTenantId' | 'accountKey' | 'manifest'>): Promise<number | undefined>;
  /** Own and lent accounts of a tenant with their services. */
  accounts(
    ctx: Pick<RequestContext, 'tenantId'>,
    options?: { readonly past?: boolean },
  ): Promise<readonly CarrierAccount[]>;
  /** @see addAccount */
  addAccount(actor: AccountActor, input: NewAccount): Promise<Outcome<{ accountId: string; grantId: string }>>;
  /** @see lendToCustomers */
  lendToCustomers(ownerTenantId: string, accountId: string): Promise<void>;
  /** @see lendAccount */
  lendAccount(input: {
    readonly ownerTenantId: string;
    readonly accountId: string;
    readonly toTenantId: string;
  }): Promise<void>;
  /** For a customer that goes to another franchise. @see carry-accounts.ts */
  accountsToCarry(tenantId: string): Promise<readonly AccountToCarry[]>;
  carryAccount(tx: Tx, account: CarriedAccount): Promise<void>;
  giveBackAccount(tx: Tx, account: CarriedAccount): Promise<void>;
  /** @see putRateSheet */
  putRateSheet(
    actor: Pick<RequestContext, 'tenantId' | 'userId'>,
    accountId: string,
    file: { readonly fileName: string; readonly contentType: string; readonly bytes: Uint8Array },
  ): Promise<Outcome<SheetOutcome>>;
  /** Numbers for a grant of `tenantId`. @see createSerialStock */
  readonly allotSerials: SerialStock;
  /** Writes the traces that are still gathered, so that they are there to be read. */
  flushTraces(): Promise<void>;
  /** The neutral callback of carriers people sign in at, outside `/api`. */
  extend(app: FastifyInstance): void;
  /** Writes gathered traces and closes connections. */
  close(): Promise<void>;
}

/** @param options.simulators absent in production; then sample carriers are not offered either */
export function createCarriersModule(
  services: Services,
  options: {
    readonly hosts: HostDirectory;
    readonly simulators?: SimulatorHost | undefined;
    /** Registrations of our application; absent: no account can be connected by signing in. */
    readonly apps?: AppSource | undefined;
    /** Absent: the carriers there are. */
    readonly registry?: CarrierRegistry | undefined;
  },
): CarriersModule {
  const { db, sealer, clock, log, metrics } = services;
  const registry = options.registry ?? createCarrierRegistry({ samples: options.simulators !== undefined });
  const apps = createCarrierApps(options.apps ?? noApps, () => clock.now());
  const traces = createTraceStore({ db, log, sealer });
  const environments = createCarrierEnvironments({ db, clock, traces, metrics, simulators: options.simulators });
  const health = createHealthRecorder({ db, clock, log });
  const grants = createGrantOpener({ db, sealer, registry, environments, health, apps });
  const accountDeps = { db, sealer, registry };
  const allotSerials = createSerialStock(db, async (tenantId, grantId) => {
    const [grant] = await grants.open({ tenantId }, { only: [grantId] });
    return grant;
  });

  const onboarding = {
    ...accountDeps,
    clock,
    hosts: options.hosts,
    browsers: createConsentBrowsers(services.config.appEnv === 'PROD'),
    environments,
    apps,
    states: signedStates<OnboardingState>(services.cookieSecret, 'carrier consent state', CONSENT_LIFE_MS),
  };

  /** The view of one account of the caller, as every changing call answers it. */
  async function viewOf(ctx: RequestContext, accountId: string): Promise<Outcome<CarrierAccount>> {
    const account = (await listAccounts(db, registry, ctx)).find((a) => a.id === accountId);
    return account ? { ok: true, value: account } : problem('not_found');
  }

  return {
    routes: [
      ...carrierRoutes({
        ...accountDeps,
        clock,
        withTest: services.config.simulators,
        health,
        grants,
        environments,
        files: services.files,
        apps,
        simulators: options.simulators !== undefined,
        viewOf,
      }),
      ...moreCarrierRoutes({ ...onboarding, health, grants, viewOf }),
    ],
    registry,
    grants,
    exceptions: carrierExceptionSource({ db, grants, health }),
    heldBack: (accountKey) => environments.holdsBack(accountKey),
    callsLeft: (grant) => callsLeft(db, grant),
    accounts: (ctx, options) => listAccounts(db, registry, ctx, options),
    addAccount: (actor, input) => addAccount(accountDeps, actor, input),
    lendToCustomers: (owner, accountId) => lendToCustomers(db, owner, accountId),
    lendAccount: (input) => lendAccount(db, input),
    accountsToCarry: (tenantId) => accountsToCarry({ db, registry }, { tenantId }),
    carryAccount: (tx, account) => carryAccount(tx, { sealer }, account),
    giveBackAccount,
    putRateSheet: (actor, accountId, file) =>
      putRateSheet({ db, registry, files: services.files }, actor, accountId, file),
    allotSerials,
    flushTraces: () => traces.flush(),
    extend: (app) => registerOnboardingCallback(app, onboarding, log),
    async close() {
      await traces.flush();
      await environments.close();
    },
  };
}
