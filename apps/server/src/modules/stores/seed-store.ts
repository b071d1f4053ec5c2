/** A connected store of the demo: made without asking anybody, so that a start waits for no simulator. */
import type { Address } from '@scanship/domain/address';
import type { Services } from '../../platform/services.ts';
import { saveStore } from './connect/save-store.ts';
import type { StoreAccess } from './store-access.ts';
import { findStore } from './store-registry.ts';

export interface DemoStore {
  readonly platformCode: string;
  readonly externalAccount: string;
  readonly name: string;
  readonly address: Partial<Address>;
  readonly currency: string;
  readonly timeZone: string;
  /** What the simulator takes as access; renewed like any other when it is first used. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly hookOrigin: string | undefined;
}

/** Connects the store when the customer does not have it, whatever became of it since. Its first sync is due at once. */
export async function connectForDemo(
  deps: Pick<Services, 'db' | 'clock'> & { readonly access: StoreAccess },
  tenantId: string,
  store: DemoStore,
): Promise<void> {
  const manifest = findStore(store.platformCode)?.manifest;
  if (!manifest) throw new Error(`The demo's platform ${store.platformCode} is not registered.`);
  const known = await deps.db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('stores')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('platform_code', '=', store.platformCode)
      .where('external_account', '=', store.externalAccount)
      .executeTakeFirst(),
  );
  if (known) return;
  const saved = await saveStore(deps, tenantId, {
    manifest,
    mode: 'simulator',
    connected: {
      externalAccount: store.externalAccount,
      name: store.name,
      credentials: store.credentials,
      settings: {},
      address: store.address,
      currency: store.currency,
      timeZone: store.timeZone,
      problems: [],
    },
    registrationTenantId: null,
    name: store.name,
    hookOrigin: store.hookOrigin,
  });
  if (!saved.ok) throw new Error(`The demo's store could not be made: ${saved.problem.message ?? saved.problem.code}.`);
}
