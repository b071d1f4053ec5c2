/**
 * What an account says about itself (its carriers, its services) and hardly ever changes: asked once for all callers and kept
 * with an age, in this process and, where a store is given, for every process. The key is the credential's fingerprint, so
 * changed credentials begin with nothing known.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@scanship/domain/values/json';
import { ConnectorError } from '../errors.ts';

export interface AccountFact {
  readonly value: Json;
  /** When the vendor said it, by the clock of whoever reads it. Milliseconds. */
  readonly saidAt: number;
  /** Names this saying, so that a late refusal of an old one never drops a new one. */
  readonly version: string;
}

export interface AccountFacts {
  /** What was said at most `maxAgeMs` ago, or else what `ask` gets. Eight callers make one `ask`; a failed one is not kept. */
  get(name: string, maxAgeMs: number, ask: () => Promise<Json>): Promise<AccountFact>;
  /** Forgets what the vendor no longer stands by; only this saying of it. */
  drop(name: string, fact: AccountFact): Promise<void>;
  ageOf(fact: AccountFact): number;
}

/** Where sayings are kept for all processes. Ages are the store's own, so that no two clocks are compared. */
export interface FactStore {
  read(name: string): Promise<{ readonly value: Json; readonly ageMs: number; readonly version: string } | undefined>;
  /** @returns the version */
  write(name: string, value: Json): Promise<string>;
  drop(name: string, version: string): Promise<void>;
}

export interface FactCache {
  of(accountKey: string, store?: FactStore): AccountFacts;
  /** Forgets in this process what an account said. */
  forget(accountKey: string): void;
}

interface Slot {
  fact?: AccountFact | undefined;
  lookedAt: number;
  flight?: Promise<AccountFact> | undefined;
}

/** After this long the store is looked at again: another process may have dropped or renewed what is known here. */
const LOOK_AGAIN_MS = 60_000;
/** Sayings kept in memory; the oldest goes. */
const MOST = 2_000;

export function createFactCache({ now }: { readonly now: () => Date }): FactCache {
  const slots = new Map<string, Slot>();
  const at = (): number => now().getTime();

  async function lead(name: string, maxAgeMs: number, ask: () => Promise<Json>, store: FactStore | undefined) {
    const kept = await store?.read(name);
    if (kept && kept.ageMs < maxAgeMs) return { value: kept.value, saidAt: at() - kept.ageMs, version: kept.version };
    const saidAt = at();
    const value = await ask();
    return { value, saidAt, version: (await store?.write(name, value)) ?? `${saidAt}` };
  }

  return {
    of(accountKey, store) {
      const slotOf = (name: string): Slot => {
        const key = `${accountKey} ${name}`;
        const slot = slots.get(key) ?? { lookedAt: -Infinity };
        slots.set(key, slot);
        const [oldest] = slots.keys();
        if (slots.size > MOST && oldest !== undefined && oldest !== key) slots.delete(oldest);
        return slot;
      };
      const begin = async (slot: Slot, ...[name, maxAgeMs, ask]: Parameters<AccountFacts['get']>) => {
        slot.flight = lead(name, maxAgeMs, ask, store);
        try {
          slot.fact = await slot.flight;
          slot.lookedAt = at();
          return slot.fact;
        } finally {
          slot.flight = undefined;
        }
      };
      return {
        async get(name, maxAgeMs, ask) {
          const slot = slotOf(name);
          const { fact } = slot;
          if (fact && at() - fact.saidAt < maxAgeMs && (!store || at() - slot.lookedAt < LOOK_AGAIN_MS)) return fact;
          if (!slot.flight) return begin(slot, name, maxAgeMs, ask);
          try {
            return await slot.flight;
          } catch (error) {
            // The leader's own deadline may have ended the question; a waiter with time left asks once for itself.
            if (!(error instanceof ConnectorError) || error.problem.kind !== 'temporary-before-effect') throw error;
            return slot.flight ?? begin(slot, name, maxAgeMs, ask);
          }
        },
        async drop(name, fact) {
          const slot = slotOf(name);
          if (slot.fact?.version === fact.version) slot.fact = undefined;
          await store?.drop(name, fact.version);
        },
        ageOf: (fact) => at() - fact.saidAt,
      };
    },
    forget(accountKey) {
      for (const key of slots.keys()) if (key.startsWith(`${accountKey} `)) slots.delete(key);
    },
  };
}

/** What was said so recently is not doubted when the vendor refuses. */
const SURE_MS = 60_000;

export interface FactWanted<F> {
  readonly name: string;
  readonly maxAgeMs: number;
  ask(): Promise<Json>;
  /** Of what `ask` gave, now or in another process and release. */
  read(value: Json): F;
}

/**
 * Asks something that rests on what the account said. Where the vendor refuses it and the saying is not new, the account is
 * asked again, and if it says something else now, the question is put once more. `use` must be free of effects.
 */
export async function withFact<F, A>(
  env: { readonly facts?: AccountFacts | undefined },
  wanted: FactWanted<F>,
  use: (fact: F) => Promise<A>,
): Promise<A> {
  const { facts } = env;
  if (!facts) return use(wanted.read(await wanted.ask()));
  const get = () => facts.get(wanted.name, wanted.maxAgeMs, () => wanted.ask());
  const kept = await get();
  try {
    return await use(wanted.read(kept.value));
  } catch (error) {
    if (!isRefusal(error) || facts.ageOf(kept) < SURE_MS) throw error;
    await facts.drop(wanted.name, kept);
    const again = await get();
    if (isDeepStrictEqual(again.value, kept.value)) throw error;
    return use(wanted.read(again.value));
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ConnectorError && ['refused', 'not-authorised', 'invalid-input'].includes(error.problem.kind);
