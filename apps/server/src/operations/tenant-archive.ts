/** What the file of one tenant looks like: written by export-tenant.ts, read by import-tenant.ts. */
import { createHash } from 'node:crypto';

export const TENANT_FORMAT = 'scanship-tenant';
export const TENANT_FORMAT_VERSION = 1;

/** Columns that are not sealed, and still nobody's business. */
export const SECRET_HASH = /(^|_)(password|token|access|refresh|code)_hash$/;

/** `export.json`, the last entry. */
export interface TenantManifest {
  readonly format: typeof TENANT_FORMAT;
  readonly formatVersion: number;
  readonly tenantId: string;
  readonly kind: string;
  readonly name: string;
  /** Whose realm its people sign in to. */
  readonly seller: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** Before it, events of its log had had their time; null or absent: none had. */
  readonly eventsSince?: string | null | undefined;
  readonly rows: Readonly<Record<string, number>>;
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly files: number;
  /** Of all entries before this one (`contentHash`). */
  readonly sha256: string;
}

/** One hash of names, sizes and bytes, in their order. */
export function contentHash(): { add(name: string, bytes: Uint8Array): void; digest(): string } {
  const hash = createHash('sha256');
  return {
    add(name, bytes) {
      hash.update(`${name}\0${bytes.byteLength}\0`).update(bytes);
    },
    digest: () => hash.digest('hex'),
  };
}
