/** The demo's store, connected the way a seller connects one, with somebody else pressing "Allow". */
import type { Outcome } from '../../platform/problem.ts';
import { connectByConsent, type ConnectDeps } from './connect/connect-store.ts';
import { sealConsent } from './connect/sealed-consent.ts';
import { callbackPath } from './connect/begin-consent.ts';
import { findStore } from './store-registry.ts';
import type { StoreSimulators } from './store-simulators.ts';

export interface DemoStore {
  readonly platformCode: string;
  readonly externalAccount: string;
  readonly name: string;
  /** Where this server is reached. */
  readonly origin: string;
  /** Goes through the platform's consent page; answers the parameters it sends back. */
  allow(address: string): Promise<URLSearchParams>;
}

export interface DemoDeps extends ConnectDeps {
  readonly simulators: StoreSimulators | undefined;
}

/** Stands for the browser of the seller, who is this program. */
const BROWSER = 'demo';

/**
 * Connects the store when the customer never had it, whatever became of it since; its first sync is due at once.
 * @returns whether it was connected now
 */
export async function connectForDemo(
  deps: DemoDeps,
  who: { readonly tenantId: string; readonly realmId: string },
  store: DemoStore,
): Promise<boolean> {
  const entry = findStore(store.platformCode);
  if (!entry || !deps.simulators) return false;
  const { externalAccount, platformCode } = store;
  const known = await deps.db.tenant(who, (tx) =>
    tx
      .selectFrom('stores')
      .select('id')
      .where('tenant_id', '=', who.tenantId)
      .where('platform_code', '=', platformCode)
      .where('external_account', '=', externalAccount)
      .executeTakeFirst(),
  );
  const registration = known ? undefined : await deps.apps.of(who.tenantId, entry.manifest, 'simulator');
  const { authorise } = await entry.load();
  if (!registration || !authorise) return false;
  const redirectUri = `${store.origin}${callbackPath(platformCode)}`;
  const simulatorConsent = await deps.simulators.addressOf(platformCode);
  const address = authorise.begin({ externalAccount, state: 'demo', redirectUri, simulatorConsent }, registration.app);
  const back = await store.allow(address);
  const consent = {
    platformCode,
    mode: 'simulator' as const,
    browser: BROWSER,
    tenantId: who.tenantId,
    storeId: null,
    redirectUri,
    externalAccount,
    code: back.get('code') ?? '',
    state: back.get('state') ?? '',
  };
  const connected: Outcome<unknown> = await connectByConsent(
    deps,
    { ...who, tenantKind: 'customer' },
    {
      code: sealConsent(deps.sealer, who.realmId, consent, deps.clock.now()),
      shop: externalAccount,
      name: store.name,
      browser: BROWSER,
    },
  );
  if (!connected.ok)
    throw new Error(`The demo's store was refused: ${connected.problem.message ?? connected.problem.code}.`);
  return true;
}
