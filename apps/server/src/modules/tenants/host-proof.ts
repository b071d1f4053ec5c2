/**
 * Hosts of a franchise and the proof that they are its own: a text record with a token, looked up on demand. A host is
 * served only once it is verified. Names of this machine need no proof in LOCAL.
 */
import { randomBytes } from 'node:crypto';
import type { FranchiseHost } from '@scanship/contracts/network/franchises';
import { isLoopback } from '../../config/config.ts';
import { violated } from '../../platform/database/database.ts';
import { type Dns, shownRecord } from '../../platform/dns.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';

export type HostDeps = Pick<Services, 'db' | 'clock' | 'config'> & { readonly dns: Dns };

const MOST_HOSTS = 20;
const RECORD = '_scanship';
export const newProofToken = (): string => randomBytes(18).toString('base64url');

export const hostRecord = (host: string, token: string) => ({
  type: 'TXT' as const,
  name: `${RECORD}.${host}`,
  value: `scanship-site=${token}`,
});

const needsNoProof = ({ config }: Pick<HostDeps, 'config'>, host: string): boolean =>
  config.appEnv === 'LOCAL' && isLoopback(host);

/** Verified ones first, then by name. */
export const readHosts = async ({ db }: Pick<HostDeps, 'db'>, franchiseId: string): Promise<FranchiseHost[]> => {
  const rows = await db.reference((tx) =>
    tx
      .selectFrom('hosts')
      .select(['host', 'state', 'dns_token', 'checked_at', 'finding'])
      .where('tenant_id', '=', franchiseId)
      .orderBy('state', 'desc')
      .orderBy('host')
      .execute(),
  );
  return rows.map((row) => ({
    host: row.host,
    state: row.state,
    proof: row.dns_token === null ? null : hostRecord(row.host, row.dns_token),
    checkedAt: row.checked_at?.toISOString() ?? null,
    finding: row.finding,
  }));
};

/** Problems: `validation` (taken, too many). */
export const addHost = async (deps: HostDeps, franchiseId: string, host: string): Promise<Outcome<void>> => {
  const refuse = (code: string, message: string) =>
    problem('validation', { errors: [{ field: 'host', code, message }] });
  const free = needsNoProof(deps, host);
  try {
    return await deps.db.system(async (tx): Promise<Outcome<void>> => {
      const known = await tx.selectFrom('hosts').select('host').where('tenant_id', '=', franchiseId).execute();
      if (known.some((each) => each.host === host)) return refuse('taken', 'This franchise has this host already.');
      if (known.length >= MOST_HOSTS) return refuse('too_many', `A franchise has at most ${MOST_HOSTS} hosts.`);
      await tx
        .insertInto('hosts')
        .values({
          host,
          tenant_id: franchiseId,
          state: free ? 'verified' : 'pending',
          dns_token: free ? null : newProofToken(),
        })
        .execute();
      return { ok: true, value: undefined };
    });
  } catch (error) {
    if (violated(error) === 'hosts_pkey') return refuse('taken', 'This host belongs to another franchise.');
    throw error;
  }
};

/** Looks the record up. Problems: `not_found`; `proof_missing` with what was found. What was found is kept either way. */
export const verifyHost = async (deps: HostDeps, franchiseId: string, host: string): Promise<Outcome<void>> => {
  const row = await deps.db.reference((tx) =>
    tx
      .selectFrom('hosts')
      .select(['state', 'dns_token'])
      .where('host', '=', host)
      .where('tenant_id', '=', franchiseId)
      .executeTakeFirst(),
  );
  if (!row) return problem('not_found');
  if (row.state === 'verified') return { ok: true, value: undefined };
  const free = needsNoProof(deps, host);
  const finding = free ? undefined : await missingProof(deps.dns, hostRecord(host, row.dns_token ?? ''));
  const now = deps.clock.now();
  await deps.db.system((tx) =>
    tx
      .updateTable('hosts')
      .set({
        checked_at: now,
        finding: finding ?? 'The record was found.',
        ...(finding === undefined ? { state: 'verified' as const } : {}),
      })
      .where('host', '=', host)
      .where('tenant_id', '=', franchiseId)
      // Another token was given out meanwhile: what was looked up proves nothing any more.
      .where('dns_token', row.dns_token === null ? 'is' : '=', row.dns_token)
      .execute(),
  );
  return finding === undefined ? { ok: true, value: undefined } : problem('proof_missing', { message: finding });
};

/** Why a proof does not hold, in words; undefined when it does. */
export const missingProof = async (
  dns: Dns,
  record: { readonly name: string; readonly value: string },
): Promise<string | undefined> => {
  const found = await dns.txt(record.name);
  if (found === undefined)
    return `The name servers of ${record.name} did not answer. Nothing was decided; try again in a few minutes.`;
  if (found.some((text) => text.trim() === record.value)) return undefined;
  return found.length === 0
    ? `There is no TXT record at ${record.name} yet. Add it with the value ${record.value}; it can take an hour until it is visible.`
    : `The TXT record at ${record.name} says something else (${shownRecord(found[0] ?? '').slice(0, 80)}). Its value must be ${record.value}.`;
};

/** Problems: `not_found`; `validation` for the last host of several franchises' network that is served. */
export const removeHost = async (deps: HostDeps, franchiseId: string, host: string): Promise<Outcome<void>> =>
  deps.db.system(async (tx): Promise<Outcome<void>> => {
    const hosts = await tx
      .selectFrom('hosts')
      .select(['host', 'state'])
      .where('tenant_id', '=', franchiseId)
      .forUpdate()
      .execute();
    const own = hosts.find((each) => each.host === host);
    if (!own) return problem('not_found');
    const others = await tx
      .selectFrom('tenants')
      .select('id')
      .where('kind', '=', 'franchise')
      .where('id', '<>', franchiseId)
      .where('state', '<>', 'closed')
      .limit(1)
      .executeTakeFirst();
    const last = own.state === 'verified' && !hosts.some((each) => each.host !== host && each.state === 'verified');
    if (last && others)
      return problem('validation', {
        message: 'This is the only host the franchise is served on.',
        advice: 'Verify another one first, or suspend the franchise.',
      });
    await tx.deleteFrom('hosts').where('host', '=', host).where('tenant_id', '=', franchiseId).execute();
    return { ok: true, value: undefined };
  });
