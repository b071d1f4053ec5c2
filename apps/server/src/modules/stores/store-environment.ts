/** Gives store connectors their surroundings: HTTP with policy, a quota all workers share, traces. */
import { createBreakers } from '@scanship/connector-kit/breaker';
import { fail } from '@scanship/connector-kit/errors';
import type { ConnectorRuntime } from '@scanship/connector-kit/open-environment';
import { createOutboundDispatcher } from '@scanship/connector-kit/outbound-guard';
import type { StoreManifest } from '@scanship/connector-kit/store';
import type { AccessSource, ConnectEnv, StoreEnv } from '@scanship/connector-kit/store-environment';
import { openConnectEnv, openStoreEnv, type StoreAccount } from '@scanship/connector-kit/store-open-environment';
import { createTokenCache } from '@scanship/connector-kit/token-source';
import type { Services } from '../../platform/services.ts';
import { createTraceStore, postgresQuota } from '../carriers/index.ts';
import type { StoreSimulators } from './store-simulators.ts';

/** What traces are filed under. */
export interface CallOrigin {
  readonly tenantId: string;
  /** The store, or this attempt to connect one. */
  readonly storeId: string;
  readonly subject?: { readonly kind: 'store' | 'push' | 'test'; readonly id: string } | undefined;
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
  close(): Promise<void>;
}

export function createStoreEnvironments(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  simulators: StoreSimulators | undefined,
): StoreEnvironments {
  const traces = createTraceStore(db, log);
  const breakers = createBreakers();
  const tokens = createTokenCache({ now: () => clock.now() });
  const dispatcher = createOutboundDispatcher({
    allowLoopback: simulators ? (hostAndPort) => simulators.owns(hostAndPort) : undefined,
  });
  const runtime = (manifest: StoreManifest, origin: CallOrigin): ConnectorRuntime => ({
    quota: postgresQuota(db, origin.tenantId),
    breakers,
    tokens,
    dispatcher,
    trace: traces.sink({
      ownerTenantId: origin.tenantId,
      shipperTenantId: origin.tenantId,
      accountId: origin.storeId,
      slug: manifest.code,
      subject: origin.subject,
    }),
    now: () => clock.now(),
  });
  async function withAddress(
    manifest: StoreManifest,
    account: Omit<StoreAccount, 'simulatorAddress'>,
  ): Promise<StoreAccount> {
    if (account.mode !== 'simulator') return account;
    if (!simulators)
      throw fail('not-authorised', `${manifest.name} is set to its simulator, which this installation does not run.`);
    return { ...account, simulatorAddress: await simulators.addressOf(manifest.code) };
  }

  return {
    connect: async (manifest, account, origin) =>
      openConnectEnv(manifest, await withAddress(manifest, account), runtime(manifest, origin)),
    store: async (manifest, account, access, origin) =>
      openStoreEnv(manifest, await withAddress(manifest, account), access, runtime(manifest, origin)),
    async close() {
      await traces.flush();
      await dispatcher.close();
    },
  };
}
