/** Own carrier accounts of a customer that goes to another franchise: both have them then, the former one to settle what it bought. */
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Services } from '../../platform/services.ts';
import type { CarrierRegistry } from './connector-registry.ts';
import { CREDENTIALS } from './credentials.ts';
import { storeSecret } from './store-secret.ts';

export interface AccountToCarry {
  readonly id: string;
  readonly grantId: string;
  readonly name: string;
  readonly carrier: string;
  /**
   * Its access is keys of the customer's own. One that came by signing in stays with whoever voids and settles with it: its refresh token
   * is good once, so the second of two customers to use it would end the access of both.
   */
  readonly goes: boolean;
}

export async function accountsToCarry(
  { db, registry }: Pick<Services, 'db'> & { readonly registry: CarrierRegistry },
  from: { readonly tenantId: string },
): Promise<readonly AccountToCarry[]> {
  const rows = await db.tenant(
    from,
    (tx) =>
      tx
        .selectFrom('carrier_accounts as a')
        .innerJoin('account_grants as g', (join) =>
          join.onRef('g.tenant_id', '=', 'a.tenant_id').onRef('g.account_id', '=', 'a.id'),
        )
        .select(['a.id', 'g.id as grantId', 'a.name', 'a.slug', 'a.signed_in'])
        .where('a.tenant_id', '=', from.tenantId)
        .where('a.state', '<>', 'removed')
        .where('g.valid_to', 'is', null)
        .orderBy('a.created_at')
        .execute(),
    { readOnly: true },
  );
  return rows.map(({ id, grantId, name, slug, signed_in: signedIn }) => {
    const manifest = registry.find(slug)?.manifest;
    return { id, grantId, name, carrier: manifest?.name ?? slug, goes: manifest !== undefined && !signedIn };
  });
}

export interface CarriedAccount {
  readonly from: { readonly tenantId: string; readonly accountId: string; readonly grantId: string };
  readonly to: { readonly tenantId: string; readonly accountId: string; readonly grantId: string };
}

/** Its credentials are sealed anew for whoever gets it. Again it does nothing. Ends as whoever gets it. */
export async function carryAccount(
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  { from, to }: CarriedAccount,
): Promise<void> {
  await actAs(tx, { role: 'app_tenant', tenantId: to.tenantId });
  const there = await tx.selectFrom('carrier_accounts').select('id').where('id', '=', to.accountId).executeTakeFirst();
  if (there) return;
  await actAs(tx, { role: 'app_tenant', tenantId: from.tenantId });
  const account = await tx
    .selectFrom('carrier_accounts')
    .selectAll()
    .where('id', '=', from.accountId)
    .executeTakeFirstOrThrow();
  const grant = await tx
    .selectFrom('account_grants')
    .select(['slug', 'name', 'mode', 'services'])
    .where('id', '=', from.grantId)
    .executeTakeFirstOrThrow();
  await actAs(tx, { role: 'app_secrets', tenantId: from.tenantId });
  const secret = account.secret_id
    ? await tx.selectFrom('secrets').select('sealed').where('id', '=', account.secret_id).executeTakeFirst()
    : undefined;
  const credentials =
    secret && account.secret_id
      ? (sealer.openJson(from.tenantId, account.secret_id, CREDENTIALS, secret.sealed) as Readonly<
          Record<string, string>
        >)
      : undefined;
  await actAs(tx, { role: 'app_tenant', tenantId: to.tenantId });
  const secretId = credentials ? newId() : null;
  if (secretId && credentials) await storeSecret({ sealer }, tx, to.tenantId, secretId, credentials);
  await tx
    .insertInto('carrier_accounts')
    .values({
      ...account,
      tenant_id: to.tenantId,
      id: to.accountId,
      secret_id: secretId,
      // Without a credential an account has a quota of its own, named by its id.
      quota_key: account.quota_key === from.accountId ? to.accountId : account.quota_key,
      settings: json(account.settings as object),
      health: json({}),
      listed_services: json(account.listed_services as object),
    })
    .execute();
  await tx
    .insertInto('account_grants')
    .values({
      tenant_id: to.tenantId,
      id: to.grantId,
      owner_tenant_id: to.tenantId,
      account_id: to.accountId,
      slug: grant.slug,
      name: grant.name,
      mode: grant.mode,
      services: json(grant.services as object),
    })
    .execute();
}

/** The move is taken back: what was carried is worth nothing any more, and numbers that were allotted there are not used again. */
export async function giveBackAccount(tx: Tx, { from, to }: CarriedAccount): Promise<void> {
  await actAs(tx, { role: 'app_tenant', tenantId: to.tenantId });
  const account = await tx
    .selectFrom('carrier_accounts')
    .select(['secret_id', 'next_serial'])
    .where('id', '=', to.accountId)
    .executeTakeFirst();
  if (!account) return;
  await tx
    .updateTable('account_grants')
    .set({ valid_to: sql<Date>`now()` })
    .where('id', '=', to.grantId)
    .where('valid_to', 'is', null)
    .execute();
  await tx
    .updateTable('carrier_accounts')
    .set({ state: 'removed', secret_id: null })
    .where('id', '=', to.accountId)
    .execute();
  if (account.secret_id) await tx.deleteFrom('secrets').where('id', '=', account.secret_id).execute();
  await actAs(tx, { role: 'app_tenant', tenantId: from.tenantId });
  await sql`UPDATE carrier_accounts SET next_serial = greatest(next_serial, ${account.next_serial}) WHERE id = ${from.accountId}`.execute(
    tx,
  );
}
