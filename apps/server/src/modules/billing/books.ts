/**
 * The writer of the books: accounts, balanced entries, balances. One book per level under the level's own tenant id; a
 * label sold down the levels is written into all their books in the caller's one transaction. Nothing else writes here.
 * Balances are read from `account_balances`: what `balances` says, and what came since in `balance_changes`.
 */
import {
  type CreditPosition,
  type CreditStanding,
  creditStanding,
  isOver,
  type RateOf,
} from '@scanship/domain/money/credit';
import { type AccountRef, type EntryDraft, imbalance } from '@scanship/domain/money/ledger';
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { executeFixed } from '../../platform/database/transaction.ts';
import { ratesWithin } from '../fx/index.ts';
import { LIMITS } from './credit.ts';

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
  /** Further statements of a book, sent with its own while the transaction works for its tenant. */
  readonly alongside?: ((tenantId: string) => readonly Promise<unknown>[]) | undefined;
  /** false: set aside although a limit forbids it (a test label, which costs nobody anything). Absent: true. */
  readonly held?: boolean | undefined;
}

/** A buyer would owe its seller more than the limit allows, over all currencies. */
export interface OverLimit {
  readonly sellerId: string;
  readonly buyerId: string;
  readonly standing: Exclude<CreditStanding, { readonly kind: 'unlimited' }>;
}

/** What one write means for one book. */
interface Book {
  readonly tenantId: string;
  readonly entries: readonly { readonly id: string; readonly kind: string }[];
  readonly postings: readonly object[];
  /** Per account the change of its balance; `judged` changes are left to `judge`. */
  readonly changes: readonly AccountChange[];
}

interface AccountChange {
  readonly kind: AccountRef['kind'];
  readonly party: string | null;
  readonly currency: string;
  readonly amount: number;
  readonly reserved: number;
  readonly judged: boolean;
}

const keyOf = (account: AccountRef, currency: string): string => `${account.kind}/${account.party ?? ''}/${currency}`;

/**
 * Writes entries and reservations of any number of levels: a statement for each book, sent together. Nothing is locked but
 * a buyer's wallet that a limit holds, by the last statement.
 * @param homeTenantId the tenant the transaction works for, before and afterwards
 * @returns the buyers that pass their credit limit; the caller then undoes the transaction
 * @throws RangeError for an entry that does not balance: that is a fault of the caller, and nothing is written
 * @throws Error when more is given back than was set aside; the caller then undoes the transaction
 */
export async function writeBooks(tx: Tx, homeTenantId: string, write: BookWrite): Promise<readonly OverLimit[]> {
  for (const entry of write.entries) {
    const off = imbalance(entry.postings);
    if (off.size > 0) throw new RangeError(`entry "${entry.kind}" is off balance by ${JSON.stringify([...off])}`);
  }
  const tenants = new Set([...write.entries.map((e) => e.tenantId), ...write.reservations.map((r) => r.tenantId)]);
  // The own book first: the transaction works for it already.
  const books = [...tenants]
    .toSorted((a, b) => Number(b === homeTenantId) - Number(a === homeTenantId))
    .map((tenantId) => bookOf(tenantId, write))
    .filter((book) => book.changes.length > 0);
  const visit = visitor(tx, homeTenantId);
  let said = await visit(books, (book) => append(tx, book, write.source), write.alongside);
  const without = books.filter((_, index) => !said[index]?.complete);
  if (without.length > 0) {
    await visit(without, (book) => makeAccounts(tx, book));
    said = [...said, ...(await visit(without, (book) => append(tx, book, write.source)))];
  }
  const short = said.find((each) => each.short !== null)?.short;
  if (short !== undefined) throw new Error(`reserved_minor: more is given back than was set aside on account ${short}`);
  // The wallet nearest to the shipper first and the one most buyers share last, by all in the same order.
  const near = write.reservations.map(({ tenantId }) => tenantId).toReversed();
  const judged = books
    .filter(({ changes }) => changes.some((change) => change.judged))
    .toSorted((a, b) => near.indexOf(a.tenantId) - near.indexOf(b.tenantId));
  if (judged.length === 0) return [];
  const currencies = [...new Set(said.flatMap((each) => each.currencies))];
  // Read beforehand, so that no wallet is locked meanwhile.
  const rates = currencies.length > 1 ? await visit(judged, () => ratesWithin(tx, currencies)) : [];
  const standings = await visit(judged, (book) => judge(tx, book));
  return judged.flatMap(({ tenantId }, index) =>
    overLimit(tenantId, standings[index] ?? [], rates[index] ?? (() => undefined)),
  );
}

/** Sends statements book by book without waiting in between, each as the book's tenant; ends as the tenant of the transaction. */
const visitor =
  (tx: Tx, homeTenantId: string) =>
  async <T>(
    books: readonly Book[],
    work: (book: Book) => Promise<T>,
    alongside?: BookWrite['alongside'],
  ): Promise<readonly T[]> => {
    let acting = homeTenantId;
    const sent: Promise<unknown>[] = [];
    const send = <P extends Promise<unknown>>(statement: P): P => {
      // Told below; until then nobody waits for it.
      statement.catch(() => undefined);
      sent.push(statement);
      return statement;
    };
    const goTo = (tenantId: string): void => {
      if (acting !== tenantId) void send(actAs(tx, { role: 'app_tenant', tenantId }));
      acting = tenantId;
    };
    const answers = books.map((book) => {
      goTo(book.tenantId);
      const answer = send(work(book));
      for (const statement of alongside?.(book.tenantId) ?? []) void send(statement);
      return answer;
    });
    goTo(homeTenantId);
    // In turn: what the first that failed says is why the others did.
    for (const statement of sent) await statement;
    return Promise.all(answers);
  };

function bookOf(tenantId: string, write: BookWrite): Book {
  const changes = new Map<string, AccountChange>();
  const add = (account: AccountRef, { minor, currency }: Money, what: 'amount' | 'reserved'): void => {
    const key = keyOf(account, currency);
    const { kind, party } = account;
    const known = changes.get(key) ?? { kind, party, currency, amount: 0, reserved: 0, judged: false };
    changes.set(key, { ...known, [what]: known[what] + minor });
  };
  const entries = write.entries.filter((e) => e.tenantId === tenantId).map((draft) => ({ id: newId(), draft }));
  for (const { draft } of entries) for (const { account, amount } of draft.postings) add(account, amount, 'amount');
  for (const { account, amount, ...r } of write.reservations)
    if (r.tenantId === tenantId) add(account, amount, 'reserved');
  const held = write.held ?? true;
  return {
    tenantId,
    entries: entries.map(({ id, draft }) => ({ id, kind: draft.kind })),
    postings: entries.flatMap(({ id, draft }) =>
      draft.postings.map(({ account, amount }, index) => ({
        entry: id,
        no: index + 1,
        kind: account.kind,
        party: account.party,
        currency: amount.currency,
        amount: amount.minor,
      })),
    ),
    changes: [...changes.values()].map((change) => ({
      ...change,
      judged: held && change.reserved > 0 && change.kind === 'receivable' && change.party !== null,
    })),
  };
}

/** Accounts of the wanted kinds, parties and currencies; a step into an index each, however many buyers a seller has. */
const accountsOf = (tenantId: string, wanted: string) => sql`
  SELECT w.*, a.id FROM json_to_recordset(${wanted}::json)
    AS w(kind text, party uuid, currency char(3), amount int8, reserved int8, judged boolean)
  CROSS JOIN LATERAL (
    SELECT id FROM accounts WHERE tenant_id = ${tenantId}::uuid AND kind = w.kind AND currency = w.currency AND party_tenant_id = w.party
    UNION ALL
    SELECT id FROM accounts WHERE tenant_id = ${tenantId}::uuid AND kind = w.kind AND currency = w.currency
      AND party_tenant_id IS NULL AND w.party IS NULL) AS a`;

interface Appended {
  /** false: an account is missing, and nothing was written. */
  readonly complete: boolean;
  /** Currencies in which the judged buyers have an account. */
  readonly currencies: readonly string[];
  /** An account of which more is given back than was set aside. */
  readonly short: string | null;
}

/** The statement that writes one book: entries, postings and changes of balances. Waits for nobody, nobody waits for it. */
export const appendSql = (book: Book, source: EntrySource) => {
  const { tenantId, entries, postings, changes } = book;
  const buyers = [...new Set(changes.flatMap(({ judged, party }) => (judged && party !== null ? [party] : [])))];
  return sql<Appended>`
    WITH a AS MATERIALIZED (${accountsOf(tenantId, JSON.stringify(changes))}),
    complete AS MATERIALIZED (SELECT count(*) = ${changes.length}::int AS yes FROM a),
    -- Keeps a limit from being set between the look whether there is one and the end of this transaction.
    limits AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${LIMITS}, hashtext(b.buyer::text)) FROM unnest(${buyers}::uuid[]) AS b(buyer)),
    written AS (
      INSERT INTO entries (tenant_id, id, kind, source_kind, source_id, occurred_at, note, created_by)
      SELECT ${tenantId}::uuid, e.id, e.kind, ${source.kind}::text, ${source.id}::uuid,
        coalesce(${source.occurredAt ?? null}::timestamptz, clock_timestamp()), ${source.note ?? null}::text, ${source.createdBy ?? null}::uuid
      FROM json_to_recordset(${JSON.stringify(entries)}::json) AS e(id uuid, kind text) WHERE (SELECT yes FROM complete)),
    posted AS (
      INSERT INTO postings (tenant_id, entry_id, no, account_id, amount_minor, currency)
      SELECT ${tenantId}::uuid, p.entry, p.no, a.id, p.amount, p.currency
      FROM json_to_recordset(${JSON.stringify(postings)}::json)
        AS p(entry uuid, no int, kind text, party uuid, currency char(3), amount int8)
      JOIN a ON a.kind = p.kind AND a.currency = p.currency AND a.party IS NOT DISTINCT FROM p.party
      WHERE (SELECT yes FROM complete)),
    changed AS (
      INSERT INTO balance_changes (tenant_id, account_id, amount_minor, reserved_minor)
      SELECT ${tenantId}::uuid, a.id, a.amount, CASE WHEN a.judged THEN 0 ELSE a.reserved END FROM a
      WHERE (a.amount <> 0 OR a.reserved <> 0 AND NOT a.judged) AND (SELECT yes FROM complete)),
    -- A judged buyer's accounts need a row that can be locked.
    lockable AS (
      INSERT INTO balances (tenant_id, account_id)
      SELECT r.tenant_id, r.id FROM accounts AS r
      WHERE r.tenant_id = ${tenantId}::uuid AND r.kind = 'receivable' AND r.party_tenant_id = ANY (${buyers}::uuid[])
        AND NOT EXISTS (SELECT 1 FROM balances AS b WHERE b.tenant_id = r.tenant_id AND b.account_id = r.id)
      ON CONFLICT DO NOTHING)
    SELECT (SELECT yes FROM complete) AND (SELECT count(*) FROM limits) >= 0 AS complete,
      (SELECT coalesce(json_agg(DISTINCT r.currency), '[]') FROM accounts AS r WHERE r.tenant_id = ${tenantId}::uuid
        AND r.kind = 'receivable' AND r.party_tenant_id = ANY (${buyers}::uuid[])) AS currencies,
      (SELECT a.id FROM a WHERE a.reserved < 0 AND a.reserved
        + coalesce((SELECT b.reserved_minor FROM balances AS b WHERE b.tenant_id = ${tenantId}::uuid AND b.account_id = a.id), 0)
        + coalesce((SELECT sum(c.reserved_minor) FROM balance_changes AS c
            WHERE c.tenant_id = ${tenantId}::uuid AND c.account_id = a.id), 0) < 0 LIMIT 1) AS short`;
};

async function append(tx: Tx, book: Book, source: EntrySource): Promise<Appended> {
  const { rows } = await executeFixed(tx, 'write-book', appendSql(book, source));
  const [said] = rows;
  if (!said) throw new Error('a statement that answers one row answered none');
  return said;
}

async function makeAccounts(tx: Tx, { tenantId, changes }: Book): Promise<void> {
  const rows = JSON.stringify(changes.map((change) => ({ id: newId(), ...change })));
  await sql`INSERT INTO accounts (tenant_id, id, kind, party_tenant_id, currency)
    SELECT ${tenantId}, w.id, w.kind, w.party, w.currency
    FROM json_to_recordset(${rows}::json) AS w(id uuid, kind text, party uuid, currency text)
    ORDER BY w.kind, w.party, w.currency
    ON CONFLICT DO NOTHING`.execute(tx);
}

interface Position extends CreditPosition {
  readonly buyerId: string;
}

/**
 * Sets aside what a limit must allow. Where one stands, all accounts of the buyer are locked in the order of their ids (it
 * holds them together, in all currencies) and told as they are now; else the change is appended like any other.
 */
export const judgeSql = ({ tenantId, changes }: Pick<Book, 'tenantId' | 'changes'>) => {
  const wanted = changes.filter(({ judged }) => judged);
  return sql<Position>`
    WITH wanted AS MATERIALIZED (${accountsOf(tenantId, JSON.stringify(wanted))}),
    held AS MATERIALIZED (
      SELECT b.account_id, r.party_tenant_id, r.currency FROM accounts AS r
      JOIN balances AS b ON b.tenant_id = r.tenant_id AND b.account_id = r.id
      WHERE r.tenant_id = ${tenantId}::uuid AND r.kind = 'receivable' AND r.party_tenant_id IN (SELECT party FROM wanted)
        AND EXISTS (SELECT 1 FROM accounts AS l JOIN balances AS m ON m.tenant_id = l.tenant_id AND m.account_id = l.id
          WHERE l.tenant_id = ${tenantId}::uuid AND l.kind = 'receivable' AND l.party_tenant_id = r.party_tenant_id
            AND m.credit_limit_minor IS NOT NULL)
      ORDER BY b.account_id FOR NO KEY UPDATE OF b),
    free AS (
      INSERT INTO balance_changes (tenant_id, account_id, reserved_minor)
      SELECT ${tenantId}::uuid, w.id, w.reserved FROM wanted AS w WHERE NOT EXISTS (SELECT 1 FROM held WHERE account_id = w.id))
    UPDATE balances AS b SET updated_at = now(),
      reserved_minor = b.reserved_minor + coalesce((SELECT w.reserved FROM wanted AS w WHERE w.id = b.account_id), 0)
    FROM held WHERE b.tenant_id = ${tenantId}::uuid AND b.account_id = held.account_id
    RETURNING held.party_tenant_id AS "buyerId", held.currency, b.amount_minor AS "owedMinor",
      b.reserved_minor AS "reservedMinor", b.credit_limit_minor AS "limitMinor"`;
};

/**
 * Waits for the buyers' accounts first: a statement that waits does not see an account in another currency which whoever it
 * waited for has opened. Both statements go out together.
 */
const judge = async (tx: Tx, book: Book): Promise<readonly Position[]> => {
  const parties = book.changes.flatMap(({ judged, party }) => (judged && party !== null ? [party] : []));
  const locked =
    sql`SELECT b.account_id FROM accounts AS r JOIN balances AS b ON b.tenant_id = r.tenant_id AND b.account_id = r.id
    WHERE r.tenant_id = ${book.tenantId}::uuid AND r.kind = 'receivable' AND r.party_tenant_id = ANY (${parties}::uuid[])
      AND EXISTS (SELECT 1 FROM accounts AS l JOIN balances AS m ON m.tenant_id = l.tenant_id AND m.account_id = l.id
        WHERE l.tenant_id = ${book.tenantId}::uuid AND l.kind = 'receivable' AND l.party_tenant_id = r.party_tenant_id
          AND m.credit_limit_minor IS NOT NULL)
    ORDER BY b.account_id FOR NO KEY UPDATE OF b`.execute(tx);
  const [, judged] = await Promise.all([locked, executeFixed(tx, 'judge-wallet', judgeSql(book))]);
  return judged.rows;
};

const overLimit = (sellerId: string, positions: readonly Position[], rateOf: RateOf): readonly OverLimit[] =>
  [...new Set(positions.map(({ buyerId }) => buyerId))].flatMap((buyerId) => {
    const standing = creditStanding(
      positions.filter((position) => position.buyerId === buyerId),
      rateOf,
    );
    return isOver(standing) ? [{ sellerId, buyerId, standing }] : [];
  });

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
    LEFT JOIN account_balances AS b ON b.tenant_id = a.tenant_id AND b.account_id = a.id
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
  // Without the changes that this statement sees: the update itself takes in those and what came a moment later.
  await sql`UPDATE balances AS b SET updated_at = now(),
      amount_minor = coalesce((SELECT sum(p.amount_minor)::int8 FROM postings AS p
        WHERE p.tenant_id = b.tenant_id AND p.account_id = b.account_id), 0)
      - coalesce((SELECT sum(c.amount_minor)::int8 FROM balance_changes AS c
        WHERE c.tenant_id = b.tenant_id AND c.account_id = b.account_id), 0)`.execute(tx);
}

export interface Balance {
  readonly kind: AccountRef['kind'];
  readonly party: string | null;
  readonly amount: Money;
  readonly reserved: Money;
  readonly creditLimit: Money | undefined;
}

interface BalanceRow {
  readonly kind: AccountRef['kind'];
  readonly party: string | null;
  readonly currency: string;
  readonly amount: number;
  readonly reserved: number;
  readonly creditLimit: number | null;
}

/** Balances of the current tenant's book. */
export async function readBalances(tx: Tx): Promise<readonly Balance[]> {
  const { rows } = await sql<BalanceRow>`SELECT kind, party_tenant_id AS party, currency, amount_minor AS amount,
      reserved_minor AS reserved, credit_limit_minor AS "creditLimit"
    FROM account_balances ORDER BY kind`.execute(tx);
  return rows.map(({ kind, party, currency, amount, reserved, creditLimit }) => ({
    kind,
    party,
    amount: { minor: amount, currency },
    reserved: { minor: reserved, currency },
    creditLimit: creditLimit === null ? undefined : { minor: creditLimit, currency },
  }));
}
