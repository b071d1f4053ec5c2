/** Pairing: a code for one download, traded once for a machine's own token; and the end of it. */
import type { BodyOf } from '@scanship/contracts/call';
import type { pairAgent } from '@scanship/contracts/printing/agent-v1';
import { PAIRING_EXPIRES_MS } from '@scanship/domain/printing/printing';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storable } from '../../../platform/database/json-column.ts';
import type { AgentTokens } from '../../../platform/http/agent-token.ts';
import { hashOf, newTokenSecret } from '../../../platform/http/session-token.ts';
import { announce } from '../../../platform/live/notices.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { lockJobs, moveJob } from '../job-rows.ts';

export interface PairingCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** A code of the tenant and the person who downloads; the row keeps the hash of its secret. */
export async function newPairingCode(
  tx: Tx,
  ctx: { readonly tenantId: string; readonly userId: string },
  tokens: AgentTokens,
): Promise<PairingCode> {
  const id = newId();
  const secret = newTokenSecret();
  const { rows } = await sql<{
    expires_at: Date;
  }>`INSERT INTO agent_pairings (tenant_id, id, user_id, code_hash, expires_at)
    VALUES (${ctx.tenantId}, ${id}, ${ctx.userId}, ${hashOf(secret)}, clock_timestamp() + ${PAIRING_EXPIRES_MS} * interval '1 millisecond')
    RETURNING expires_at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('no pairing was stored');
  return { code: tokens.issue({ kind: 'pairing', tenantId: ctx.tenantId, id, secret }), expiresAt: row.expires_at };
}

export interface Paired {
  readonly agentId: string;
  readonly token: string;
  readonly brandName: string;
  readonly customerName: string;
}

/**
 * Problem: `pairing_invalid` for a code that is not ours, was used or is over, or whose company may not work any more. A
 * machine that was there before keeps its name, printers and settings; its former token is worth nothing any more.
 */
export async function pair(
  db: Database,
  tokens: AgentTokens,
  input: BodyOf<typeof pairAgent>,
): Promise<Outcome<Paired>> {
  const code = tokens.read('pairing', input.code);
  if (!code) return problem('pairing_invalid');
  const { tenantId } = code;
  const paired = await db.tenant({ tenantId }, async (tx) => {
    const used = await sql<{ user_id: string }>`UPDATE agent_pairings SET used_at = clock_timestamp()
      WHERE tenant_id = ${tenantId} AND id = ${code.id} AND code_hash = ${hashOf(code.secret)} AND used_at IS NULL
        AND expires_at > clock_timestamp() AND EXISTS (SELECT FROM tenants t WHERE t.id = ${tenantId} AND t.state = 'active')
      RETURNING user_id`.execute(tx);
    const [by] = used.rows;
    if (!by) return undefined;
    const secret = newTokenSecret();
    const host = storable(input.hostName).trim().slice(0, 100);
    const { rows } = await sql<{ id: string; customer: string; realm_id: string }>`
      INSERT INTO agents AS a (tenant_id, id, machine_id, name, token_hash, version, host_name, platform, arch, paired_by, last_seen_at)
      VALUES (${tenantId}, ${newId()}, ${input.machineId}, ${host || 'Computer'}, ${hashOf(secret)}, ${input.agentVersion}, ${host},
        ${input.platform}, ${storable(input.arch)}, ${by.user_id}, clock_timestamp())
      ON CONFLICT (tenant_id, machine_id) DO UPDATE SET token_hash = excluded.token_hash, version = excluded.version,
        host_name = excluded.host_name, platform = excluded.platform, arch = excluded.arch, paired_by = excluded.paired_by,
        last_seen_at = excluded.last_seen_at, revoked_at = NULL
      RETURNING a.id, (SELECT t.name FROM tenants t WHERE t.id = a.tenant_id) AS customer,
        (SELECT t.realm_id FROM tenants t WHERE t.id = a.tenant_id) AS realm_id`.execute(tx);
    const [row] = rows;
    if (!row) throw new Error('no agent was stored');
    await announce({ tenantId }, tx, { topic: 'printing' });
    return { ...row, token: tokens.issue({ kind: 'agent', tenantId, id: row.id, secret }) };
  });
  if (!paired) return problem('pairing_invalid');
  return ok({
    agentId: paired.id,
    token: paired.token,
    customerName: paired.customer,
    brandName: await brandNameOf(db, paired.realm_id),
  });
}

/** What the franchise calls itself; "ScanShip" where it says nothing. */
export async function brandNameOf(db: Database, realmId: string): Promise<string> {
  const row = await db.tenant(
    { tenantId: realmId },
    (tx) => tx.selectFrom('branding').select('brand_name').where('tenant_id', '=', realmId).executeTakeFirst(),
    { readOnly: true },
  );
  return row?.brand_name || 'ScanShip';
}

/** Takes a machine's access back; what waited for it is offered again. @returns whether it was there */
export async function revokeAgent(tx: Tx, tenantId: string, agentId: string): Promise<boolean> {
  const done = await sql`UPDATE agents SET revoked_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${agentId} AND revoked_at IS NULL`.execute(tx);
  if ((done.numAffectedRows ?? 0n) === 0n) return false;
  const { rows } = await sql<{
    id: string;
  }>`SELECT j.id FROM print_jobs j JOIN printers p ON p.tenant_id = j.tenant_id AND p.id = j.printer_id
    WHERE j.tenant_id = ${tenantId} AND p.agent_id = ${agentId} AND j.state IN ('queued', 'leased', 'spooled')`.execute(
    tx,
  );
  for (const job of await lockJobs(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  )) {
    if (job.state === 'queued' || job.state === 'leased') await moveJob(tx, tenantId, job, 'expired');
    else if (job.state === 'spooled') await moveJob(tx, tenantId, job, 'unknown');
  }
  await announce({ tenantId }, tx, { topic: 'printing' });
  return true;
}
