/**
 * What a seller lets a buyer owe. The limit stands on the seller's receivable in one currency, and
 * domain/money/credit.ts decides what it leaves over all of them; this is its one reader.
 */
import {
  type CreditPosition,
  type CreditStanding,
  creditStanding,
  currenciesToConvert,
} from '@scanship/domain/money/credit';
import { sql } from 'kysely';
import { type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { ratesWithin } from '../fx/index.ts';

/** Class of the advisory locks by which setting a limit waits for purchases of that buyer that saw none. */
export const LIMITS = 238;

interface PositionRow extends CreditPosition {
  readonly buyerId: string;
}

/** What each buyer may still spend at the seller. Runs as the seller; buyers without an account have no entry. */
export const readStandings = async (
  tx: Tx,
  sellerId: string,
  buyers: readonly string[],
): Promise<ReadonlyMap<string, CreditStanding>> => {
  if (buyers.length === 0) return new Map();
  const { rows } = await sql<PositionRow>`
    SELECT party_tenant_id AS "buyerId", currency, amount_minor AS "owedMinor", reserved_minor AS "reservedMinor",
      credit_limit_minor AS "limitMinor"
    FROM account_balances
    WHERE tenant_id = ${sellerId} AND kind = 'receivable' AND party_tenant_id = ANY (${[...buyers]}::uuid[])
    ORDER BY party_tenant_id, currency`.execute(tx);
  const byBuyer = new Map<string, PositionRow[]>();
  for (const row of rows) byBuyer.set(row.buyerId, [...(byBuyer.get(row.buyerId) ?? []), row]);
  const rateOf = await ratesWithin(tx, [...new Set([...byBuyer.values()].flatMap(currenciesToConvert))]);
  return new Map([...byBuyer].map(([buyerId, positions]) => [buyerId, creditStanding(positions, rateOf)]));
};

export interface Credit {
  readonly limitMinor: number | null;
  readonly owedMinor: number;
  readonly reservedMinor: number;
}

/** The account in one currency, for show. What may be spent is `readStandings`. Runs as the seller. */
export const readCredit = async (tx: Tx, sellerId: string, buyerId: string, currency: string): Promise<Credit> => {
  const { rows } = await sql<Credit>`SELECT credit_limit_minor AS "limitMinor", amount_minor AS "owedMinor",
      reserved_minor AS "reservedMinor"
    FROM account_balances
    WHERE tenant_id = ${sellerId} AND kind = 'receivable' AND party_tenant_id = ${buyerId} AND currency = ${currency}`.execute(
    tx,
  );
  return rows[0] ?? { limitMinor: null, owedMinor: 0, reservedMinor: 0 };
};

/** Runs as the seller. Null: bill later without a limit. What is owed already stays owed. */
export const setCreditLimit = async (
  tx: Tx,
  sellerId: string,
  buyerId: string,
  currency: string,
  limitMinor: number | null,
): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${LIMITS}, hashtext(${buyerId}::uuid::text))`.execute(tx);
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
