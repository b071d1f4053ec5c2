/** Seals credentials of a carrier account into a row of their own, in the owner's transaction. */
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Tx } from '../../platform/database/database.ts';
import { CREDENTIALS } from './credentials.ts';

export async function storeSecret(
  deps: { readonly sealer: Sealer },
  tx: Tx,
  tenantId: string,
  secretId: string,
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  const { keyId, sealed } = deps.sealer.sealJson(tenantId, secretId, CREDENTIALS, credentials);
  await tx
    .insertInto('secrets')
    .values({ tenant_id: tenantId, id: secretId, purpose: CREDENTIALS, key_id: keyId, sealed })
    .execute();
}
