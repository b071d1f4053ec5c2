/**
 * A seller's own host for the pages of buyers (decision 0388): a text record with a token proves it, as for franchises. Several
 * sellers may name a host; proved it is one's, and lost to whoever the zone names once its own record is gone.
 */
import type { BuyerHost } from '@scanship/contracts/stores/buyer-page';
import { sql } from 'kysely';
import { type Database, type Tx, violated } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { hostRecord, type HostDeps, missingProof, newProofToken } from './host-proof.ts';
import { isOurs, readDomain } from './own-domain.ts';

/** Takes a host from the seller who has it; its people are told in the same transaction, which is the seller's. */
export type LosesHost = (tenantId: string, host: string, take: (tx: Tx) => Promise<boolean>) => Promise<void>;
type VerifyDeps = HostDeps & { readonly loses: LosesHost };

const refuse = (message: string) => problem('validation', { errors: [{ field: 'host', message }] });

const readRow = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('buyer_hosts')
    .select(['host', 'token', 'state', 'finding', 'checked_at', 'version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();

const partOfPlatform = (host: string): string => `${host} is part of this platform. Enter a host of your own domain.`;

const isFranchises = async (db: Database, host: string): Promise<boolean> =>
  (await db.reference((tx) =>
    tx
      .selectFrom('hosts as h')
      .innerJoin('tenants as t', 't.id', 'h.tenant_id')
      .select('h.host')
      .where('h.host', '=', host)
      .where('h.state', '=', 'verified')
      .where('t.kind', '=', 'franchise')
      .where('t.state', '=', 'active')
      .executeTakeFirst(),
  )) !== undefined;

/** @param origin where the pages are now */
export async function readBuyerHost(
  { db, config }: Pick<HostDeps, 'db' | 'config'>,
  tenantId: string,
  origin: string | undefined,
): Promise<BuyerHost> {
  const row = await db.tenant({ tenantId }, (tx) => readRow(tx, tenantId), { readOnly: true });
  // As the directory of hosts has it: one that became a franchise's since serves the franchise.
  const gone = row?.state === 'proved' && (await isFranchises(db, row.host));
  return {
    host: row?.host ?? null,
    state: gone ? 'waiting' : (row?.state ?? 'none'),
    proof: row ? hostRecord(row.host, row.token) : null,
    pointTo: config.publicOrigin === undefined ? null : new URL(config.publicOrigin).hostname,
    origin: origin ?? null,
    checkedAt: row?.checked_at?.toISOString() ?? null,
    finding: gone ? partOfPlatform(row.host) : (row?.finding ?? null),
    version: row?.version ?? 0,
  };
}

/** Problems: `validation`, `stale_version`. */
export async function putBuyerHost(
  deps: HostDeps,
  tenantId: string,
  typed: { readonly host: string; readonly version: number },
): Promise<Outcome<void>> {
  const host = readDomain(typed.host);
  if (host === undefined)
    return refuse('Enter the name of a host, such as track.shop.example.com, and nothing beside it.');
  if (await isOurs(deps, host)) return refuse(partOfPlatform(host));
  return deps.db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const row = await readRow(tx, tenantId);
    if ((row?.version ?? 0) !== typed.version) return problem('stale_version');
    if (row?.host === host) return { ok: true, value: undefined };
    const fresh = { host, token: newProofToken(), state: 'waiting' as const, finding: null, checked_at: null };
    const saved = row
      ? await tx
          .updateTable('buyer_hosts')
          .set({ ...fresh, version: row.version + 1 })
          .where('tenant_id', '=', tenantId)
          .where('version', '=', row.version)
          .returning('tenant_id')
          .executeTakeFirst()
      : await tx
          .insertInto('buyer_hosts')
          .values({ tenant_id: tenantId, ...fresh })
          .onConflict((conflict) => conflict.doNothing())
          .returning('tenant_id')
          .executeTakeFirst();
    return saved ? { ok: true, value: undefined } : problem('stale_version');
  });
}

/** Looks the record up and keeps what was found. Problem: `not_found`. */
export async function verifyBuyerHost(deps: VerifyDeps, tenantId: string): Promise<Outcome<void>> {
  const { db, dns, clock } = deps;
  const row = await db.tenant({ tenantId }, (tx) => readRow(tx, tenantId));
  if (!row) return problem('not_found', { message: 'No host is set.', advice: 'Set one first.' });
  const missing = await missingProof(dns, hostRecord(row.host, row.token));
  const keep = (found: { readonly state?: 'proved'; readonly finding: string }) =>
    db.tenant({ tenantId }, (tx) =>
      tx
        .updateTable('buyer_hosts')
        .set({ ...found, checked_at: clock.now() })
        .where('tenant_id', '=', tenantId)
        // Another host was set meanwhile: what was looked up proves nothing any more.
        .where('token', '=', row.token)
        .execute(),
    );
  if (missing !== undefined) {
    // One that serves goes on, as a franchise's does, until somebody else proves it or it is removed.
    await keep({ finding: missing });
    return { ok: true, value: undefined };
  }
  // A host that became a franchise's since is the franchise's.
  if (await isOurs(deps, row.host)) {
    await keep({ finding: partOfPlatform(row.host) });
    return { ok: true, value: undefined };
  }
  try {
    await keep({ state: 'proved', finding: 'The record was found.' });
  } catch (error) {
    if (violated(error) !== 'buyer_hosts_proved') throw error;
    if (await lostByHolder(deps, row.host)) return verifyBuyerHost(deps, tenantId);
    await keep({
      finding: `Another company here uses ${row.host}. It has to give the host up, or its record has to leave the zone, before you can.`,
    });
  }
  return { ok: true, value: undefined };
}

/** Takes the host from the seller who has proved it, where the zone does not hold that seller's record any more. */
async function lostByHolder({ db, dns, loses }: VerifyDeps, host: string): Promise<boolean> {
  const { rows } = await db.system((tx) =>
    sql<{ tenant_id: string; token: string }>`SELECT tenant_id, token FROM buyer_hosts
      WHERE host = ${host} AND state = 'proved'`.execute(tx),
  );
  const [holder] = rows;
  if (!holder) return true;
  const { name, value } = hostRecord(host, holder.token);
  const found = await dns.txt(name);
  if (found === undefined || found.some((text) => text.trim() === value)) return false;
  await loses(holder.tenant_id, host, async (tx) => {
    const lost = await tx
      .updateTable('buyer_hosts')
      .set({ state: 'waiting', finding: 'The record is gone, and another company proved the host.' })
      .where('tenant_id', '=', holder.tenant_id)
      .where('token', '=', holder.token)
      .where('state', '=', 'proved')
      .returning('tenant_id')
      .executeTakeFirst();
    return lost !== undefined;
  });
  return true;
}

/** Repeatable. */
export const removeBuyerHost = async ({ db }: Pick<HostDeps, 'db'>, tenantId: string): Promise<void> => {
  await db.tenant({ tenantId }, (tx) => tx.deleteFrom('buyer_hosts').where('tenant_id', '=', tenantId).execute());
};
