/** Services of an account: what the connector knows, what the carrier lists for it, and what is switched on. Pure. */
import type { AccountService } from '@scanship/contracts/carriers/carriers';

/** Services switched on or off; a service that is not named is on. */
export type ServiceSwitches = Readonly<Record<string, { readonly enabled: boolean }>>;

export interface ListedService {
  readonly code: string;
  readonly name: string;
}

/**
 * The connector's services in their order, then those only the carrier knows by name.
 * @param listed undefined while the carrier was not asked (or cannot be)
 */
export function mergeServices(
  known: readonly ListedService[],
  listed: readonly ListedService[] | undefined,
  switches: ServiceSwitches,
): AccountService[] {
  const enabled = (code: string): boolean => switches[code]?.enabled ?? true;
  const codes = new Set(known.map(({ code }) => code));
  const listedCodes = new Set(listed?.map(({ code }) => code));
  const unknown = (listed ?? []).filter(({ code }) => !codes.has(code));
  return [
    ...known.map(({ code, name }) => ({
      code,
      name,
      enabled: enabled(code),
      known: true,
      ...(listed ? { listed: listedCodes.has(code) } : {}),
    })),
    ...unknown
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ code, name }) => ({ code, name: name || code, enabled: enabled(code), known: false, listed: true })),
  ];
}

/** Codes that came new and codes that are gone, against what was known of the account before. */
export function changedServices(
  before: { readonly known: readonly ListedService[]; readonly listed: readonly ListedService[] | undefined },
  now: readonly ListedService[],
): { readonly added: readonly string[]; readonly gone: readonly string[] } {
  const had = new Set((before.listed ?? before.known).map(({ code }) => code));
  const has = new Set(now.map(({ code }) => code));
  return {
    added: [...has].filter((code) => !had.has(code)),
    // What the connector knows and the carrier never listed for this account is not news twice.
    gone: before.listed ? [...had].filter((code) => !has.has(code)) : [],
  };
}
