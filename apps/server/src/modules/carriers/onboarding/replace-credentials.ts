/** Keeps credentials the carrier replaced, before anybody uses them: a refresh token is good once. */
import type { Sealer } from '../../../platform/crypto/sealer.ts';
import { actAs, type Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storeSecret } from '../store-secret.ts';
import { CREDENTIALS } from '../credentials.ts';

/**
 * Merges `values` into what is sealed for the account, under a lock of its row, so that two processes never lose each
 * other's. An account that is gone keeps nothing.
 */
export async function replaceCredentials(
  deps: { readonly db: Database; readonly sealer: Sealer },
  account: { readonly tenantId: string; readonly accountId: string },
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { tenantId, accountId } = account;
  await deps.db.tenant({ tenantId }, async (tx) => {
    const row = await tx
      .selectFrom('carrier_accounts')
      .select('secret_id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    let held: Readonly<Record<string, string>> = {};
    if (row.secret_id) {
      await actAs(tx, { role: 'app_secrets', tenantId });
      const secret = await tx
        .selectFrom('secrets')
        .select('sealed')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', row.secret_id)
        .executeTakeFirst();
      await actAs(tx, { role: 'app_tenant', tenantId });
      if (secret)
        held = deps.sealer.openJson(tenantId, row.secret_id, CREDENTIALS, secret.sealed) as Record<string, string>;
    }
    const secretId = newId();
    await storeSecret(deps, tx, tenantId, secretId, { ...held, ...values });
    await tx
      .updateTable('carrier_accounts')
      .set({ secret_id: secretId })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', accountId)
      .execute();
    if (row.secret_id) await tx.deleteFrom('secrets').where('id', '=', row.secret_id).execute();
  });
}
