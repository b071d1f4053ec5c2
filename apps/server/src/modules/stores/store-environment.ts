/** Gives store connectors their surroundings: HTTP with policy, a quota all workers share, traces. */
import { createBreakers } from '@scanship/connector-kit/http/breaker';
import { fail } from '@scanship/connector-kit/errors';
import { createKeyRings } from '@scanship/connector-kit/deliveries/key-ring';
import type { ConnectorRuntime } from '@scanship/connector-kit/steps/open-environment';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import { memoryQuota } from '@scanship/connector-kit/http/quota';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import type { AccessSource, ConnectEnv, DeliveryEnv, StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  openConnectEnv,
  openDeliveryEnv,
  openStoreEnv,
  type StoreAccount,
} from '@scanship/connector-kit/store/store-open-environment';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { noTrace } from '@scanship/connector-kit/http/trace';
import type { Services } from '../../platform/services.ts';
import { createTraceStore, postgresQuota, quotaMeter } from '../carriers/index.ts';
import type { AppRegistration } from './app-registrations.ts';
import type { StoreSimulators } from './store-simulators.ts';

/** What traces are filed under. */
export interface CallOrigin {
  readonly tenantId: string;
  /** The store, or this attempt to connect one. */
  readonly storeId: string;
  readonly subject?: { readonly kind: 'store' | 'push' | 'test'; readonly id: string } | undefined;
  /** Whose the app registration is; a quota that is counted per app is theirs. Null: nobody's (a simulator's own). */
  readonly appTenantId?: string | null | undefined;
}

export interface StoreEnvironments {
  /** Both throw ConnectorError `not-authorised` when our app is not set up or the simulator is not run here. */
  connect(
    manifest: StoreManifest,
    account: Omit<StoreAccount, 'simulatorAddress'>,
    origin: CallOrigin,
  ): Promise<ConnectEnv>;
  store(
    manifest: StoreManifest,
    account: Omit<StoreAccount, 'simulatorAddress'>,
    access: AccessSource,
    origin: CallOrigin,
  ): Promise<StoreEnv>;
  /**
   * For verifying what arrives with this registration. @throws as above
   * @param storesOf opens what is kept of its stores
   */
  delivery(
    manifest: StoreManifest,
    registration: AppRegistration,
    storesOf: DeliveryEnv['storesOf'],
  ): Promise<DeliveryEnv>;
  close(): Promise<void>;
}

/** Part of a budget that reading orders and products leaves to the others. */
const KEPT_FROM_SYNC = 0.3;

export function createStoreEnvironments(
  { db, clock, log, sealer, metrics }: Pick<Services, 'db' | 'clock' | 'log' | 'sealer' | 'metrics'>,
  simulators: StoreSimulators | undefined,
): StoreEnvironments {
  const traces = createTraceStore({ db, log, sealer });
  const metered = quotaMeter(metrics);
  const quotaFor = (manifest: StoreManifest, ownerTenantId: string, keepFree = 0) =>
    metered(postgresQuota(db, ownerTenantId, keepFree), manifest.code, ownerTenantId);
  const breakers = createBreakers();
  const tokens = createTokenCache({ now: () => clock.now() });
  const dispatcher = createOutboundDispatcher({
    allowLoopback: simulators ? (hostAndPort) => simulators.owns(hostAndPort) : undefined,
  });
  const keys = createKeyRings({ now: () => clock.now() });
  const runtime = async (manifest: StoreManifest, origin: CallOrigin): Promise<ConnectorRuntime> => ({
    quota: quotaFor(
      manifest,
      manifest.quota.scope === 'app' ? (origin.appTenantId ?? origin.tenantId) : origin.tenantId,
      // Whoever reads orders can wait; a report, a test and a renewal of access find calls left.
      origin.subject?.kind === 'store' ? KEPT_FROM_SYNC : 0,
    ),
    breakers,
    tokens,
    dispatcher,
    trace: await traces.sink({
      ownerTenantId: origin.tenantId,
      shipperTenantId: origin.tenantId,
      accountId: origin.storeId,
      slug: manifest.code,
      subject: origin.subject,
    }),
    now: () => clock.now(),
  });
  async function withAddress<T extends Pick<StoreAccount, 'mode'>>(
    manifest: StoreManifest,
    account: T,
  ): Promise<T & Pick<StoreAccount, 'simulatorAddress'>> {
    if (account.mode !== 'simulator') return account;
    if (!simulators)
      throw fail('not-authorised', `${manifest.name} is set to its simulator, which this installation does not run.`);
    return { ...account, simulatorAddress: await simulators.addressOf(manifest.simulatorSlug ?? manifest.code) };
  }

  return {
    connect: async (manifest, account, origin) =>
      openConnectEnv(manifest, await withAddress(manifest, account), await runtime(manifest, origin)),
    store: async (manifest, account, access, origin) =>
      openStoreEnv(manifest, await withAddress(manifest, account), access, await runtime(manifest, origin)),
    async delivery(manifest, registration, storesOf) {
      const { tenantId, mode, app } = registration;
      const shared = {
        // Nobody's own calls; in memory where there is no owner to count for.
        quota: tenantId === null ? memoryQuota() : quotaFor(manifest, tenantId),
        breakers,
        tokens,
        dispatcher,
        trace: noTrace,
        now: () => clock.now(),
        keys,
        storesOf,
      };
      return openDeliveryEnv(manifest, await withAddress(manifest, { mode, app }), shared);
    },
    async close() {
      await traces.flush();
      await dispatcher.close();
    },
  };
}
