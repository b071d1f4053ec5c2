/** Cards on file: begun and confirmed at the provider in the browser, kept here as ids. */
import type { CardForm } from '@scanship/contracts/money/payments';
import { ok } from '@scanship/domain/values/result';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { CardAccount, CardAccounts } from './card-account.ts';
import type { Pair } from './seller.ts';

/** What the provider could not do, as a problem for the person. */
export async function asking<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await call());
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { kind, message } = error.problem;
    const declined = kind === 'refused' || kind === 'invalid-input';
    return problem(declined ? 'card_declined' : 'card_provider_unavailable', { message });
  }
}

/** The buyer as a customer of the seller's account, made on first use. */
async function customerOf(db: Database, account: CardAccount, pair: Pair): Promise<string> {
  const key = { tenant_id: pair.sellerId, buyer_id: pair.buyerId, mode: account.mode };
  const read = (tx: Tx) =>
    tx
      .selectFrom('card_customers')
      .select('provider_id')
      .where('tenant_id', '=', key.tenant_id)
      .where('buyer_id', '=', key.buyer_id)
      .where('mode', '=', key.mode)
      .executeTakeFirst();
  const known = await db.tenant({ tenantId: pair.sellerId }, read);
  if (known) return known.provider_id;
  const made = await account.connector.makeCustomer(account.client, { tenantId: pair.buyerId, name: pair.buyerName });
  return db.tenant({ tenantId: pair.sellerId }, async (tx) => {
    await tx
      .insertInto('card_customers')
      .values({ ...key, provider_id: made })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await read(tx))?.provider_id ?? made;
  });
}

export const formOf = (account: CardAccount, clientSecret: string): CardForm => ({
  clientSecret,
  publishableKey: account.publishableKey,
  scriptUrl: account.scriptUrl,
});

/** Problem: `card_provider_unavailable`. */
export const beginCard = (
  db: Database,
  account: CardAccount,
  pair: Pair,
): Promise<Outcome<CardForm & { readonly setupId: string }>> =>
  asking(async () => {
    const customer = await customerOf(db, account, pair);
    const setup = await account.connector.beginSetup(account.client, customer);
    return { ...formOf(account, setup.clientSecret), setupId: setup.id };
  });

/** Problems: `validation` while it is not confirmed; `card_declined`; `card_provider_unavailable`. */
export async function saveCard(
  db: Database,
  account: CardAccount,
  pair: Pair,
  setupId: string,
  userId: string,
): Promise<Outcome<void>> {
  const read = await asking(async () =>
    account.connector.readSetup(account.client, setupId, await customerOf(db, account, pair)),
  );
  if (!read.ok) return read;
  const card = read.value;
  if (!card)
    return problem('validation', {
      errors: [{ field: 'setupId', message: 'The card is not confirmed yet. Enter it again and confirm it.' }],
    });
  await db.tenant({ tenantId: pair.sellerId }, async (tx) => {
    const others = await liveCards(tx, pair, account.mode);
    await tx
      .insertInto('cards')
      .values({
        tenant_id: pair.sellerId,
        id: newId(),
        buyer_id: pair.buyerId,
        mode: account.mode,
        provider_id: card.paymentMethod,
        brand: card.brand,
        last4: card.last4,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        is_default: others.length === 0,
        created_by: userId,
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'provider_id']).doNothing())
      .execute();
  });
  return ok(undefined);
}

const liveCards = (tx: Tx, pair: Pair, mode: CardAccount['mode']) =>
  tx
    .selectFrom('cards')
    .select(['id', 'provider_id', 'is_default'])
    .where('tenant_id', '=', pair.sellerId)
    .where('buyer_id', '=', pair.buyerId)
    .where('mode', '=', mode)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .forUpdate()
    .execute();

async function makeDefault(tx: Tx, pair: Pair, mode: CardAccount['mode'], id: string | undefined): Promise<void> {
  await sql`UPDATE cards SET is_default = false WHERE tenant_id = ${pair.sellerId} AND buyer_id = ${pair.buyerId}
    AND mode = ${mode} AND is_default`.execute(tx);
  if (id !== undefined)
    await sql`UPDATE cards SET is_default = true WHERE tenant_id = ${pair.sellerId} AND id = ${id}`.execute(tx);
}

/** Problem: `not_found`. */
export const setDefaultCard = (db: Database, account: CardAccount, pair: Pair, id: string): Promise<Outcome<void>> =>
  db.tenant({ tenantId: pair.sellerId }, async (tx): Promise<Outcome<void>> => {
    const cards = await liveCards(tx, pair, account.mode);
    if (!cards.some((card) => card.id === id)) return problem('not_found');
    await makeDefault(tx, pair, account.mode, id);
    return ok(undefined);
  });

/** Gone here at once; at the provider too, where it can be reached. Problem: `not_found`. */
export async function removeCard(db: Database, account: CardAccount, pair: Pair, id: string): Promise<Outcome<void>> {
  const removed = await db.tenant({ tenantId: pair.sellerId }, async (tx): Promise<Outcome<string>> => {
    const cards = await liveCards(tx, pair, account.mode);
    const card = cards.find((each) => each.id === id);
    if (!card) return problem('not_found');
    await makeDefault(tx, pair, account.mode, undefined);
    await sql`UPDATE cards SET removed_at = now() WHERE tenant_id = ${pair.sellerId} AND id = ${id}`.execute(tx);
    await sql`UPDATE auto_top_ups SET state = 'off', updated_at = now() WHERE tenant_id = ${pair.sellerId}
      AND buyer_id = ${pair.buyerId} AND card_id = ${id}`.execute(tx);
    const next = cards.find((each) => each.id !== id && each.is_default) ?? cards.find((each) => each.id !== id);
    await makeDefault(tx, pair, account.mode, next?.id);
    return ok(card.provider_id);
  });
  if (!removed.ok) return removed;
  // A card that stays there is charged by nobody: only this record says which is used.
  await asking(() => account.connector.detachCard(account.client, removed.value));
  return ok(undefined);
}

/**
 * All cards of a buyer that is erased, and the buyer itself, at the provider as well: throws unless the provider says that they are
 * gone, also those that were removed here earlier. What is not known there any more is overwritten by who erases.
 */
export async function forgetCards(
  db: Database,
  accounts: Pick<CardAccounts, 'openMode'>,
  { sellerId, buyerId }: { readonly sellerId: string; readonly buyerId: string },
): Promise<void> {
  interface Known {
    readonly mode: CardAccount['mode'];
    readonly customers: readonly string[];
    readonly cards: readonly string[];
  }
  const { rows } = await db.tenant({ tenantId: sellerId }, async (tx) => {
    await sql`UPDATE cards SET removed_at = now(), is_default = false WHERE tenant_id = ${sellerId} AND buyer_id = ${buyerId}
      AND removed_at IS NULL`.execute(tx);
    await sql`UPDATE auto_top_ups SET state = 'off', updated_at = now() WHERE tenant_id = ${sellerId} AND buyer_id = ${buyerId}
      AND state <> 'off'`.execute(tx);
    return sql<Known>`SELECT mode, coalesce(array_agg(customer) FILTER (WHERE customer IS NOT NULL), '{}') AS customers,
        coalesce(array_agg(card) FILTER (WHERE card IS NOT NULL), '{}') AS cards
      FROM (SELECT mode, provider_id AS customer, NULL AS card FROM card_customers
          WHERE tenant_id = ${sellerId} AND buyer_id = ${buyerId}
        UNION ALL SELECT mode, NULL, provider_id FROM cards WHERE tenant_id = ${sellerId} AND buyer_id = ${buyerId}) AS known
      WHERE coalesce(customer, card) NOT LIKE 'erased %' GROUP BY mode`.execute(tx);
  });
  for (const { mode, ...known } of rows) {
    const account = await accounts.openMode(sellerId, mode);
    if (!account) throw new Error(`Cards are at the card provider (${mode}), whose keys the seller has no more`);
    await account.connector.forgetCustomer(account.client, known);
  }
}
