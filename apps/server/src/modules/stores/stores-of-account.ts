/** Stores by what their platform calls them, whoever their owners are: for deliveries, which name no customer of ours. */
import type { KeptStore } from '@scanship/connector-kit/store/store-environment';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import type { Services } from '../../platform/services.ts';
import type { AppRegistration, AppRegistrations } from './app-registrations.ts';
import type { StoreAccess, StoreKey } from './store-access.ts';

export interface PlatformAccount {
  readonly platformCode: string;
  readonly externalAccount: string;
  readonly mode: ConnectorMode;
}

/** Also deleted and disconnected ones. */
export async function storesOfAccount(
  { db }: Pick<Services, 'db'>,
  { platformCode, externalAccount, mode }: PlatformAccount,
): Promise<readonly StoreKey[]> {
  const rows = await db.system((tx) =>
    tx
      .selectFrom('stores')
      .select(['tenant_id', 'id'])
      .where('platform_code', '=', platformCode)
      .where('external_account', '=', externalAccount)
      .where('mode', '=', mode)
      .execute(),
  );
  return rows.map(({ tenant_id: tenantId, id }) => ({ tenantId, id }));
}

/**
 * What is kept of the stores of this name that are connected with this registration. A store whose customer works with another
 * registration is none of them: what its platform sends was not meant for this one. Whose access was ended has nothing kept.
 */
export async function keptStores(
  deps: Pick<Services, 'db'> & { readonly apps: AppRegistrations; readonly access: StoreAccess },
  manifest: StoreManifest,
  registration: AppRegistration,
  externalAccount: string,
): Promise<readonly KeptStore[]> {
  const { mode } = registration;
  const kept: KeptStore[] = [];
  for (const store of await storesOfAccount(deps, { platformCode: manifest.code, externalAccount, mode })) {
    const own = await deps.apps.of(store.tenantId, manifest, mode);
    if (!own || own.tenantId !== registration.tenantId) continue;
    const credentials = await deps.access.credentials(store);
    if (credentials) kept.push({ credentials });
  }
  return kept;
}
