/** A carrier of the catalogue as a person chooses it: what it asks for, what it offers and what not, and its limits. */
import type { CatalogueCarrier } from '@scanship/contracts/carriers/carriers';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { CARRIER_OPERATIONS, type CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { RegisteredCarrier } from './connector-registry.ts';
import { credentialFieldView, keySourceView } from '../../platform/credential-field-view.ts';

export interface CatalogueOptions {
  /** Whether simulators run here. */
  readonly simulators: boolean;
  readonly signInModes: readonly ConnectorMode[];
}

/** Modes an account can be connected in here, the usual one first. */
export function connectModes(entry: RegisteredCarrier, simulators: boolean): ConnectorMode[] {
  const { manifest } = entry;
  if (entry.sample) return ['simulator'];
  if (manifest.maturity === 'own') return ['live'];
  return [
    ...(simulators ? (['simulator'] as const) : []),
    ...(['sandbox', 'live'] as const).filter((mode) => manifest.endpoints[mode] !== undefined),
  ];
}

/** Whether a connector offers an operation, as its manifest says. */
export function offers(manifest: CarrierManifest, operation: CarrierOperation): boolean {
  if (manifest.notOffered?.[operation] !== undefined) return false;
  const { capabilities } = manifest;
  switch (operation) {
    case 'dangerousGoods':
      return (manifest.dangerousGoods?.length ?? 0) > 0;
    case 'refund':
    case 'trackPush':
      // No capability says so: a connector explains where it lacks them, and samples are free not to.
      return manifest.notOffered !== undefined;
    default:
      return capabilities[operation] === true;
  }
}

export const operationsOf = (
  manifest: CarrierManifest,
): { operation: CarrierOperation; offered: boolean; why: string | null }[] =>
  CARRIER_OPERATIONS.map((operation) => ({
    operation,
    offered: offers(manifest, operation),
    why: manifest.notOffered?.[operation] ?? null,
  }));

export function catalogueView(entry: RegisteredCarrier, options: CatalogueOptions): CatalogueCarrier {
  const { manifest } = entry;
  const { limits } = manifest;
  return {
    id: manifest.slug,
    name: manifest.name,
    maturity: manifest.maturity,
    sample: entry.sample,
    originCountries: [...manifest.originCountries],
    credentials: manifest.credentials.map(credentialFieldView),
    keys: keySourceView(manifest.keys),
    capabilities: Object.fromEntries(
      Object.entries(manifest.capabilities).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    contractVersion: manifest.contractVersion ?? null,
    modes: connectModes(entry, options.simulators),
    signInModes: [...options.signInModes],
    services: manifest.services.map(({ code, name }) => ({ code, name })),
    prices: manifest.prices ?? 'carrier',
    labelFormats: [...manifest.labelFormats],
    limits: {
      maxGrams: limits.maxGrams,
      maxLengthMm: limits.maxLengthMm ?? null,
      maxLengthPlusGirthMm: limits.maxLengthPlusGirthMm ?? null,
      dimensionsRequired: limits.dimensionsRequired,
    },
    packagings: (manifest.packagings ?? []).map(({ code, name, shape, outer, maxGrams, flatRate }) => ({
      code,
      name,
      shape,
      lengthMm: outer.lengthMm,
      widthMm: outer.widthMm,
      heightMm: outer.heightMm,
      maxGrams: maxGrams ?? null,
      flatRate,
    })),
    operations: operationsOf(manifest),
  };
}
