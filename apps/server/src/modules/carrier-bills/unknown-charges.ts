/**
 * What an owner's carriers charge on their invoices for labels that nobody has bought here: one that was lost here, or bought elsewhere
 * with the account. It is known as soon as a person assigns the charge, or says that it is of no label.
 */
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface UnknownCharge {
  readonly accountId: string;
  readonly accountName: string;
  readonly number: string;
  readonly numberKey: string;
  readonly invoiceNumber: string;
  readonly invoiceDate: string | null;
  readonly amount: Money;
}

/** Of charges that came so long ago. Days. */
const RECENT_DAYS = 60;
const MOST = 500;
/** Those that are known here hide none behind them: all are read at once, and who has them is asked once. */
const MOST_READ = 50_000;

interface Charged {
  readonly account_id: string;
  readonly account: string;
  readonly key: string;
  readonly number: string;
  readonly invoice: string;
  readonly day: string | null;
  readonly minor: number;
  readonly currency: string;
}

/** The newest invoices first. @param accountId absent: of all accounts that are in use */
export async function readUnknownCharges(
  db: Database,
  owner: { readonly tenantId: string },
  accountId?: string,
): Promise<readonly UnknownCharge[]> {
  const charged = await readCharged(db, owner, accountId);
  const here = await knownHere(db, charged);
  return charged
    .filter(({ key }) => !here.has(key))
    .slice(0, MOST)
    .map((row) => ({
      accountId: row.account_id,
      accountName: row.account,
      number: row.number,
      numberKey: row.key,
      invoiceNumber: row.invoice,
      invoiceDate: row.day,
      amount: { minor: row.minor, currency: row.currency },
    }));
}

/** Charges of no label of the account, but for those that another invoice took back. */
const readCharged = (
  db: Database,
  owner: { readonly tenantId: string },
  accountId: string | undefined,
): Promise<readonly Charged[]> =>
  db.tenant(
    owner,
    async (tx) =>
      (
        await sql<Charged>`SELECT account_id, account, key, number, invoice, day, minor, currency FROM (
          SELECT l.account_id, a.name AS account, l.tracking_key AS key, min(l.tracking_number) AS number, l.invoice_number AS invoice,
            min(l.invoice_date)::text AS day, sum(l.amount_minor)::int8 AS minor, l.currency,
            sum(sum(l.amount_minor)) OVER (PARTITION BY l.account_id, l.tracking_key, l.currency) AS whole
          FROM invoice_lines AS l JOIN carrier_accounts AS a ON a.tenant_id = l.tenant_id AND a.id = l.account_id AND a.state <> 'removed'
          WHERE l.tenant_id = ${owner.tenantId} AND l.state IN ('open', 'suggested') AND l.tracking_key IS NOT NULL
            AND l.created_at > clock_timestamp() - make_interval(days => ${RECENT_DAYS})
            ${accountId === undefined ? sql`` : sql`AND l.account_id = ${accountId}`}
          GROUP BY l.account_id, a.name, l.tracking_key, l.invoice_number, l.currency) AS charged
        WHERE minor > 0 AND whole > 0
        ORDER BY day DESC NULLS LAST, key, account_id, invoice, currency LIMIT ${MOST_READ}`.execute(tx)
      ).rows,
    { readOnly: true },
  );

/** One that was bought with another account, of the same credential connected twice or anew, is known here. Whose it is is not said. */
async function knownHere(db: Database, charged: readonly Charged[]): Promise<ReadonlySet<string>> {
  if (charged.length === 0) return new Set();
  const { rows } = await db.system(
    (tx) =>
      sql<{ key: string }>`SELECT DISTINCT tracking_key AS key FROM parcels
        WHERE tracking_key = ANY (${charged.map(({ key }) => key)}::text[]) AND purchase_id IS NOT NULL`.execute(tx),
    { readOnly: true },
  );
  return new Set(rows.map(({ key }) => key));
}
