/** Which accounts staff reach: those of their own tenant and of the tenants below it, whoever owns them. */
import type { LiveAccount } from '@scanship/contracts/carriers/live-accounts';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface ReachedAccount {
  readonly kind: 'carrier' | 'store';
  readonly id: string;
  readonly ownerTenantId: string;
  readonly owner: string;
  readonly name: string;
  readonly connector: string;
  readonly mode: 'live' | 'sandbox' | 'simulator';
  readonly state: string;
  readonly keptUntil: Date | null;
}

type Ctx = Pick<RequestContext, 'tenantId'>;
const MOST = 100;

/** Connected accounts below a tenant; orders by hand and files are no connector's. */
const accountsBelow = (tx: Tx, ctx: Ctx, condition: ReturnType<typeof sql>, limit: number) =>
  sql<ReachedAccount>`WITH reached AS (
      SELECT 'carrier' AS kind, c.id, c.tenant_id, c.name, c.slug AS connector, c.mode, c.state FROM carrier_accounts AS c
        WHERE c.state <> 'removed'
      UNION ALL
      SELECT 'store', s.id, s.tenant_id, s.name, s.platform_code, s.mode, s.state FROM stores AS s
        WHERE s.deleted_at IS NULL AND s.platform_code NOT IN ('manual', 'file'))
    SELECT r.kind, r.id, r.tenant_id AS "ownerTenantId", t.name AS owner, r.name, r.connector, r.mode, r.state,
      (SELECT w.until FROM traffic_recordings AS w WHERE w.tenant_id = r.tenant_id AND w.account_id = r.id
        AND w.stopped_at IS NULL) AS "keptUntil"
    FROM reached AS r JOIN tenants AS t ON t.id = r.tenant_id
    JOIN tenant_closure AS b ON b.descendant_id = r.tenant_id AND b.ancestor_id = ${ctx.tenantId}::uuid
    WHERE ${condition}
    ORDER BY r.mode = 'live' DESC, lower(t.name), lower(r.name), r.id LIMIT ${limit}`.execute(tx);

/** @param connectors codes of connectors whose names fit the search */
export async function findAccounts(
  db: Database,
  ctx: Ctx,
  search: string,
  connectors: readonly string[],
): Promise<{ readonly accounts: readonly ReachedAccount[]; readonly more: boolean }> {
  const wanted = search.toLowerCase();
  const condition =
    wanted === ''
      ? sql`true`
      : sql`(position(${wanted} IN lower(r.name)) > 0 OR position(${wanted} IN lower(t.name)) > 0
          OR r.connector = ANY (${[...connectors]}::text[]))`;
  const { rows } = await db.system((tx) => accountsBelow(tx, ctx, condition, MOST + 1));
  return { accounts: rows.slice(0, MOST), more: rows.length > MOST };
}

export async function findAccount(db: Database, ctx: Ctx, id: string): Promise<ReachedAccount | undefined> {
  const { rows } = await db.system((tx) => accountsBelow(tx, ctx, sql`r.id = ${id}::uuid`, 1));
  return rows[0];
}

/** Owner of a recording that the tenant reaches. */
export async function ownerOfRecording(db: Database, ctx: Ctx, id: string): Promise<string | undefined> {
  const { rows } = await db.system((tx) =>
    sql<{ tenant_id: string }>`SELECT r.tenant_id FROM traffic_recordings AS r JOIN tenant_closure AS b
      ON b.descendant_id = r.tenant_id AND b.ancestor_id = ${ctx.tenantId}::uuid WHERE r.id = ${id}::uuid`.execute(tx),
  );
  return rows[0]?.tenant_id;
}

export const toLiveAccount = (one: ReachedAccount, nameOf: (connector: string) => string, now: Date): LiveAccount => ({
  kind: one.kind,
  id: one.id,
  name: one.name,
  connector: one.connector,
  connectorName: nameOf(one.connector),
  mode: one.mode,
  state: one.state,
  owner: one.owner,
  keptUntil: one.keptUntil !== null && one.keptUntil > now ? one.keptUntil.toISOString() : null,
});
