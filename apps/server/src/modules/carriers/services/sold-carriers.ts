/** Which carriers' services an account sells: the directory that saves asking an aggregator for what it does not have. */
import type { Carrier, CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { runDiscoverServices } from '@scanship/connector-kit/steps/run-question';
import type { Address } from '@scanship/domain/addresses/address';
import type { Json } from '@scanship/domain/values/json';

/** A carrier that is connected at the aggregator meanwhile is known so much later at most, or when its services are looked up. */
const KEPT_MS = 6 * 3_600_000;
/** After a list that could not be had the account is taken as unknown for so long, and asked. */
const UNKNOWN_MS = 10 * 60_000;

const unknownUntil = new WeakMap<CarrierManifest, Map<string, number>>();

/**
 * @param from aggregators list by the country parcels leave from
 * @returns slugs of carriers; undefined where it is not known, and the account has to be asked
 */
export async function soldCarriers(
  account: {
    readonly manifest: CarrierManifest;
    readonly accountKey: string;
    load(): Promise<Carrier>;
    environment(): Promise<CarrierEnv>;
  },
  from: Address,
): Promise<ReadonlySet<string> | undefined> {
  const { manifest } = account;
  if (manifest.aggregator !== true) return new Set([manifest.slug]);
  if (manifest.capabilities.discoverServices !== true) return undefined;
  const failed = unknownUntil.get(manifest) ?? new Map<string, number>();
  unknownUntil.set(manifest, failed);
  const place = `${account.accountKey} ${from.countryCode}`;
  if ((failed.get(place) ?? -Infinity) > performance.now()) return undefined;
  try {
    const carrier = await account.load();
    const env = await account.environment();
    if (!env.facts) return undefined;
    const { value } = await env.facts.get(
      `carriers sold from ${from.countryCode}`,
      KEPT_MS,
      async (): Promise<Json> => {
        const listed = await runDiscoverServices(carrier, from, env);
        if (!listed.ok) throw new ConnectorError(listed.problem);
        // One service that nobody is named for may be anybody's.
        return listed.value.some((service) => service.carrier === undefined)
          ? null
          : [...new Set(listed.value.flatMap((service) => service.carrier ?? []))];
      },
    );
    return Array.isArray(value) ? new Set(value.filter((each) => typeof each === 'string')) : undefined;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    failed.set(place, performance.now() + UNKNOWN_MS);
    return undefined;
  }
}
