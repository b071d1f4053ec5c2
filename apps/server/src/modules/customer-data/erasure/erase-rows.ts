/**
 * The rows of a customer, table after table: those that refer to others first. Which tables there are is asked of the database, so that one
 * that a later migration adds is erased without anybody thinking of it; what stays is named (decision 0425).
 */
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { eraseFiles } from '../../../platform/blobs/remove-objects.ts';

/** Of one table in one transaction. */
const AT_ONCE = 1_000;
/** Each may have its bytes in its row. */
const FILES_AT_ONCE = 100;

/** The log of acts, and what a worker has yet to remove from the bucket. */
const KEPT: ReadonlySet<string> = new Set([
  'audit_events',
  'audit_leaves',
  'audit_pending',
  'audit_seals',
  'object_removals',
]);
/** Where rows refer to their own table, or tables to each other. */
const LINKS = [
  ['locations', 'store_id'],
  ['locations', 'return_location_id'],
  ['manifests', 'document_id'],
  ['print_jobs', 'reprint_of'],
  ['shipments', 'replaces_id'],
  ['shipments', 'return_of'],
] as const;

/** Names of the tables of a tenant's rows, in an order in which they can be emptied. */
export async function tablesInOrder(db: Database): Promise<readonly string[]> {
  const links = new Set(LINKS.map(([table, column]) => `${table}.${column}`));
  const { tables, needs } = await db.system(
    async (tx) => ({
      tables: (
        await sql<{ name: string }>`SELECT c.relname::text AS name FROM pg_class c
          JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] AND a.attname = 'tenant_id'
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`.execute(
          tx,
        )
      ).rows.map(({ name }) => name),
      needs: (
        await sql<{
          from: string;
          to: string;
          columns: string[];
        }>`SELECT c.relname::text AS "from", r.relname::text AS "to",
            ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)) AS columns
          FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
          WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = 'public'::regnamespace`.execute(tx)
      ).rows.filter(({ from, columns }) => !columns.some((column) => links.has(`${from}.${column}`))),
    }),
    { readOnly: true },
  );
  const ordered: string[] = [];
  const waiting = new Set(tables.filter((name) => !KEPT.has(name)));
  while (waiting.size > 0) {
    const free = [...waiting].filter((name) => !needs.some(({ from, to }) => to === name && waiting.has(from)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    for (const name of free) waiting.delete(name);
    ordered.push(...free);
  }
  return ordered;
}

/**
 * Erases what it comes to until nothing of the customer is left or it shall stop.
 * @param onStep after each step, with the rows it took; answers whether to go on
 * @returns whether it came to the end
 */
export async function eraseRows(
  db: Database,
  customerId: string,
  onStep: (rows: number) => Promise<boolean>,
): Promise<boolean> {
  const step = async (work: () => Promise<number>, most: number): Promise<boolean> => {
    for (;;) {
      const rows = await work();
      if (!(await onStep(rows))) return false;
      if (rows < most) return true;
    }
  };
  const counted = async (call: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
    db.system(async (tx) => (await call.execute(tx)).rows[0]?.n ?? 0);
  for (const [table, column] of LINKS)
    if (
      !(await step(
        () =>
          counted(
            sql<{
              n: number;
            }>`SELECT maintenance.unlink_customer_rows(${customerId}, ${table}, ${column}, ${AT_ONCE}) AS n`,
          ),
        AT_ONCE,
      ))
    )
      return false;
  for (const table of await tablesInOrder(db)) {
    const most = table === 'blobs' ? FILES_AT_ONCE : AT_ONCE;
    const work = () =>
      table === 'blobs'
        ? db.tenant({ tenantId: customerId }, (tx) => eraseFiles(tx, customerId, FILES_AT_ONCE))
        : counted(sql<{ n: number }>`SELECT maintenance.erase_customer_rows(${customerId}, ${table}, ${AT_ONCE}) AS n`);
    if (!(await step(work, most))) return false;
  }
  return true;
}
