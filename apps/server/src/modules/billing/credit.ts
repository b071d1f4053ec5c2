/** What a seller lets a buyer owe. The limit stands on the seller's receivable, where every purchase is held to it. */
import { type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';

export interface Credit {
  readonly limitMinor: number | null;
  readonly owedMinor: number;
  readonly reservedMinor: number;
}

/** Runs as the seller. */
export const readCredit = async (tx: Tx, sellerId: string, buyerId: string, currency: string): Promise<Credit> => {
  const row = await tx
    .selectFrom('accounts')
    .innerJoin('balances', (join) =>
      join.onRef('balances.tenant_id', '=', 'accounts.tenant_id').onRef('balances.account_id', '=', 'accounts.id'),
    )
    .select(['amount_minor', 'reserved_minor', 'credit_limit_minor'])
    .where('accounts.tenant_id', '=', sellerId)
    .where('kind', '=', 'receivable')
    .where('party_tenant_id', '=', buyerId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return {
    limitMinor: row?.credit_limit_minor ?? null,
    owedMinor: row?.amount_minor ?? 0,
    reservedMinor: row?.reserved_minor ?? 0,
  };
};

/** Runs as the seller. Null: bill later without a limit. What is owed already stays owed. */
export const setCreditLimit = async (
  tx: Tx,
  sellerId: string,
  buyerId: string,
  currency: string,
  limitMinor: number | null,
): Promise<void> => {
  await tx
    .insertInto('accounts')
    .values({ tenant_id: sellerId, id: newId(), kind: 'receivable', party_tenant_id: buyerId, currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', sellerId)
    .where('kind', '=', 'receivable')
    .where('party_tenant_id', '=', buyerId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('balances')
    .values({ tenant_id: sellerId, account_id: account.id, credit_limit_minor: limitMinor })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ credit_limit_minor: limitMinor }),
    )
    .execute();
};
