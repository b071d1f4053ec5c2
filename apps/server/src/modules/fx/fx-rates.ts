/** Reads and writes the dated rates: the operator's in `fx_rates`, those of tenants in `tenant_fx_rates`. */
import type { BodyOf } from '@scanship/contracts/call';
import type { putFxRates } from '@scanship/contracts/money/fx';
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { executeFixed } from '../../platform/database/transaction.ts';
import { type FxEntry, findRate, type FxRate, type FxTable, HUB, readRate } from './fx-table.ts';

interface EntryRow {
  readonly day: string;
  readonly base: string;
  readonly quote: string;
  readonly rate_e9: number;
  readonly source: string;
}

const toEntry = ({ rate_e9, ...row }: EntryRow): FxEntry => ({ ...row, rateE9: rate_e9 });

type FxSource = 'fx_rates' | 'tenant_fx_rates';

/** The newest entry of each pair on or before `day`, as the role of the transaction may read them. */
async function newest(tx: Tx, table: FxSource, day: string): Promise<readonly FxEntry[]> {
  const { rows } = await sql<EntryRow>`SELECT DISTINCT ON (base, quote) day, base, quote, rate_e9, source
    FROM ${sql.table(table)} WHERE day <= ${day}::date ORDER BY base, quote, day DESC`.execute(tx);
  return rows.map(toEntry);
}

/** The same for the pairs of a few currencies only: a step into the index each, however many years there are. */
export const newestOfSql = (table: FxSource, day: string, currencies: readonly string[]): RawBuilder<EntryRow> =>
  sql`SELECT e.* FROM unnest(${currencies}::text[]) AS b(code)
    CROSS JOIN unnest(${currencies}::text[]) AS q(code) CROSS JOIN LATERAL (
      SELECT day, base, quote, rate_e9, source FROM ${sql.table(table)}
      WHERE base = b.code::bpchar AND quote = q.code::bpchar AND day <= ${day}::date ORDER BY day DESC LIMIT 1) e`;

async function newestOf(
  tx: Tx,
  table: FxSource,
  day: string,
  currencies: readonly string[],
): Promise<readonly FxEntry[]> {
  const { rows } = await executeFixed(tx, `newest-${table}`, newestOfSql(table, day, currencies));
  return rows.map(toEntry);
}

const READ = { readOnly: true, atOnce: true } as const;

/**
 * The tables that count for a tenant: its own, then those of the tenants above it, nearest first, then the operator's.
 * @param currencies only the pairs among these; absent: all
 */
export async function readTables(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId'>,
  day: string,
  currencies?: readonly string[],
): Promise<readonly FxTable[]> {
  const read = (tx: Tx, table: FxSource) =>
    currencies === undefined ? newest(tx, table, day) : newestOf(tx, table, day, currencies);
  const [above, operator] = await db.reference((tx) =>
    Promise.all([
      executeFixed(
        tx,
        'fx-above',
        sql<{ id: string }>`SELECT c.ancestor_id AS id FROM tenant_closure c JOIN tenants t ON t.id = c.ancestor_id
          WHERE c.descendant_id = ${ctx.tenantId}::uuid AND c.depth > 0 AND t.kind <> 'platform' ORDER BY c.depth`,
      ),
      read(tx, 'fx_rates'),
    ]),
  );
  const tables = await Promise.all(
    [ctx.tenantId, ...above.rows.map((row) => row.id)].map(async (tenantId, index): Promise<FxTable> => {
      const entries = await db.tenant({ tenantId }, (tx) => read(tx, 'tenant_fx_rates'), READ);
      return { level: index === 0 ? 'own' : 'above', entries };
    }),
  );
  return [...tables, { level: 'operator', entries: operator }];
}

/**
 * Rates as a seller knows them, inside the transaction that works as it and in one turn: its own, then the operator's, the newest until today.
 * @returns units of `into` for one of `from`, times 10^9
 */
export async function ratesWithin(
  tx: Tx,
  currencies: readonly string[],
): Promise<(from: string, into: string) => number | undefined> {
  if (currencies.length === 0) return () => undefined;
  const day = new Date().toISOString().slice(0, 10);
  const wanted = [...new Set([...currencies, HUB])];
  const [own, operator] = await Promise.all([
    newestOf(tx, 'tenant_fx_rates', day, wanted),
    newestOf(tx, 'fx_rates', day, wanted),
  ]);
  const tables: readonly FxTable[] = [
    { level: 'own', entries: own },
    { level: 'operator', entries: operator },
  ];
  return (from, into) => findRate(tables, from, into)?.rateE9;
}

/** How one price after another is compared: each currency is looked up when it first appears, and once. */
export interface FxLookup {
  /** Undefined when no rate is known. A rate between equal currencies is not asked for. */
  rate(from: string): Promise<FxRate | undefined>;
}

/** @param day the rate used is the newest on or before it (YYYY-MM-DD) */
export function fxLookup(db: Database, ctx: Pick<RequestContext, 'tenantId' | 'currency'>, day: string): FxLookup {
  const known = new Map<string, Promise<FxRate | undefined>>();
  return {
    rate(from) {
      const found =
        known.get(from) ??
        readTables(db, ctx, day, [...new Set([from, ctx.currency, HUB])]).then((tables) =>
          findRate(tables, from, ctx.currency),
        );
      known.set(from, found);
      return found;
    },
  };
}

type Given = BodyOf<typeof putFxRates>['rates'][number];
export interface Written {
  readonly stored: number;
  readonly removed: number;
}

/** Stores the operator's rates when the caller is the platform, else the tenant's own. */
export async function writeRates(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'userId'>,
  given: readonly Given[],
): Promise<Written> {
  // One entry a pair and day: the last one given.
  const byKey = new Map(given.map((each) => [`${each.day} ${each.base} ${each.quote}`, each]));
  const rows = [...byKey.values()];
  const kept = rows.flatMap(({ rate, ...row }) => (rate === null ? [] : [{ ...row, rate_e9: readRate(rate) }]));
  const gone = rows.filter((row) => row.rate === null);
  const records = sql`json_to_recordset(${JSON.stringify(kept)}::json) AS r(day date, base text, quote text, rate_e9 int8, source text)`;
  const named = sql`json_to_recordset(${JSON.stringify(gone)}::json) AS r(day date, base text, quote text)`;
  const same = sql`t.day = r.day AND t.base = r.base AND t.quote = r.quote`;
  const counted = async (done: Promise<{ readonly rows: readonly unknown[] }>): Promise<number> =>
    (await done).rows.length;

  if (ctx.tenantKind === 'platform')
    return db.system(async (tx) => ({
      stored: await counted(
        sql`INSERT INTO fx_rates (day, base, quote, rate_e9, source) SELECT day, base, quote, rate_e9, source FROM ${records}
          ON CONFLICT (day, base, quote) DO UPDATE SET rate_e9 = excluded.rate_e9, source = excluded.source RETURNING 1`.execute(
          tx,
        ),
      ),
      removed: await counted(sql`DELETE FROM fx_rates t USING ${named} WHERE ${same} RETURNING 1`.execute(tx)),
    }));
  return db.tenant(ctx, async (tx) => ({
    stored: await counted(
      sql`INSERT INTO tenant_fx_rates (tenant_id, day, base, quote, rate_e9, source, entered_by)
        SELECT ${ctx.tenantId}::uuid, day, base, quote, rate_e9, source, ${ctx.userId}::uuid FROM ${records}
        ON CONFLICT (tenant_id, base, quote, day) DO UPDATE
          SET rate_e9 = excluded.rate_e9, source = excluded.source, entered_by = excluded.entered_by, entered_at = now() RETURNING 1`.execute(
        tx,
      ),
    ),
    removed: await counted(sql`DELETE FROM tenant_fx_rates t USING ${named} WHERE ${same} RETURNING 1`.execute(tx)),
  }));
}
