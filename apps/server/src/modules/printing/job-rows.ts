/** Rows of print jobs and their moves from state to state; every move goes through here. */
import {
  mayBecome,
  PRINT_JOB_EXPIRES_MS,
  PRINT_LEASE_MS,
  PRINT_SILENT_MS,
  type PrintedPaper,
  type PrintJobState,
} from '@scanship/domain/printing/printing';
import type { PrintShape } from '@scanship/documents/printing/print-ready';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { storable, toJson } from '../../platform/database/json-column.ts';
import { announce } from '../../platform/live/notices.ts';
import { CONTENT_DAYS } from './contents.ts';
import { noteExpired, noteJob } from './exception-causes.ts';
import { say } from './signals.ts';
import { wasSent } from './job-steps.ts';

export interface JobRow {
  readonly id: string;
  readonly state: PrintJobState;
  readonly document_id: string | null;
  readonly printer_id: string;
  readonly agent_id: string;
  readonly kind: PrintedPaper | null;
  readonly title: string;
  readonly shipment_id: string | null;
  readonly order_id: string | null;
  readonly shape: PrintShape;
  readonly copies: number;
  readonly counted: boolean;
  readonly blob: string | null;
  readonly reason: string | null;
  /** By the database's clock. */
  readonly expired: boolean;
}

const COLUMNS = sql`j.id, j.state, j.document_id, j.printer_id, p.agent_id, j.kind, j.title, j.shipment_id, j.order_id, j.shape,
  j.copies, j.counted, j.blob, j.reason, j.expires_at <= clock_timestamp() AS expired`;

/** Jobs held until the transaction ends, in the order of their ids so that two who take several never wait for each other. */
export async function lockJobs(tx: Tx, tenantId: string, ids: readonly string[]): Promise<readonly JobRow[]> {
  const { rows } = await sql<JobRow>`SELECT ${COLUMNS} FROM print_jobs j
    JOIN printers p ON p.tenant_id = j.tenant_id AND p.id = j.printer_id
    WHERE j.tenant_id = ${tenantId} AND j.id = ANY (${[...ids]}::uuid[]) ORDER BY j.id FOR UPDATE OF j`.execute(tx);
  return rows;
}

export const lockJob = async (tx: Tx, tenantId: string, id: string): Promise<JobRow | undefined> =>
  (await lockJobs(tx, tenantId, [id]))[0];

export interface NewJob {
  readonly documentId: string | null;
  readonly printerId: string;
  readonly agentId: string;
  readonly kind: PrintedPaper | null;
  readonly title: string;
  readonly shipmentId: string | null;
  readonly orderId: string | null;
  readonly shape: PrintShape;
  readonly copies: number;
  readonly blob: string;
  readonly reprintOf?: string | undefined;
}

const ms = (value: number) => sql`clock_timestamp() + ${value} * interval '1 millisecond'`;

/** Queues jobs in the given order and wakes their machines when the transaction commits. @returns their ids */
export async function addJobs(
  tx: Tx,
  ctx: { readonly tenantId: string; readonly userId: string },
  jobs: readonly NewJob[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const job of jobs) {
    const id = newId();
    ids.push(id);
    await sql`INSERT INTO print_jobs (tenant_id, id, document_id, printer_id, kind, title, shipment_id, order_id, shape, copies, blob,
        content_until, state, expires_at, due_at, reprint_of, asked_by)
      VALUES (${ctx.tenantId}, ${id}, ${job.documentId}, ${job.printerId}, ${job.kind}, ${storable(job.title).slice(0, 200)},
        ${job.shipmentId}, ${job.orderId}, ${toJson(job.shape)}::jsonb, ${job.copies}, ${job.blob},
        clock_timestamp() + make_interval(days => ${CONTENT_DAYS}), 'queued', ${ms(PRINT_JOB_EXPIRES_MS)}, ${ms(PRINT_JOB_EXPIRES_MS)},
        ${job.reprintOf ?? null}, ${ctx.userId})`.execute(tx);
  }
  for (const agentId of new Set(jobs.map((job) => job.agentId))) await say(tx, `agent:${agentId}`);
  if (jobs.length > 0) await announce(ctx, tx, { topic: 'printing' });
  return ids;
}

/** When somebody has to look at the job again by itself. */
const dueOf = (state: PrintJobState) => {
  if (state === 'leased') return ms(PRINT_LEASE_MS);
  if (state === 'spooled') return ms(PRINT_LEASE_MS + PRINT_SILENT_MS);
  return state === 'queued' ? sql`expires_at` : sql`NULL`;
};

const ENDED: ReadonlySet<PrintJobState> = new Set([
  'printed',
  'failed',
  'unknown',
  'expired',
  'reprinted',
  'cancelled',
]);
/** What the inbox says of a job changes with these. */
const FOR_PERSON: ReadonlySet<PrintJobState> = new Set(['failed', 'unknown', 'expired']);

/**
 * Moves a job that `lockJob` holds; a move that the table does not allow is a defect, except to the same state, which
 * prolongs its time.
 */
export async function moveJob(
  tx: Tx,
  tenantId: string,
  job: JobRow,
  to: PrintJobState,
  more: { readonly reason?: string | null | undefined; readonly spoolRef?: string | null | undefined } = {},
): Promise<void> {
  if (job.state !== to && !mayBecome(job.state, to) && !(job.state === 'queued' && mayBecome('leased', to)))
    throw new Error(`print job ${job.id} cannot go from ${job.state} to ${to}`);
  const counts = !job.counted && wasSent(to);
  const kept = FOR_PERSON.has(job.state) ? job.reason : null;
  await sql`UPDATE print_jobs SET state = ${to}, due_at = ${dueOf(to)},
      lease_until = ${to === 'leased' || to === 'spooled' ? ms(PRINT_LEASE_MS) : sql`NULL`},
      spool_ref = coalesce(${more.spoolRef ? storable(more.spoolRef) : null}, spool_ref),
      reason = ${more.reason ? storable(more.reason) : FOR_PERSON.has(to) || to === 'reprinted' ? kept : null},
      counted = counted OR ${counts}, ended_at = ${ENDED.has(to) ? sql`clock_timestamp()` : sql`NULL`}
    WHERE tenant_id = ${tenantId} AND id = ${job.id}`.execute(tx);
  if (counts && job.document_id !== null)
    await sql`UPDATE documents SET copies_printed = copies_printed + ${job.copies}
      WHERE tenant_id = ${tenantId} AND id = ${job.document_id}`.execute(tx);
  if (job.state === to) return;
  if (FOR_PERSON.has(to) || FOR_PERSON.has(job.state)) {
    if (to === 'expired' || job.state === 'expired') await noteExpired(tx, tenantId, job.printer_id);
    if (to !== 'expired') await noteJob(tx, tenantId, job.id);
  }
  await announce({ tenantId }, tx, { topic: 'printing' });
  await say(tx, `job:${job.id}`);
}
