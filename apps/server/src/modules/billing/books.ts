/**
 * The writer of the books: accounts, balanced entries, balances. One book per level under the level's own tenant id; a
 * label sold down the levels is written into all their books in the caller's one transaction. Nothing else writes here.
 */
import type { CreditStanding } from '@scanship/domain/money/credit';
import { type AccountRef, type EntryDraft, imbalance } from '@scanship/domain/money/ledger';
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { readStandings } from './credit.ts';

/** A change of what is set aside on one account; negative gives back. */
export interface ReservationChange {
  readonly tenantId: string;
  readonly account: AccountRef;
  readonly amount: Money;
}

export interface EntrySource {
  readonly kind:
    | 'purchase'
    | 'void'
    | 'payment'
    | 'adjustment'
    | 'plan'
    | 'commission'
    | 'royalty'
    /** A person's correction, with a reason. */
    | 'correction';
  readonly id: string;
  readonly note?: string | undefined;
  readonly createdBy?: string | null | undefined;
  /** When it happened, where that is not now (books taken over, the demo's past). */
  readonly occurredAt?: Date | undefined;
}

export interface BookWrite {
  readonly entries: readonly EntryDraft[];
  readonly reservations: readonly ReservationChange[];
  readonly source: EntrySource;
  /** false: set aside although a limit forbids it (a test label, which costs nobody anything). Absent: true. */
  readonly held?: boolean | undefined;
}

/** A buyer would owe its seller more than the limit allows, over all currencies. */
export interface OverLimit {
  readonly sellerId: string;
  readonly buyerId: string;
  readonly standing: Exclude<CreditStanding, { readonly kind: 'unlimited' }>;
}

interface BalanceDelta {
  readonly account: AccountRef;
  readonly currency: string;
  amount: number;
  reserved: number;
}

const keyOf = (account: AccountRef, currency: string): string => `${account.kind}/${account.party ?? ''}/${currency}`;

/**
 * Writes entries and reservations of any number of levels. Books are taken in the order of their tenant ids and accounts
 * in the order of their keys, so that two writers never wait for each other in a circle.
 * @param homeTenantId the tenant the transaction works for; it does so again afterwards
 * @returns the buyers that pass their credit limit; the caller then undoes the transaction
 * @throws RangeError for an entry that does not balance: that is a fault of the caller, and nothing is written
 */
export async function writeBooks(tx: Tx, homeTenantId: string, write: BookWrite): Promise<readonly OverLimit[]> {
  for (const entry of write.entries) {
    const off = imbalance(entry.postings);
    if (off.size > 0) throw new RangeError(`entry "${entry.kind}" is off balance by ${JSON.stringify([...off])}`);
  }
  const tenants = new Set([...write.entries.map((e) => e.tenantId), ...write.reservations.map((r) => r.tenantId)]);
  const over: OverLimit[] = [];
  for (const tenantId of [...tenants].toSorted()) {
    await actAs(tx, { role: 'app_tenant', tenantId });
    over.push(...(await writeBook(tx, tenantId, write)));
  }
  await actAs(tx, { role: 'app_tenant', tenantId: homeTenantId });
  return over;
}

async function writeBook(tx: Tx, tenantId: string, write: BookWrite): Promise<readonly OverLimit[]> {
  const entries = write.entries.filter((entry) => entry.tenantId === tenantId);
  const deltas = new Map<string, BalanceDelta>();
  const delta = (account: AccountRef, currency: string): BalanceDelta => {
    const key = keyOf(account, currency);
    const known = deltas.get(key) ?? { account, currency, amount: 0, reserved: 0 };
    deltas.set(key, known);
    return known;
  };
  for (const entry of entries)
    for (const posting of entry.postings)
      delta(posting.account, posting.amount.currency).amount += posting.amount.minor;
  for (const change of write.reservations.filter((r) => r.tenantId === tenantId))
    delta(change.account, change.amount.currency).reserved += change.amount.minor;
  if (deltas.size === 0) return [];

  const ids = await accountIds(tx, tenantId, [...deltas.values()]);
  const idOf = (account: AccountRef, currency: string): string => {
    const id = ids.get(keyOf(account, currency));
    if (id === undefined) throw new Error(`account ${keyOf(account, currency)} was not made`);
    return id;
  };
  let lastEntry: string | null = null;
  for (const entry of entries) {
    const entryId = newId();
    lastEntry = entryId;
    await tx
      .insertInto('entries')
      .values({
        tenant_id: tenantId,
        id: entryId,
        kind: entry.kind,
        source_kind: write.source.kind,
        source_id: write.source.id,
        occurred_at: write.source.occurredAt ?? sql<Date>`clock_timestamp()`,
        note: write.source.note ?? null,
        created_by: write.source.createdBy ?? null,
      })
      .execute();
    await tx
      .insertInto('postings')
      .values(
        entry.postings.map((posting, index) => ({
          tenant_id: tenantId,
          entry_id: entryId,
          no: index + 1,
          account_id: idOf(posting.account, posting.amount.currency),
          amount_minor: posting.amount.minor,
          currency: posting.amount.currency,
        })),
      )
      .execute();
  }
  return addToBalances(tx, tenantId, [...deltas.values()], idOf, lastEntry, write.held ?? true);
}

async function accountIds(
  tx: Tx,
  tenantId: string,
  wanted: readonly { readonly account: AccountRef; readonly currency: string }[],
): Promise<ReadonlyMap<string, string>> {
  const rows = JSON.stringify(
    wanted.map(({ account, currency }) => ({ id: newId(), kind: account.kind, party: account.party, currency })),
  );
  const read = async () => {
    const found = await sql<{ id: string; kind: AccountRef['kind']; party: string | null; currency: string }>`
      SELECT a.id, a.kind, a.party_tenant_id AS party, a.currency FROM accounts AS a
      JOIN json_to_recordset(${rows}::json) AS w(kind text, party uuid, currency text)
        ON a.kind = w.kind AND a.currency = w.currency AND a.party_tenant_id IS NOT DISTINCT FROM w.party
      WHERE a.tenant_id = ${tenantId}`.execute(tx);
    return new Map(found.rows.map((row) => [keyOf({ kind: row.kind, party: row.party }, row.currency), row.id]));
  };
  const known = await read();
  if (known.size === wanted.length) return known;
  await sql`INSERT INTO accounts (tenant_id, id, kind, party_tenant_id, currency)
    SELECT ${tenantId}, w.id, w.kind, w.party, w.currency
    FROM json_to_recordset(${rows}::json) AS w(id uuid, kind text, party uuid, currency text)
    ORDER BY w.kind, w.party, w.currency
    ON CONFLICT DO NOTHING`.execute(tx);
  return read();
}

async function addToBalances(
  tx: Tx,
  tenantId: string,
  deltas: readonly BalanceDelta[],
  idOf: (account: AccountRef, currency: string) => string,
  lastEntry: string | null,
  held: boolean,
): Promise<readonly OverLimit[]> {
  const changes = deltas
    .map((d) => ({ account: idOf(d.account, d.currency), amount: d.amount, reserved: d.reserved }))
    .filter((d) => d.amount !== 0 || d.reserved !== 0);
  if (changes.length === 0) return [];
  const rows = JSON.stringify(changes);
  // Made first without an amount: the check on `reserved` would otherwise judge the row that is about to be merged.
  await sql`INSERT INTO balances (tenant_id, account_id)
    SELECT ${tenantId}, d.account FROM json_to_recordset(${rows}::json) AS d(account uuid) ORDER BY d.account
    ON CONFLICT DO NOTHING`.execute(tx);
  // A limit holds what a buyer owes in all currencies, so two purchases in two of them are one after the other.
  const buyers = held
    ? [
        ...new Set(
          deltas.flatMap(({ account, reserved }) =>
            reserved > 0 && account.kind === 'receivable' ? (account.party ?? []) : [],
          ),
        ),
      ]
    : [];
  await sql`SELECT 1 FROM balances WHERE tenant_id = ${tenantId} AND account_id IN (
      SELECT account FROM json_to_recordset(${rows}::json) AS d(account uuid)
      UNION SELECT id FROM accounts WHERE tenant_id = ${tenantId} AND kind = 'receivable' AND party_tenant_id = ANY (${buyers}::uuid[]))
    ORDER BY account_id FOR UPDATE`.execute(tx);
  await sql`
    UPDATE balances AS b SET amount_minor = b.amount_minor + d.amount, reserved_minor = b.reserved_minor + d.reserved,
      through_entry = coalesce(${lastEntry}::uuid, b.through_entry), updated_at = now()
    FROM json_to_recordset(${rows}::json) AS d(account uuid, amount int8, reserved int8)
    WHERE b.tenant_id = ${tenantId} AND b.account_id = d.account`.execute(tx);
  return [...(await readStandings(tx, tenantId, buyers))].flatMap(([buyerId, standing]) =>
    standing.kind === 'no-rate' || (standing.kind === 'limited' && standing.available.minor < 0)
      ? [{ sellerId: tenantId, buyerId, standing }]
      : [],
  );
}

export interface BookFault {
  readonly what: string;
}

/** Holds the current tenant's book to its rules; empty when all is well. For tests, the nightly check and support. */
export async function checkBook(tx: Tx): Promise<readonly BookFault[]> {
  const unbalanced = await sql<{ what: string }>`
    SELECT format('entry %s is off by %s %s', entry_id, sum(amount_minor), currency) AS what
    FROM postings GROUP BY tenant_id, entry_id, currency HAVING sum(amount_minor) <> 0`.execute(tx);
  const drifted = await sql<{ what: string }>`
    SELECT format('balance of account %s says %s, its postings sum to %s', a.id, coalesce(b.amount_minor, 0), coalesce(p.total, 0)) AS what
    FROM accounts AS a
    LEFT JOIN balances AS b ON b.tenant_id = a.tenant_id AND b.account_id = a.id
    LEFT JOIN (SELECT tenant_id, account_id, sum(amount_minor)::int8 AS total FROM postings GROUP BY 1, 2) AS p
      ON p.tenant_id = a.tenant_id AND p.account_id = a.id
    WHERE coalesce(b.amount_minor, 0) <> coalesce(p.total, 0)`.execute(tx);
  const empty = await sql<{ what: string }>`
    SELECT format('entry %s has no postings', e.id) AS what FROM entries AS e
    WHERE NOT EXISTS (SELECT 1 FROM postings AS p WHERE p.tenant_id = e.tenant_id AND p.entry_id = e.id)`.execute(tx);
  return [...unbalanced.rows, ...drifted.rows, ...empty.rows];
}

/** Makes the cached amounts anew from the postings; what is set aside is left as it is. */
export async function rebuildBalances(tx: Tx): Promise<void> {
  await sql`INSERT INTO balances (tenant_id, account_id)
    SELECT tenant_id, id FROM accounts ORDER BY id ON CONFLICT DO NOTHING`.execute(tx);
  await sql`SELECT 1 FROM balances ORDER BY account_id FOR UPDATE`.execute(tx);
  await sql`UPDATE balances AS b SET updated_at = now(),
      amount_minor = coalesce((SELECT sum(p.amount_minor)::int8 FROM postings AS p
        WHERE p.tenant_id = b.tenant_id AND p.account_id = b.account_id), 0),
      through_entry = (SELECT p.entry_id FROM postings AS p
        WHERE p.tenant_id = b.tenant_id AND p.account_id = b.account_id ORDER BY p.entry_id DESC LIMIT 1)`.execute(tx);
}

export interface Balance {
  readonly kind: AccountRef['kind'];
  readonly party: string | null;
  readonly amount: Money;
  readonly reserved: Money;
  readonly creditLimit: Money | undefined;
}

/** Balances of the current tenant's book. */
export async function readBalances(tx: Tx): Promise<readonly Balance[]> {
  const rows = await tx
    .selectFrom('balances')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.tenant_id', '=', 'balances.tenant_id').onRef('accounts.id', '=', 'balances.account_id'),
    )
    .select(['kind', 'party_tenant_id', 'currency', 'amount_minor', 'reserved_minor', 'credit_limit_minor'])
    .orderBy('kind')
    .execute();
  return rows.map((row) => ({
    kind: row.kind as AccountRef['kind'],
    party: row.party_tenant_id,
    amount: { minor: row.amount_minor, currency: row.currency },
    reserved: { minor: row.reserved_minor, currency: row.currency },
    creditLimit:
      row.credit_limit_minor === null ? undefined : { minor: row.credit_limit_minor, currency: row.currency },
  }));
}
