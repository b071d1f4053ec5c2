/**
 * Print jobs that wait for a person, as causes of the exceptions inbox: one for each that failed or of which nobody knows, one
 * for all of a printer that were not sent in time (a printer left off over lunch is one thing to see to, not two hundred).
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Cause, clearException, raiseException } from '../exceptions/index.ts';

export const jobKey = (jobId: string): string => `print:${jobId}`;
export const expiredKey = (printerId: string): string => `print-expired:${printerId}`;

/** What nobody dealt with for so long is not printed any more. */
const NEWS_DAYS = 7;
export const MOST_CAUSES = 500;

interface OpenJob {
  readonly id: string;
  readonly state: 'failed' | 'unknown';
  readonly title: string;
  readonly reason: string | null;
  readonly ended_at: Date | null;
  readonly printer: string;
  readonly machine: string;
  readonly order_id: string | null;
  readonly order_number: string | null;
}

/** "media-empty" reads "media empty"; a printer's own sentence stays. */
const plain = (reason: string): string => (/^[a-z0-9-]+$/.test(reason) ? reason.replaceAll('-', ' ') : reason);

const jobCause = (row: OpenJob): Cause => {
  const unknown = row.state === 'unknown';
  return {
    key: jobKey(row.id),
    kind: 'print',
    reason: row.state,
    summary: unknown
      ? `It is not known whether “${row.title}” came out of ${row.printer}.`
      : `“${row.title}” did not come out of ${row.printer}${row.reason ? `: ${plain(row.reason)}` : ''}.`,
    nextStep: unknown
      ? `Look at ${row.printer} on ${row.machine}, then say whether it printed, or print it again.`
      : 'See to the printer, then print it again.',
    actions: [...(unknown ? ['did-print' as const] : []), 'print-again', 'open-devices', 'mark-handled'],
    subject: row.order_id === null ? {} : { order: { id: row.order_id, name: row.order_number ?? '' } },
    since: row.ended_at ?? undefined,
    operationId: row.id,
  };
};

async function openJobs(tx: Tx, tenantId: string, jobId?: string): Promise<readonly OpenJob[]> {
  const named = jobId === undefined ? sql`` : sql`AND j.id = ${jobId}`;
  const { rows } =
    await sql<OpenJob>`SELECT j.id, j.state, j.title, j.reason, j.ended_at, coalesce(p.display_name, p.name) AS printer,
      a.name AS machine, o.id AS order_id, o.number AS order_number
    FROM print_jobs j JOIN printers p ON p.tenant_id = j.tenant_id AND p.id = j.printer_id
      JOIN agents a ON a.tenant_id = p.tenant_id AND a.id = p.agent_id
      LEFT JOIN orders o ON o.tenant_id = j.tenant_id AND o.id = j.order_id
    WHERE j.tenant_id = ${tenantId} ${named} AND j.state IN ('failed', 'unknown')
      AND j.ended_at > now() - make_interval(days => ${NEWS_DAYS})
    ORDER BY j.id LIMIT ${MOST_CAUSES}`.execute(tx);
  return rows;
}

interface ExpiredRow {
  readonly printer_id: string;
  readonly printer: string;
  readonly machine: string;
  readonly n: number;
  readonly since: Date;
}

async function expiredByPrinter(tx: Tx, tenantId: string, printerId?: string): Promise<readonly ExpiredRow[]> {
  const named = printerId === undefined ? sql`` : sql`AND j.printer_id = ${printerId}`;
  const { rows } =
    await sql<ExpiredRow>`SELECT j.printer_id, coalesce(p.display_name, p.name) AS printer, a.name AS machine,
      count(*)::int AS n, min(j.ended_at) AS since
    FROM print_jobs j JOIN printers p ON p.tenant_id = j.tenant_id AND p.id = j.printer_id
      JOIN agents a ON a.tenant_id = p.tenant_id AND a.id = p.agent_id
    WHERE j.tenant_id = ${tenantId} ${named} AND j.state = 'expired' AND j.ended_at > now() - make_interval(days => ${NEWS_DAYS})
    GROUP BY 1, 2, 3 LIMIT ${MOST_CAUSES}`.execute(tx);
  return rows;
}

const expiredCause = (row: ExpiredRow): Cause => ({
  key: expiredKey(row.printer_id),
  kind: 'print',
  reason: 'expired',
  summary:
    row.n === 1
      ? `One document was not sent to ${row.printer} in time.`
      : `${row.n} documents were not sent to ${row.printer} in time.`,
  nextStep: `Check ${row.printer} and that ${row.machine} is on; then print them again.`,
  actions: ['print-again', 'open-devices', 'mark-handled'],
  since: row.since,
  operationId: row.printer_id,
});

/** After a job came into or out of `failed` or `unknown`. */
export async function noteJob(tx: Tx, tenantId: string, jobId: string): Promise<void> {
  const [open] = await openJobs(tx, tenantId, jobId);
  await (open ? raiseException(tx, tenantId, jobCause(open)) : clearException(tx, tenantId, jobKey(jobId)));
}

/** After a job of the printer came into or out of `expired`. */
export async function noteExpired(tx: Tx, tenantId: string, printerId: string): Promise<void> {
  const [row] = await expiredByPrinter(tx, tenantId, printerId);
  await (row ? raiseException(tx, tenantId, expiredCause(row)) : clearException(tx, tenantId, expiredKey(printerId)));
}

/** Everything of printing that waits for a person of the tenant. */
export async function allPrintCauses(
  tx: Tx,
  tenantId: string,
): Promise<{ readonly causes: readonly Cause[]; readonly complete: boolean }> {
  const jobs = await openJobs(tx, tenantId);
  const expired = await expiredByPrinter(tx, tenantId);
  return {
    causes: [...jobs.map(jobCause), ...expired.map(expiredCause)],
    complete: jobs.length < MOST_CAUSES && expired.length < MOST_CAUSES,
  };
}
