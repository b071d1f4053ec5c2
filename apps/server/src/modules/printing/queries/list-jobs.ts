/** Print jobs as people see them. */
import type { DataOf } from '@scanship/contracts/call';
import type { listPrintJobs, PrintJob } from '@scanship/contracts/printing/printers';
import { mayBecome, type PrintedPaper, type PrintJobState } from '@scanship/domain/printing/printing';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly kind: PrintedPaper | null;
  readonly printer: string;
  readonly machine: string;
  readonly state: PrintJobState;
  readonly reason: string | null;
  readonly copies: number;
  readonly reprint_of: string | null;
  readonly order_number: string | null;
  readonly asked_by: string | null;
  readonly scanned: boolean;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

export type ReadJob = Omit<PrintJob, 'askedBy'> & { readonly askedById: string | null };

const toJob = (row: Row): ReadJob => ({
  id: row.id,
  title: row.title,
  documentType: row.kind,
  printName: row.printer,
  machineName: row.machine,
  state: row.state,
  reason: row.reason,
  reprintWarns: row.scanned,
  copies: row.copies,
  can: {
    reprint: mayBecome(row.state, 'reprinted'),
    settle: row.state === 'unknown',
    cancel: mayBecome(row.state, 'cancelled'),
  },
  reprintOf: row.reprint_of,
  orderNumber: row.order_number,
  askedById: row.asked_by,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

const read = (tx: Tx, tenantId: string, which: RawBuilder<unknown>, size: number, skip: number) =>
  sql<Row>`SELECT j.id, j.title, j.kind, coalesce(p.display_name, p.name) AS printer, a.name AS machine, j.state, j.reason, j.copies,
      j.reprint_of, o.number AS order_number, j.asked_by, j.created_at, j.ended_at,
      j.kind = 'SHIPPING_LABEL' AND j.shipment_id IS NOT NULL AND EXISTS (SELECT FROM trackers t WHERE t.tenant_id = j.tenant_id
        AND t.shipment_id = j.shipment_id AND t.scanned_at IS NOT NULL) AS scanned
    FROM print_jobs j JOIN printers p ON p.tenant_id = j.tenant_id AND p.id = j.printer_id
      JOIN agents a ON a.tenant_id = p.tenant_id AND a.id = p.agent_id
      LEFT JOIN orders o ON o.tenant_id = j.tenant_id AND o.id = j.order_id
    WHERE j.tenant_id = ${tenantId} AND ${which} ORDER BY j.id DESC LIMIT ${size} OFFSET ${skip}`.execute(tx);

export async function readJob(tx: Tx, tenantId: string, id: string): Promise<ReadJob | undefined> {
  const { rows } = await read(tx, tenantId, sql`j.id = ${id}`, 1, 0);
  return rows[0] && toJob(rows[0]);
}

export interface JobQuery {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly machineId?: string | undefined;
  readonly state?: 'attention' | 'waiting' | 'all' | undefined;
}

const ATTENTION = sql`j.state IN ('failed', 'unknown', 'expired')`;
/** Pages stop here; older jobs are history that nobody pages to. */
const MOST_COUNTED = 10_000;

export async function listJobs(
  tx: Tx,
  tenantId: string,
  { page = 1, size = 25, machineId, state = 'all' }: JobQuery,
): Promise<Omit<DataOf<typeof listPrintJobs>, 'jobs'> & { readonly jobs: readonly ReadJob[] }> {
  const states =
    state === 'attention'
      ? ATTENTION
      : state === 'waiting'
        ? sql`j.state IN ('queued', 'leased', 'spooled')`
        : sql`true`;
  const machine =
    machineId === undefined
      ? sql`true`
      : sql`j.printer_id IN (SELECT q.id FROM printers q JOIN agents b ON b.tenant_id = q.tenant_id AND b.id = q.agent_id
          WHERE q.tenant_id = ${tenantId} AND b.machine_id = ${machineId})`;
  const which = sql`${states} AND ${machine}`;
  const [jobs, total, waits] = await Promise.all([
    read(tx, tenantId, which, size, Math.min((page - 1) * size, MOST_COUNTED)),
    sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM (SELECT 1 FROM print_jobs j WHERE j.tenant_id = ${tenantId} AND ${which}
      LIMIT ${MOST_COUNTED}) AS counted`.execute(tx),
    sql<{ state: 'failed' | 'unknown' | 'expired'; n: number }>`SELECT j.state, count(*)::int AS n FROM print_jobs j
      WHERE j.tenant_id = ${tenantId} AND ${ATTENTION} GROUP BY 1`.execute(tx),
  ]);
  const attention = { failed: 0, unknown: 0, expired: 0 };
  for (const each of waits.rows) attention[each.state] = each.n;
  return { jobs: jobs.rows.map(toJob), totalRecords: total.rows[0]?.n ?? 0, attention };
}
