/**
 * A packing station whose shift is loaded starts without a line from the last answers about brand and person (decisions 39).
 * Only the network may be missing: what the server refuses stays refused.
 */
import { TransportError } from './api-errors.ts';
import { type KeyValueStore, readJson, STORAGE_KEYS, writeJson } from './storage.ts';

interface Kept {
  /** End of the shift, ISO 8601 instant. */
  readonly until: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

const kept = (store: KeyValueStore): Kept | undefined => {
  const value = readJson(store, STORAGE_KEYS.offlineStart) as Kept | undefined;
  return value && Date.parse(value.until) > Date.now() ? value : undefined;
};

export const keepForOffline = (store: KeyValueStore, until: string, answers: Kept['answers']): void =>
  writeJson(store, STORAGE_KEYS.offlineStart, { until, answers } satisfies Kept);

export const forgetOffline = (store: KeyValueStore): void => store.removeItem(STORAGE_KEYS.offlineStart);

/** Asks; where there is no network, the kept answer of this name. */
export async function orKept<T>(store: KeyValueStore, name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const answer = error instanceof TransportError && error.kind === 'network' ? kept(store)?.answers[name] : undefined;
    if (answer === undefined) throw error;
    return answer as T;
  }
}
