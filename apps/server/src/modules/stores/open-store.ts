/** Opens a store for a call: its row, its connector, our app at the platform, its environment. */
import type { StoreManifest, Store } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { Services } from '../../platform/services.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { AppRegistrations } from './app-registrations.ts';
import type { StoreAccess } from './store-access.ts';
import type { CallOrigin, StoreEnvironments } from './store-environment.ts';
import { findStore } from './store-registry.ts';
import { readStore, type StoreRow } from './store-rows.ts';
import { markNeedsConsent } from './lock-out.ts';

export interface OpenedStore {
  readonly row: StoreRow;
  readonly connector: Store;
  readonly manifest: StoreManifest;
  readonly env: StoreEnv;
  /** Seals values into the store's credentials beside what is there; nothing where its access was ended meanwhile. */
  keep(values: Readonly<Record<string, string>>): Promise<void>;
}

export interface StoreOpener {
  /**
   * Problems: `not_found`; `store_not_connected` for one that was disconnected; `store_refused` when its platform or our app
   * there is not set up here (any more).
   */
  open(
    tenantId: string,
    storeId: string,
    subject?: CallOrigin['subject'],
    options?: { readonly evenDeleted?: boolean },
  ): Promise<Outcome<OpenedStore>>;
}

export function createStoreOpener(deps: {
  readonly db: Services['db'];
  readonly clock: Services['clock'];
  readonly apps: AppRegistrations;
  readonly access: StoreAccess;
  readonly environments: StoreEnvironments;
}): StoreOpener {
  const { db, apps, access, environments } = deps;
  return {
    async open(tenantId, storeId, subject, options = {}) {
      const row = await db.tenant({ tenantId }, (tx) => readStore(tx, tenantId, storeId, options));
      if (!row) return problem('not_found', { message: 'There is no such store.' });
      const entry = findStore(row.platformCode);
      if (!entry)
        return problem('store_refused', { message: 'This platform is not known to this version of the program.' });
      const { manifest } = entry;
      const credentials = await access.credentials({ tenantId, id: storeId });
      if (!credentials) return problem('store_not_connected');
      const registration = await apps.of(tenantId, manifest, row.mode);
      if (!registration)
        return problem('store_refused', {
          message: `${manifest.name} is not set up on this platform any more.`,
          advice: 'The operator has to enter the app registration again.',
        });
      const connector = await entry.load();
      const account = {
        id: row.id,
        mode: row.mode,
        externalAccount: row.externalAccount,
        settings: row.settings.vendor ?? {},
        app: registration.app,
      };
      const origin: CallOrigin = { tenantId, storeId, subject, appTenantId: registration.tenantId };
      const source = access.source(
        { tenantId, id: storeId },
        connector,
        (current) => environments.connect(manifest, { ...account, credentials: current }, origin),
        (message) => markNeedsConsent(deps, { tenantId, storeId }, message),
      );
      try {
        const env = await environments.store(manifest, { ...account, credentials }, source, origin);
        const keep: OpenedStore['keep'] = (values) => access.keep({ tenantId, id: storeId }, values);
        return { ok: true, value: { row, connector, manifest, env, keep } };
      } catch (error) {
        if (error instanceof ConnectorError) return problem('store_refused', { message: error.problem.message });
        throw error;
      }
    },
  };
}
