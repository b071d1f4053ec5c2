/**
 * Access to one store kept in this process: for tests and single processes. One renewal serves all callers. A server with
 * several processes keeps the credentials in its database and locks the row instead.
 */
import { fail } from '../errors.ts';
import type { Store, StoreManifest } from '../store/store.ts';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type AccessSource, type ConnectEnv } from '../store/store-environment.ts';

/** Renewed this long before it ends, so that a call does not arrive with access that has just ended. */
export const RENEW_EARLY_MS = 120_000;

export interface MemoryAccess extends AccessSource {
  /** What is kept now. */
  credentials(): Readonly<Record<string, string>>;
  /** Renewals made. */
  readonly renewals: number;
}

/** Whether the access of these credentials is good for a while yet; access without an end always is. */
export function accessIsFresh(credentials: Readonly<Record<string, string>>, now: Date): boolean {
  const until = credentials[ACCESS_EXPIRES_AT];
  return until === undefined || Date.parse(until) - RENEW_EARLY_MS > now.getTime();
}

/** @param open makes the environment for a renewal from the credentials of now */
export function createMemoryAccess(
  store: Pick<Store, 'renew'> & { readonly manifest: Pick<StoreManifest, 'name'> },
  first: Readonly<Record<string, string>>,
  open: (credentials: Readonly<Record<string, string>>) => ConnectEnv,
  now: () => Date = () => new Date(),
): MemoryAccess {
  let credentials = first;
  let renewals = 0;
  let flight: Promise<string> | undefined;
  const value = (): string => credentials[ACCESS_TOKEN] ?? '';
  const renew = async (): Promise<string> => {
    if (!store.renew) throw fail('not-authorised', `${store.manifest.name} has to be connected again.`);
    const renewed = await store.renew(open(credentials));
    credentials = { ...credentials, ...renewed };
    renewals += 1;
    return value();
  };
  const renewOnce = (): Promise<string> => {
    flight ??= renew().finally(() => {
      flight = undefined;
    });
    return flight;
  };
  return {
    credentials: () => credentials,
    get renewals() {
      return renewals;
    },
    get: () => (value() !== '' && accessIsFresh(credentials, now()) ? Promise.resolve(value()) : renewOnce()),
    // A late refusal of an old value must not renew again: somebody else has done it.
    refused: (refusedValue) =>
      refusedValue === value() || flight !== undefined ? renewOnce() : Promise.resolve(value()),
  };
}
