/** A level's book, for its accountant. Postings are positive on the debit side. */
import { sql } from 'kysely';
import type { AccountKind } from '@scanship/domain/money/ledger';
import type { Database } from '../../platform/database/database.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';

export interface BookSpan {
  readonly tenantId: string;
  readonly timeZone: string;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
}

export interface PostedLine {
  readonly day: string;
  readonly entryId: string;
  readonly no: number;
  readonly source: string;
  readonly kind: AccountKind;
  readonly party: string | null;
  readonly minor: number;
  readonly currency: string;
  readonly note: string | null;
}

/** The sum of what was posted to one kind of account in one month by one kind of source. */
export interface MonthLine {
  /** YYYY-MM. */
  readonly month: string;
  /** Who was charged or paid; null where sums are not told apart by buyer, or there is none. */
  readonly buyer: string | null;
  readonly source: string;
  readonly kind: AccountKind;
  readonly minor: number;
}

const PAGE = 2_000;
const READ = { readOnly: 'standby', statementTimeoutMs: 120_000 } as const;
const within = ({ from, to, timeZone }: BookSpan) =>
  sql`e.occurred_at >= ${startOfDay(from, timeZone)} AND e.occurred_at < ${startOfDay(addDays(to, 1), timeZone)}`;

/** Every posting by the time it was booked, a page at a time: entries are never changed, so pages fit together. */
export async function* readPostings(db: Database, span: BookSpan): AsyncGenerator<readonly PostedLine[]> {
  const { tenantId, timeZone } = span;
  let after: { readonly at: string; readonly id: string } | undefined;
  for (;;) {
    const rows = await db.tenant(
      { tenantId },
      async (tx) =>
        (
          await sql<PostedLine & { at: string }>`
          SELECT e.at::text AS at, to_char(e.at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, e.id AS "entryId", p.no, e.source_kind AS source,
            a.kind, a.party_tenant_id AS party, p.amount_minor AS minor, p.currency, e.note
          FROM (SELECT e.id, e.occurred_at AS at, e.source_kind, e.note FROM entries e
              WHERE e.tenant_id = ${tenantId} AND ${within(span)}
                AND ${after ? sql`(e.occurred_at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
              ORDER BY e.occurred_at, e.id LIMIT ${PAGE}) e
          JOIN postings p ON p.tenant_id = ${tenantId} AND p.entry_id = e.id
          JOIN accounts a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
          ORDER BY e.at, e.id, p.no`.execute(tx)
        ).rows,
      READ,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = { at: last.at, id: last.entryId };
  }
}

/** Sums of each month in one currency, told apart by buyer where wished. Each month's sums of a buyer come to zero. */
export async function readMonths(
  db: Database,
  span: BookSpan,
  currency: string,
  byBuyer: boolean,
): Promise<readonly MonthLine[]> {
  const { tenantId, timeZone } = span;
  const { rows } = await db.tenant(
    { tenantId },
    (tx) =>
      sql<MonthLine>`SELECT month, ${byBuyer ? sql`buyer` : sql`NULL`} AS buyer, source, kind, sum(minor)::int8 AS minor FROM (
          SELECT to_char(e.occurred_at AT TIME ZONE ${timeZone}, 'YYYY-MM') AS month, e.source_kind AS source, a.kind, p.amount_minor AS minor,
            max(a.party_tenant_id::text) FILTER (WHERE a.kind = 'receivable') OVER (PARTITION BY e.id) AS buyer
          FROM entries e
          JOIN postings p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id AND p.currency = ${currency}
          JOIN accounts a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
          WHERE e.tenant_id = ${tenantId} AND ${within(span)}) v
        GROUP BY 1, 2, 3, 4 HAVING sum(minor) <> 0
        ORDER BY 1, 2 NULLS FIRST, 3, 4`.execute(tx),
    READ,
  );
  return rows;
}

/** Kinds of accounts and currencies that a book has postings of. */
export const readBookAccounts = (
  db: Database,
  tenantId: string,
): Promise<readonly { readonly kind: AccountKind; readonly currency: string }[]> =>
  db.tenant(
    { tenantId },
    async (tx) =>
      (
        await sql<{ kind: AccountKind; currency: string }>`SELECT DISTINCT a.kind, a.currency FROM accounts a
          WHERE a.tenant_id = ${tenantId} AND EXISTS (SELECT FROM postings p WHERE p.tenant_id = a.tenant_id AND p.account_id = a.id)
          ORDER BY 2, 1`.execute(tx)
      ).rows,
    READ,
  );
