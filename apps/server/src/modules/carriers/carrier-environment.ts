/** Gives a connector its surroundings: HTTP with policy, shared quota, tokens and trace, for one account. */
import { createBreakers } from '@scanship/connector-kit/http/breaker';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv, ConnectorMode } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { openCarrierEnv } from '@scanship/connector-kit/steps/open-environment';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import { refusedAtOnce } from '@scanship/connector-kit/http/quota';
import { createFactCache } from '@scanship/connector-kit/credentials/account-facts';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import type { JsonObject } from '@scanship/domain/values/json';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { forgetFacts, postgresFacts } from './postgres-facts.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { borrowersQuota, postgresQuota } from './postgres-quota.ts';
import { quotaMeter } from './quota-metrics.ts';
import type { TraceOrigin, TraceStore } from './trace-store.ts';

/** Where simulators answer. Absent in production, which makes mode `simulator` unusable there. */
export interface SimulatorHost {
  /** Base address of a carrier's simulator; starts the host on first use. */
  addressOf(slug: string): Promise<string>;
  /** Whether `host:port` is the running simulator host. */
  owns(hostAndPort: string): boolean;
}

export interface OpenedAccount {
  readonly ownerTenantId: string;
  readonly accountId: string;
  readonly quotaKey: string;
  readonly mode: ConnectorMode;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: JsonObject;
  /** Of an account that came by signing in: keys of our application, and where replaced credentials are kept. */
  readonly app?: Readonly<Record<string, string>> | undefined;
  readonly replaceCredentials?: CarrierEnv['replaceCredentials'];
  /** It came by signing in at an application that is registered no more. */
  readonly unregistered?: boolean | undefined;
}

export interface EnvironmentOptions {
  /** Part of the account's quota, 0 to 1, that these calls leave to others. @see postgresQuota */
  readonly keepFree?: number | undefined;
  /** The question comes again at its turn, so that it is refused at once where the quota would have it wait. */
  readonly comesAgain?: boolean | undefined;
}

export interface CarrierEnvironments {
  /** @throws ConnectorError `not-authorised` when a credential is missing or the simulator is not run here. */
  make(
    manifest: CarrierManifest,
    account: OpenedAccount,
    origin: Pick<TraceOrigin, 'shipperTenantId' | 'subject'>,
    options?: EnvironmentOptions,
  ): Promise<CarrierEnv>;
  /** Whether calls with this key are held back now because the carrier kept failing, in this process. */
  holdsBack(accountKey: string): boolean;
  /** Lets the next calls with this key through at once. */
  letThrough(accountKey: string): void;
  /** Forgets what the account said about itself, here and in the other processes. */
  forget(accountKey: string, ownerTenantId: string): Promise<void>;
  close(): Promise<void>;
}

export function createCarrierEnvironments(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly traces: TraceStore;
  readonly metrics: Metrics;
  readonly simulators: SimulatorHost | undefined;
}): CarrierEnvironments {
  const { simulators, clock, db, traces } = deps;
  const metered = quotaMeter(deps.metrics);
  const breakers = createBreakers();
  const tokens = createTokenCache({ now: () => clock.now() });
  const facts = createFactCache({ now: () => clock.now() });
  const dispatcher = createOutboundDispatcher({
    allowLoopback: simulators ? (hostAndPort) => simulators.owns(hostAndPort) : undefined,
  });

  return {
    async make(manifest, account, origin, options = {}) {
      if (account.mode === 'simulator' && !simulators)
        throw fail('not-authorised', `${manifest.name} is set to its simulator, which this installation does not run.`);
      const simulatorAddress = account.mode === 'simulator' ? await simulators?.addressOf(manifest.slug) : undefined;
      const { ownerTenantId } = account;
      const quota =
        origin.shipperTenantId === ownerTenantId
          ? postgresQuota(db, ownerTenantId, options.keepFree)
          : borrowersQuota(db, ownerTenantId, origin.shipperTenantId, options.keepFree);
      const budget = metered(quota, manifest.slug, ownerTenantId);
      return openCarrierEnv(
        manifest,
        {
          // Accounts of one owner with the same credential share its quota and tokens.
          id: account.quotaKey,
          mode: account.mode,
          credentials: account.credentials,
          settings: account.settings,
          app: account.app,
          replaceCredentials: account.replaceCredentials,
          simulatorAddress,
        },
        {
          quota: options.comesAgain ? refusedAtOnce(budget) : budget,
          breakers,
          tokens,
          facts: { of: (accountKey) => facts.of(accountKey, postgresFacts(db, account.ownerTenantId, accountKey)) },
          dispatcher,
          trace: await traces.sink({
            ...origin,
            ownerTenantId: account.ownerTenantId,
            accountId: account.accountId,
            slug: manifest.slug,
          }),
          now: () => clock.now(),
        },
      );
    },
    holdsBack: (accountKey) => breakers.holdsBack(accountKey),
    letThrough: (accountKey) => breakers.letThrough(accountKey),
    async forget(accountKey, ownerTenantId) {
      facts.forget(accountKey);
      await forgetFacts(db, ownerTenantId, accountKey);
    },
    close: () => dispatcher.close(),
  };
}
