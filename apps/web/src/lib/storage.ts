/**
 * Everything the app keeps in the browser, under the names of product-spec section 9 (decisions 14). Role and permission
 * keys are caches for display; the server never trusts them.
 */
export const STORAGE_KEYS = {
  authToken: 'auth_token',
  refreshToken: 'refresh_token',
  impersonateHistory: 'impersonate_history',
  tableConfig: 'table-config',
  currentUserRole: 'currentUserRole',
  sideBarPermissions: 'sideBarPermissions',
  permissionsServices: 'permissionsServices',
  /** Not of section 9: to whom the tokens belong, for other tabs (`drawn-for.ts`). */
  principal: 'principal',
  code: 'code',
  shop: 'shop',
  selectedStoreValue: 'selectedStoreValue',
  redirectUrl: 'redirect_url',
  layoutSettings: 'layout-settings',
  /** Not of section 9: last answers of a packing station whose shift is loaded (decisions 39). */
  offlineStart: 'offline-start',
  /** Not of section 9: the code of a sales agent's link, until an account is opened. */
  agentCode: 'agent-code',
} as const;

export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Keeps values for the life of the page, where the browser refuses storage. */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function openBrowserStore(): KeyValueStore {
  try {
    const probe = '__probe__';
    window.localStorage.setItem(probe, probe);
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    return memoryStore();
  }
}

let opened: KeyValueStore | undefined;
/** Local storage, or memory where it is refused (private windows, blocked cookies). */
export const browserStore = (): KeyValueStore => (opened ??= openBrowserStore());

/** Reads JSON that an older version or a person may have spoilt: anything unreadable is `undefined`. */
export function readJson(store: KeyValueStore, key: string): unknown {
  const text = store.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A full store must not stop the work: what cannot be kept is simply not remembered. */
export function writeJson(store: KeyValueStore, key: string, value: unknown): void {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // Quota exceeded; nothing depends on the value being there.
  }
}
