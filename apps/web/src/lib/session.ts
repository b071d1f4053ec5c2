/**
 * The token pair, shared by all tabs of this browser. A refresh runs once at a time over all of them: whoever holds the
 * lock refreshes, the others find the new token in storage (decisions 3).
 */
import type { KeyValueStore } from './storage.ts';
import { STORAGE_KEYS } from './storage.ts';

export interface Session {
  token(): string | null;
  refreshToken(): string | null;
  /** Tokens of a person who may be another than before; who it is stands in the profile. */
  start(token: string, refreshToken: string): void;
  /** New tokens of the same session. */
  renew(token: string, refreshToken: string): void;
  /** Forgets tokens, role, permissions and what belongs to this person's work. */
  clear(): void;
  /** Runs `work` while no other tab runs its own. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Cleared at sign-out (product-spec section 4, "Logout clears"). */
const PERSONAL_KEYS = [
  STORAGE_KEYS.authToken,
  STORAGE_KEYS.refreshToken,
  STORAGE_KEYS.principal,
  STORAGE_KEYS.currentUserRole,
  STORAGE_KEYS.sideBarPermissions,
  STORAGE_KEYS.permissionsServices,
  STORAGE_KEYS.code,
  STORAGE_KEYS.shop,
  STORAGE_KEYS.impersonateHistory,
  STORAGE_KEYS.offlineStart,
] as const;

const LOCK = 'scanship-refresh';

export function createSession(store: KeyValueStore, locks: LockManager | undefined): Session {
  // Without Web Locks (an insecure origin) at least this tab refreshes once at a time.
  let queue: Promise<unknown> = Promise.resolve();
  function renew(token: string, refreshToken: string): void {
    store.setItem(STORAGE_KEYS.authToken, token);
    store.setItem(STORAGE_KEYS.refreshToken, refreshToken);
  }
  return {
    token: () => store.getItem(STORAGE_KEYS.authToken),
    refreshToken: () => store.getItem(STORAGE_KEYS.refreshToken),
    start(token, refreshToken) {
      store.removeItem(STORAGE_KEYS.principal);
      renew(token, refreshToken);
    },
    renew,
    clear() {
      for (const key of PERSONAL_KEYS) store.removeItem(key);
    },
    async exclusively(work) {
      if (locks) return locks.request(LOCK, work);
      const mine = queue.then(work, work);
      queue = mine.catch(() => undefined);
      return mine;
    },
  };
}
