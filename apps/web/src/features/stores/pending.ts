/**
 * A connection that waits for somebody to sign in or to come back from a consent page (product-spec section 4, "Store
 * connection"): code and shop as the platform's page left them, and which platform or store they are for.
 */
import { browserStore, STORAGE_KEYS } from '../../lib/storage.ts';

export interface PendingConnection {
  readonly code: string;
  readonly shop: string;
  readonly platformId: number | undefined;
  /** A store whose access is renewed. */
  readonly storeId: string | undefined;
}

/** Remembers what the consent that is about to begin is for. */
export function rememberChoice(platformId: number, storeId?: string): void {
  browserStore().setItem(STORAGE_KEYS.selectedStoreValue, storeId ? `${platformId}:${storeId}` : String(platformId));
}
export function savePending(code: string, shop: string, platformId: number): void {
  const store = browserStore();
  store.setItem(STORAGE_KEYS.code, code);
  store.setItem(STORAGE_KEYS.shop, shop);
  if (choice().platformId !== platformId) rememberChoice(platformId);
}
export function choice(): Pick<PendingConnection, 'platformId' | 'storeId'> {
  const [platform = '', storeId] = (browserStore().getItem(STORAGE_KEYS.selectedStoreValue) ?? '').split(':');
  return { platformId: /^\d{6}$/.test(platform) ? Number(platform) : undefined, storeId };
}
export function readPending(): PendingConnection | undefined {
  const store = browserStore();
  const code = store.getItem(STORAGE_KEYS.code);
  const shop = store.getItem(STORAGE_KEYS.shop);
  return code && shop ? { code, shop, ...choice() } : undefined;
}
/** Once it stands, or cannot: where a return should lead is of no use to another connection either. */
export function forgetPending(): void {
  for (const key of [STORAGE_KEYS.code, STORAGE_KEYS.shop, STORAGE_KEYS.selectedStoreValue, STORAGE_KEYS.redirectUrl])
    browserStore().removeItem(key);
}
