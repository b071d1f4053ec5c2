/**
 * Our application's registration at a carrier whose accounts are connected by signing in there: the franchise's own where
 * it has one, else the operator's. In mode `simulator` there is one that the simulator knows, which nobody has to enter.
 */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { missingFields } from '@scanship/connector-kit/credentials/credential-fields';
import type { ConnectorMode } from '@scanship/connector-kit/environment';

export interface CarrierApp {
  /** Whose it is; null: the simulator's own. */
  readonly tenantId: string | null;
  /** Values of `manifest.onboarding.app`. */
  readonly app: Readonly<Record<string, string>>;
}

/** The desk where registrations are kept (modules/tenants), and what simulators know. */
export interface AppSource {
  registration(
    tenantId: string,
    slug: string,
    mode: ConnectorMode,
  ): Promise<
    | {
        readonly tenantId: string;
        readonly clientId: string;
        readonly secrets: Readonly<Record<string, string>>;
        readonly settings: Readonly<Record<string, string>>;
      }
    | undefined
  >;
  /** Undefined where no simulator runs, or it knows none. */
  simulated(slug: string): Promise<Readonly<Record<string, string>> | undefined>;
}

export interface CarrierApps {
  /** The one a tenant works with, or undefined when nobody above it has one or it lacks a needed value. */
  of(tenantId: string, manifest: CarrierManifest, mode: ConnectorMode): Promise<CarrierApp | undefined>;
  /** The one that let an account in. */
  ofAccount(
    registrationTenantId: string | null,
    manifest: CarrierManifest,
    mode: ConnectorMode,
  ): Promise<CarrierApp | undefined>;
  /** Modes in which a tenant can sign in, the usual one first. */
  modes(tenantId: string, manifest: CarrierManifest): Promise<readonly ConnectorMode[]>;
}

const MODES = ['live', 'sandbox', 'simulator'] as const;

/** Opening an account for each quote must not ask for its registration each time. Milliseconds. */
const FRESH_MS = 60_000;

export function createCarrierApps(source: AppSource, now: () => Date): CarrierApps {
  const held = new Map<string, { readonly at: number; readonly found: Promise<CarrierApp | undefined> }>();
  const complete = (manifest: CarrierManifest, app: Readonly<Record<string, string>>): boolean =>
    manifest.onboarding !== undefined && missingFields(manifest.onboarding.app, app).length === 0;

  async function registered(
    tenantId: string,
    manifest: CarrierManifest,
    mode: ConnectorMode,
  ): Promise<CarrierApp | undefined> {
    const found = await source.registration(tenantId, manifest.slug, mode);
    if (!found) return undefined;
    const app = { ...found.settings, ...found.secrets, ...(found.clientId === '' ? {} : { clientId: found.clientId }) };
    return complete(manifest, app) ? { tenantId: found.tenantId, app } : undefined;
  }
  async function simulated(manifest: CarrierManifest): Promise<CarrierApp | undefined> {
    const app = await source.simulated(manifest.slug);
    return app && complete(manifest, app) ? { tenantId: null, app } : undefined;
  }
  async function of(tenantId: string, manifest: CarrierManifest, mode: ConnectorMode): Promise<CarrierApp | undefined> {
    if (!manifest.onboarding || (mode !== 'simulator' && manifest.endpoints[mode] === undefined)) return undefined;
    const own = await registered(tenantId, manifest, mode);
    return own ?? (mode === 'simulator' ? simulated(manifest) : undefined);
  }

  return {
    of,
    ofAccount(registrationTenantId, manifest, mode) {
      const key = `${registrationTenantId ?? ''} ${manifest.slug} ${mode}`;
      const at = now().getTime();
      const known = held.get(key);
      if (known && at - known.at < FRESH_MS) return known.found;
      const found =
        registrationTenantId === null ? simulated(manifest) : registered(registrationTenantId, manifest, mode);
      held.set(key, { at, found });
      // A failure, and a registration that is not there yet, are asked for again.
      found.then((app) => app ?? held.delete(key)).catch(() => held.delete(key));
      return found;
    },
    async modes(tenantId, manifest) {
      if (!manifest.onboarding) return [];
      const usable: ConnectorMode[] = [];
      for (const mode of MODES) if (await of(tenantId, manifest, mode)) usable.push(mode);
      return usable;
    },
  };
}

/** For programs without registrations (tests of other parts). */
export const noApps: AppSource = {
  registration: () => Promise.resolve(undefined),
  simulated: () => Promise.resolve(undefined),
};
