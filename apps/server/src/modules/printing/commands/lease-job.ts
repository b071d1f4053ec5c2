/** The next job of a machine, held by the database's clock; and the bytes of a job that is its own. */
import type { AgentJob } from '@scanship/contracts/printing/agent-v1';
import { PRINT_LEASE_MS, PRINT_SILENT_MS } from '@scanship/domain/printing/printing';
import type { PrintShape } from '@scanship/documents/printing/print-ready';
import { sql } from 'kysely';
import { BLOB_COLUMNS, type BlobRow } from '../../../platform/blobs/blobs.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { AgentContext } from '../../../platform/http/agent-context.ts';
import { announce } from '../../../platform/live/notices.ts';

const after = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** What the machine still has stays its own, also when its lease had lapsed meanwhile. */
export async function holdJobs(tx: Tx, agent: AgentContext, holding: readonly string[]): Promise<void> {
  if (holding.length === 0) return;
  await sql`UPDATE print_jobs j SET state = CASE j.state WHEN 'queued' THEN 'leased' ELSE j.state END, lease_until = ${after(PRINT_LEASE_MS)},
      due_at = CASE j.state WHEN 'spooled' THEN ${after(PRINT_LEASE_MS + PRINT_SILENT_MS)} ELSE ${after(PRINT_LEASE_MS)} END
    FROM printers p WHERE j.tenant_id = ${agent.tenantId} AND p.tenant_id = j.tenant_id AND p.id = j.printer_id AND p.agent_id = ${agent.agentId}
      AND j.id = ANY (${[...holding]}::uuid[]) AND j.state IN ('queued', 'leased', 'spooled')`.execute(tx);
}

interface NextRow {
  readonly id: string;
  readonly printer: string;
  readonly title: string;
  readonly shape: Partial<PrintShape>;
  readonly copies: number;
  readonly bytes: number;
  readonly blob: string;
  readonly expires_at: Date;
}

/** The oldest job that nobody has; one whose lease lapsed before it was sent is free again. */
export async function leaseNext(
  tx: Tx,
  agent: AgentContext,
  holding: readonly string[],
): Promise<AgentJob | undefined> {
  const { rows } = await sql<NextRow>`WITH next AS (
      SELECT j.id FROM print_jobs j JOIN printers p ON p.tenant_id = j.tenant_id AND p.id = j.printer_id
      WHERE j.tenant_id = ${agent.tenantId} AND p.agent_id = ${agent.agentId} AND j.expires_at > clock_timestamp() AND j.blob IS NOT NULL
        AND j.state IN ('queued', 'leased') AND (j.state = 'queued' OR j.lease_until <= clock_timestamp())
        AND j.id <> ALL (${[...holding]}::uuid[])
      ORDER BY j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
    UPDATE print_jobs j SET state = 'leased', attempt = j.attempt + 1, lease_until = ${after(PRINT_LEASE_MS)}, due_at = ${after(PRINT_LEASE_MS)}
    FROM next, printers p, blobs b
    WHERE j.tenant_id = ${agent.tenantId} AND j.id = next.id AND p.tenant_id = j.tenant_id AND p.id = j.printer_id
      AND b.tenant_id = j.tenant_id AND b.sha256 = j.blob
    RETURNING j.id, p.name AS printer, j.title, j.shape, j.copies, b.size AS bytes, j.blob, j.expires_at`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  await announce(agent, tx, { topic: 'printing' });
  return {
    id: row.id,
    printerName: row.printer,
    title: row.title,
    format: row.shape.format ?? 'pdf',
    size: row.shape.size ?? null,
    dpi: row.shape.dpi ?? null,
    copies: row.copies,
    bytes: row.bytes,
    sha256: row.blob,
    expiresAt: row.expires_at.toISOString(),
    leaseSeconds: PRINT_LEASE_MS / 1000,
  };
}

/** The hash of a job's bytes, while the machine may print it. */
export async function contentHash(tx: Tx, agent: AgentContext, jobId: string): Promise<string | undefined> {
  const { rows } = await sql<{ blob: string | null }>`SELECT j.blob FROM print_jobs j
    JOIN printers p ON p.tenant_id = j.tenant_id AND p.id = j.printer_id
    WHERE j.tenant_id = ${agent.tenantId} AND j.id = ${jobId} AND p.agent_id = ${agent.agentId}
      AND j.state IN ('queued', 'leased', 'spooled')`.execute(tx);
  return rows[0]?.blob ?? undefined;
}

export async function readContent(tx: Tx, tenantId: string, sha256: string): Promise<BlobRow | undefined> {
  const { rows } = await sql<BlobRow>`SELECT ${BLOB_COLUMNS} FROM blobs b
    WHERE b.tenant_id = ${tenantId} AND b.sha256 = ${sha256}`.execute(tx);
  return rows[0];
}
