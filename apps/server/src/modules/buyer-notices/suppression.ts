/** Addresses that get no notices. They are compared by a hash of their lower case, which stays when the address is erased. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import type { SuppressedAddressesReason } from '../../platform/database/schema/buyer-notices.ts';

export const addressKey = (address: string): string => address.trim().toLowerCase();

/** The tenant is in it, so that the same address has another hash at another seller. */
export const hashOf = (tenantId: string, address: string): string =>
  createHash('sha256')
    .update(`${tenantId} ${addressKey(address)}`)
    .digest('hex');

export interface ToSuppress {
  readonly address: string;
  readonly reason: SuppressedAddressesReason;
  readonly serverWords?: string | undefined;
}

/** Repeatable: the first reason stays. */
export async function suppress(tx: Tx, tenantId: string, addresses: readonly ToSuppress[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .insertInto('suppressed_addresses')
    .values(
      addresses.map(({ address, reason, serverWords }) => ({
        tenant_id: tenantId,
        id: newId(),
        address_hash: hashOf(tenantId, address),
        address: addressKey(address),
        reason,
        server_words: serverWords?.slice(0, 300) ?? null,
      })),
    )
    // An address that was erased and is added again may be shown again: somebody named it.
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'address_hash']).doUpdateSet({ address: (made) => made.ref('excluded.address') }),
    )
    .execute();
}

/** @returns hashes of those that are to be left alone */
export async function suppressedOf(tx: Tx, tenantId: string, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ hash: string }>`SELECT address_hash AS hash FROM suppressed_addresses
    WHERE tenant_id = ${tenantId} AND address_hash = ANY (${[...hashes]}::text[])`.execute(tx);
  return new Set(rows.map(({ hash }) => hash));
}
