/** From an agent's token to its machine: one read by primary key, within the tenant the token names. */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { executeFixed } from '../database/transaction.ts';
import { type Outcome, problem } from '../problem.ts';
import type { AgentToken } from './agent-token.ts';
import { hashOf, sameHash } from './session-token.ts';

export interface AgentContext {
  readonly tenantId: string;
  readonly realmId: string;
  readonly agentId: string;
  readonly machineId: string;
}

interface AgentRow {
  readonly token_hash: Buffer;
  readonly machine_id: string;
  readonly revoked_at: Date | null;
  readonly realm_id: string;
  readonly tenant_state: string;
}

/** How long what is known of a franchise's state serves its agents' calls. */
const REALM_FRESH_MS = 10_000;
/** Last contact is written at most this often. */
const SEEN_EVERY_MS = 30_000;

export interface AgentDesk {
  /** Problem: `unauthorized` for a machine that was removed, or whose company or franchise may not work any more. */
  load(token: AgentToken): Promise<Outcome<AgentContext>>;
}

export const createAgentDesk = (db: Database): AgentDesk => {
  const realms = new Map<string, { readonly at: number; readonly active: boolean }>();
  const seen = new Map<string, number>();

  async function realmWorks(realmId: string): Promise<boolean> {
    const held = realms.get(realmId);
    if (held && Date.now() - held.at < REALM_FRESH_MS) return held.active;
    const { rows } = await db.reference((tx) =>
      sql<{ state: string }>`SELECT state FROM tenants WHERE id = ${realmId}`.execute(tx),
    );
    const active = rows[0]?.state === 'active';
    realms.set(realmId, { at: Date.now(), active });
    return active;
  }

  /** After the answer is on its way; the clock of the database, as everywhere where silence is judged. */
  function noteContact(tenantId: string, agentId: string): void {
    if (Date.now() - (seen.get(agentId) ?? 0) < SEEN_EVERY_MS) return;
    if (seen.size > 10_000) seen.clear();
    seen.set(agentId, Date.now());
    db.tenant(
      { tenantId },
      (tx) => sql`UPDATE agents SET last_seen_at = clock_timestamp() WHERE id = ${agentId}`.execute(tx),
      { relaxed: true },
    ).catch(() => seen.delete(agentId));
  }

  return {
    async load(token) {
      const { tenantId, id } = token;
      const { rows } = await db.tenant(
        { tenantId },
        (tx) =>
          executeFixed(
            tx,
            'agent',
            sql<AgentRow>`SELECT a.token_hash, a.machine_id, a.revoked_at, t.realm_id, t.state AS tenant_state
              FROM agents a JOIN tenants t ON t.id = a.tenant_id WHERE a.tenant_id = ${tenantId} AND a.id = ${id}`,
          ),
        { readOnly: true, atOnce: true },
      );
      const [row] = rows;
      if (!row || row.revoked_at !== null || row.tenant_state !== 'active') return problem('unauthorized');
      if (!sameHash(row.token_hash, hashOf(token.secret)) || !(await realmWorks(row.realm_id)))
        return problem('unauthorized');
      noteContact(tenantId, id);
      return { ok: true, value: { tenantId, realmId: row.realm_id, agentId: id, machineId: row.machine_id } };
    },
  };
};
