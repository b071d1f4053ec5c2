/**
 * The code of a sales agent's link, kept from the page it leads to until an account is opened: the person may sign in first, look
 * around, or come back to a closed tab. The server decides what it is worth.
 */
import { readJson, STORAGE_KEYS, type KeyValueStore, writeJson } from '../../lib/storage.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
/** As the server takes it. */
const LONGEST = 100;

/** The newest link counts. */
export function keepAgentCode(store: KeyValueStore, code: string | undefined, now = Date.now()): void {
  if (code && code.length <= LONGEST) writeJson(store, STORAGE_KEYS.agentCode, { code, at: now });
}

export function keptAgentCode(store: KeyValueStore, now = Date.now()): string | undefined {
  const kept = readJson(store, STORAGE_KEYS.agentCode);
  if (typeof kept !== 'object' || kept === null || !('code' in kept) || !('at' in kept)) return undefined;
  const { code, at } = kept;
  const good = typeof code === 'string' && code.length <= LONGEST && typeof at === 'number';
  return good && now - at < KEPT_MS ? code : undefined;
}

export const forgetAgentCode = (store: KeyValueStore): void => store.removeItem(STORAGE_KEYS.agentCode);
