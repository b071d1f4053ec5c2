/** The store platforms of the product, and which of them can be connected here. */
import type { Platform, PlatformDetail } from '@scanship/contracts/stores/stores';
import { platformOfId, STORE_PLATFORMS, type StorePlatform } from '@scanship/domain/stores/store-platforms';
import type { AppRegistrations } from './app-registrations.ts';
import { findStore } from './store-registry.ts';
import { credentialFieldView, keySourceView } from '../../platform/credential-field-view.ts';

/** All platforms of the product, connectable or not, as a tenant sees them. */
export async function platforms(apps: AppRegistrations, tenantId: string): Promise<Platform[]> {
  const seen: Platform[] = [];
  for (const platform of STORE_PLATFORMS) seen.push(await view(apps, tenantId, platform));
  return seen;
}

async function view(apps: AppRegistrations, tenantId: string, platform: StorePlatform): Promise<Platform> {
  const entry = findStore(platform.code);
  const modes = entry ? [...(await apps.modes(tenantId, entry.manifest))] : [];
  return {
    id: platform.id,
    name: platform.name,
    path: `${platform.code}-store`,
    available: modes.length > 0,
    unavailableBecause: !entry
      ? `${platform.name} cannot be connected yet.`
      : modes.length === 0
        ? `${platform.name} is not set up on this site yet; ask your operator.`
        : null,
    connect: entry?.manifest.connect ?? null,
    modes,
  };
}

/** Undefined when there is no such platform. */
export async function platformDetail(
  apps: AppRegistrations,
  tenantId: string,
  id: number,
): Promise<PlatformDetail | undefined> {
  const platform = platformOfId(id);
  if (!platform) return undefined;
  const manifest = findStore(platform.code)?.manifest;
  const seen = await view(apps, tenantId, platform);
  return {
    ...seen,
    fields: (manifest?.fields ?? []).map(credentialFieldView),
    keys: keySourceView(manifest?.keys),
    help: helpOf(platform.name, manifest?.connect),
    capabilities: { ...manifest?.capabilities },
    historyNote: manifest?.sync.history?.note ?? null,
  };
}

const helpOf = (name: string, connect: 'redirect' | 'credentials' | undefined): string =>
  connect === 'redirect'
    ? `You are led to ${name} to allow access, and then back here.`
    : connect === 'credentials'
      ? `Enter the keys of your ${name} account; they are tried at once and kept sealed.`
      : `${name} cannot be connected yet.`;
