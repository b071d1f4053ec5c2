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
  /** Runs `work`, which asks the server for the tokens of somebody else and starts with them: the old ones end before the new ones have come. */
  handOver<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for a `handOver` under way, in whichever tab: a refusal of old tokens says nothing before. */
  handedOver(): Promise<void>;
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

/** One at a time over all tabs; without Web Locks (an insecure origin) at least over this one's. */
function oneAtATime(name: string, locks: LockManager | undefined) {
  let queue: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (locks) return locks.request(name, work);
    const mine = queue.then(work, work);
    queue = mine.catch(() => undefined);
    return mine;
  };
}

export function createSession(store: KeyValueStore, locks: LockManager | undefined): Session {
  const handOver = oneAtATime('scanship-hand-over', locks);
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
    exclusively: oneAtATime('scanship-refresh', locks),
    handOver,
    handedOver: () => handOver(() => Promise.resolve()),
  };
}
