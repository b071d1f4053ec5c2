/** Printers a machine reaches over its own network, entered by a person. Addresses of a local network only. */
import { BlockList, isIP } from 'node:net';
import type { BodyOf } from '@scanship/contracts/call';
import type { addNetworkPrinter } from '@scanship/contracts/printing/printers';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storable, toJson } from '../../../platform/database/json-column.ts';
import { announce } from '../../../platform/live/notices.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { lockJobs, moveJob } from '../job-rows.ts';

const LOCAL = new BlockList();
LOCAL.addSubnet('10.0.0.0', 8, 'ipv4');
LOCAL.addSubnet('172.16.0.0', 12, 'ipv4');
LOCAL.addSubnet('192.168.0.0', 16, 'ipv4');
LOCAL.addSubnet('169.254.0.0', 16, 'ipv4');
LOCAL.addSubnet('fc00::', 7, 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');
/** Where clouds keep what only their own machines may ask for (RFC 3927 range, by their documents). */
const METADATA = new Set(['169.254.169.254', '169.254.170.2', 'fd00:ec2::254']);

/**
 * Why an address cannot be a printer's, or undefined. Names are resolved by the machine, which checks the address again when it
 * connects; here only what can never be right is refused.
 */
export function whyNoPrinterAddress(host: string): string | undefined {
  const plain = host.trim().replace(/^\[|\]$/g, '');
  const family = isIP(plain.split('%', 1)[0] ?? '');
  if (family !== 0) {
    const address = plain.split('%', 1)[0] ?? '';
    if (METADATA.has(address.toLowerCase()) || !LOCAL.check(address, family === 4 ? 'ipv4' : 'ipv6'))
      return 'Enter an address of your own network, such as 192.168.1.50.';
    return undefined;
  }
  if (!/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i.test(plain))
    return 'This is neither an address nor the name of a device.';
  if (/^(.*\.)?localhost\.?$/i.test(plain)) return 'Enter the address of the printer, not of the computer itself.';
  // A number that is no address in four parts (0x7f000001, 2130706433) is read as one by some systems.
  if (/^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+))*\.?$/i.test(plain))
    return 'Write the address in four numbers, such as 192.168.1.50.';
  return undefined;
}

/** Problems: `validation` (address, name that is there already), `not_found` for a machine that is not there. */
export async function addPrinter(
  tx: Tx,
  tenantId: string,
  input: BodyOf<typeof addNetworkPrinter>,
): Promise<Outcome<{ readonly id: string; readonly agentId: string }>> {
  const host = input.host.trim().replace(/^\[|\]$/g, '');
  const why = whyNoPrinterAddress(host);
  if (why) return problem('validation', { errors: [{ field: 'host', message: why }] });
  const agent = await sql<{
    id: string;
  }>`SELECT id FROM agents WHERE tenant_id = ${tenantId} AND machine_id = ${input.machineId}
    AND revoked_at IS NULL FOR UPDATE`.execute(tx);
  const agentId = agent.rows[0]?.id;
  if (agentId === undefined) return problem('not_found', { message: 'This computer is not there.' });
  const count = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM printers WHERE tenant_id = ${tenantId} AND agent_id = ${agentId}
    AND host IS NOT NULL AND gone_at IS NULL`.execute(tx);
  if ((count.rows[0]?.n ?? 0) >= 50)
    return problem('validation', { errors: [{ field: 'name', message: 'A computer can have 50 network printers.' }] });
  const name = storable(input.name.trim());
  const { rows } = await sql<{
    id: string;
  }>`INSERT INTO printers AS p (tenant_id, id, agent_id, name, connection, host, port, kinds, dpi, media, state)
    VALUES (${tenantId}, ${newId()}, ${agentId}, ${name}, 'raw', ${host}, ${input.port}, ${toJson([input.format])}::jsonb, ${input.dpi},
      ${toJson([input.size])}::jsonb, 'unknown')
    ON CONFLICT (tenant_id, agent_id, name) DO UPDATE SET connection = 'raw', host = excluded.host, port = excluded.port, kinds = excluded.kinds,
      dpi = excluded.dpi, media = excluded.media, state = 'unknown', reasons = '[]', display_name = NULL, gone_at = NULL
      WHERE p.gone_at IS NOT NULL RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row)
    return problem('validation', { errors: [{ field: 'name', message: 'This computer has a printer of that name.' }] });
  await sql`UPDATE agents SET sync_wanted_at = clock_timestamp() WHERE tenant_id = ${tenantId} AND id = ${agentId}`.execute(
    tx,
  );
  await announce({ tenantId }, tx, { topic: 'printing' });
  return ok({ id: row.id, agentId });
}

/** Its jobs that were not sent are offered again; settings that name it show it as gone. */
export async function removePrinter(
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<Outcome<{ readonly agentId: string }>> {
  const { rows } = await sql<{ agent_id: string }>`UPDATE printers SET gone_at = clock_timestamp(), state = 'offline'
    WHERE tenant_id = ${tenantId} AND id = ${id} AND host IS NOT NULL AND gone_at IS NULL RETURNING agent_id`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return problem('not_found');
  const waiting = await sql<{
    id: string;
  }>`SELECT id FROM print_jobs WHERE tenant_id = ${tenantId} AND printer_id = ${id}
    AND state IN ('queued', 'leased')`.execute(tx);
  for (const job of await lockJobs(
    tx,
    tenantId,
    waiting.rows.map((each) => each.id),
  ))
    if (job.state === 'queued' || job.state === 'leased') await moveJob(tx, tenantId, job, 'expired');
  await sql`UPDATE agents SET sync_wanted_at = clock_timestamp() WHERE tenant_id = ${tenantId} AND id = ${row.agent_id}`.execute(
    tx,
  );
  await announce({ tenantId }, tx, { topic: 'printing' });
  return ok({ agentId: row.agent_id });
}
