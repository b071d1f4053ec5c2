/**
 * Our registration at a platform: the franchise's own where it has one, else the operator's. In mode `simulator` there is
 * one that the simulator knows, which nobody has to enter.
 */
import { missingFields } from '@scanship/connector-kit/credentials/credential-fields';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import type { Services } from '../../platform/services.ts';
import { appRegistrationOf } from '../tenants/index.ts';
import type { StoreSimulators } from './store-simulators.ts';

export interface AppRegistration {
  /** Whose it is; null: the simulator's own. */
  readonly tenantId: string | null;
  readonly mode: ConnectorMode;
  /** Values of the manifest's `appFields`. */
  readonly app: Readonly<Record<string, string>>;
}

export interface AppRegistrations {
  /** The one a tenant works with, or undefined when nobody above it has one. A platform of typed-in keys needs none. */
  of(tenantId: string, manifest: StoreManifest, mode: ConnectorMode): Promise<AppRegistration | undefined>;
  /** The same where it lacks nothing: what sellers are let in through. What is connected already goes on with `of`. */
  whole(tenantId: string, manifest: StoreManifest, mode: ConnectorMode): Promise<AppRegistration | undefined>;
  /** All there are, for what comes in before anybody knows whose it is. At most a minute old. */
  all(manifest: StoreManifest): Promise<readonly AppRegistration[]>;
  /** Modes a tenant can connect the platform in, the usual one first: those whose registration lacks nothing. */
  modes(tenantId: string, manifest: StoreManifest): Promise<readonly ConnectorMode[]>;
}

const FRESH_MS = 60_000;
const MODES = ['live', 'sandbox', 'simulator'] as const;

export function createAppRegistrations(
  { db, sealer, clock }: Pick<Services, 'db' | 'sealer' | 'clock'>,
  simulators: StoreSimulators | undefined,
): AppRegistrations {
  const held = new Map<string, { readonly at: number; readonly found: Promise<readonly AppRegistration[]> }>();

  async function stored(
    tenantId: string,
    manifest: StoreManifest,
    mode: ConnectorMode,
  ): Promise<AppRegistration | undefined> {
    const found = await appRegistrationOf({ db, sealer }, tenantId, 'store', manifest.code, mode);
    if (!found) return undefined;
    const app = { ...found.settings, ...found.secrets, ...(found.clientId === '' ? {} : { clientId: found.clientId }) };
    return { tenantId: found.tenantId, mode, app };
  }

  async function of(
    tenantId: string,
    manifest: StoreManifest,
    mode: ConnectorMode,
  ): Promise<AppRegistration | undefined> {
    if (mode !== 'simulator' && manifest.endpoints[mode] === undefined) return undefined;
    if (mode === 'simulator' && simulators === undefined) return undefined;
    if (manifest.appFields.length === 0) return { tenantId: null, mode, app: {} };
    const own = await stored(tenantId, manifest, mode);
    if (own) return own;
    const app = mode === 'simulator' ? await simulators?.appOf(manifest.code) : undefined;
    return app && { tenantId: null, mode, app };
  }

  async function whole(
    tenantId: string,
    manifest: StoreManifest,
    mode: ConnectorMode,
  ): Promise<AppRegistration | undefined> {
    const found = await of(tenantId, manifest, mode);
    return found && missingFields(manifest.appFields, found.app).length === 0 ? found : undefined;
  }

  async function read(manifest: StoreManifest): Promise<readonly AppRegistration[]> {
    const rows = await db.system((tx) =>
      tx
        .selectFrom('app_registrations')
        .select(['tenant_id', 'mode'])
        .where('kind', '=', 'store')
        .where('slug', '=', manifest.code)
        .execute(),
    );
    const found: AppRegistration[] = [];
    for (const row of rows) {
      const registration = await stored(row.tenant_id, manifest, row.mode);
      if (registration?.tenantId === row.tenant_id) found.push(registration);
    }
    const app = await simulators?.appOf(manifest.code);
    return app ? [...found, { tenantId: null, mode: 'simulator', app }] : found;
  }

  return {
    of,
    whole,
    all(manifest) {
      const now = clock.now().getTime();
      const known = held.get(manifest.code);
      if (known && now - known.at < FRESH_MS) return known.found;
      const found = read(manifest);
      held.set(manifest.code, { at: now, found });
      found.catch(() => held.delete(manifest.code));
      return found;
    },
    async modes(tenantId, manifest) {
      const usable: ConnectorMode[] = [];
      for (const mode of MODES) if (await whole(tenantId, manifest, mode)) usable.push(mode);
      return usable;
    },
  };
}
