/** A machine's word on its printers replaces the last one; printers entered by hand stay. */
import type { AgentPrinter, syncAgentPrinters } from '@scanship/contracts/printing/agent-v1';
import type { BodyOf, DataOf } from '@scanship/contracts/call';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storable, toJson } from '../../../platform/database/json-column.ts';
import type { AgentContext } from '../../../platform/http/agent-context.ts';
import { announce } from '../../../platform/live/notices.ts';
import { say } from '../signals.ts';

export const SYNC_AGAIN_SECONDS = 300;

/** The first of each name; a machine that names two alike has one. */
const byName = (printers: readonly AgentPrinter[]): readonly AgentPrinter[] => [
  ...new Map(
    printers.filter(({ name }) => name.trim() !== '').map((printer) => [storable(printer.name), printer]),
  ).values(),
];

export async function syncMachine(
  tx: Tx,
  agent: AgentContext,
  body: BodyOf<typeof syncAgentPrinters>,
): Promise<DataOf<typeof syncAgentPrinters>> {
  const { tenantId, agentId } = agent;
  const printers = byName(body.printers);
  await sql`UPDATE agents SET version = ${body.agentVersion}, platform = ${body.platform}, arch = ${storable(body.arch)},
      host_name = ${storable(body.hostName)}, synced_at = clock_timestamp(), last_seen_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${agentId}`.execute(tx);
  for (const printer of printers)
    await sql`INSERT INTO printers AS p (tenant_id, id, agent_id, name, display_name, driver, connection, is_default, kinds, dpi, media,
        state, reasons, seen_at)
      VALUES (${tenantId}, ${newId()}, ${agentId}, ${storable(printer.name)}, ${printer.displayName ? storable(printer.displayName) : null},
        ${printer.driver ? storable(printer.driver) : null}, ${printer.connection}, ${printer.isDefault}, ${toJson(printer.formats)}::jsonb,
        ${printer.dpi}, ${toJson(printer.sizes)}::jsonb, ${printer.state}, ${toJson(printer.reasons)}::jsonb, clock_timestamp())
      ON CONFLICT (tenant_id, agent_id, name) DO UPDATE SET state = excluded.state, reasons = excluded.reasons,
        seen_at = excluded.seen_at, is_default = excluded.is_default,
        -- What a person entered by hand is theirs to change.
        display_name = CASE WHEN p.host IS NULL THEN excluded.display_name ELSE p.display_name END,
        driver = excluded.driver,
        connection = CASE WHEN p.host IS NULL THEN excluded.connection ELSE p.connection END,
        kinds = CASE WHEN p.host IS NULL THEN excluded.kinds ELSE p.kinds END,
        dpi = CASE WHEN p.host IS NULL THEN excluded.dpi ELSE p.dpi END,
        media = CASE WHEN p.host IS NULL THEN excluded.media ELSE p.media END,
        gone_at = CASE WHEN p.host IS NULL THEN NULL ELSE p.gone_at END`.execute(tx);
  await sql`UPDATE printers SET gone_at = clock_timestamp(), state = 'offline', is_default = false
    WHERE tenant_id = ${tenantId} AND agent_id = ${agentId} AND host IS NULL AND gone_at IS NULL
      AND name <> ALL (${printers.map(({ name }) => storable(name))}::text[])`.execute(tx);
  const { rows } = await sql<{
    name: string;
    host: string;
    port: number;
    kinds: readonly ('pdf' | 'zpl' | 'epl' | 'png')[];
    dpi: number | null;
  }>`SELECT name, host, port, kinds, dpi FROM printers WHERE tenant_id = ${tenantId} AND agent_id = ${agentId}
      AND host IS NOT NULL AND gone_at IS NULL ORDER BY name`.execute(tx);
  await say(tx, `synced:${agentId}`);
  await announce({ tenantId }, tx, { topic: 'printing' });
  return {
    networkPrinters: rows.map(({ name, host, port, kinds, dpi }) => ({
      name,
      host,
      port,
      format: kinds[0] ?? 'zpl',
      dpi,
    })),
    againAfterSeconds: SYNC_AGAIN_SECONDS,
  };
}
