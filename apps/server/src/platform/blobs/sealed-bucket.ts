/**
 * Files in the bucket: encrypted with the installation's key before they leave, bound to their tenant and their hash, and checked against
 * both when they come back. Who runs the storage sees sizes, hashes and ids of tenants.
 */
import { SealError, type Sealer } from '../crypto/sealer.ts';
import { newId } from '../database/ids.ts';
import type { Bucket } from './bucket.ts';
import { hashOf } from './store-blob.ts';

export interface SealedBucket {
  /** A key that was never used before and never will be again: what removes an old object can never meet a new one. */
  newKey(tenantId: string, sha256: string): string;
  put(tenantId: string, sha256: string, key: string, bytes: Uint8Array): Promise<void>;
  /** Throws `BucketUnavailable`. */
  get(tenantId: string, sha256: string, key: string): Promise<Fetched>;
  remove(key: string): Promise<void>;
  keys(): AsyncGenerator<readonly string[]>;
  close(): void;
}

export type Fetched =
  | { readonly is: 'there'; readonly bytes: Buffer }
  | { readonly is: 'missing' }
  /** Another length, changed, another file's, or sealed with a key that is not given. */
  | { readonly is: 'damaged'; readonly fault: string };

const PURPOSE = 'stored-file';

export const sealedBucket = (bucket: Bucket, sealer: Sealer): SealedBucket => ({
  newKey: (tenantId, sha256) => `${tenantId}/${sha256}/${newId()}`,
  put: (tenantId, sha256, key, bytes) => bucket.put(key, sealer.seal(tenantId, sha256, PURPOSE, bytes).sealed),
  async get(tenantId, sha256, key) {
    if (!key.startsWith(`${tenantId}/${sha256}/`)) return { is: 'damaged', fault: 'other-file' };
    const sealed = await bucket.get(key);
    if (!sealed) return { is: 'missing' };
    try {
      const bytes = sealer.open(tenantId, sha256, PURPOSE, sealed);
      return hashOf(bytes) === sha256 ? { is: 'there', bytes } : { is: 'damaged', fault: 'other-hash' };
    } catch (error) {
      if (error instanceof SealError) return { is: 'damaged', fault: error.message };
      throw error;
    }
  },
  remove: (key) => bucket.remove(key),
  keys: () => bucket.keys(),
  close: () => bucket.close(),
});
