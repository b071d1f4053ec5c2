/** Recordings of one account: begun for a while, stopped, read and erased, always in the context of the account's owner. */
import { KEPT_DAYS, type Recording, type RecordedCall } from '@scanship/contracts/carriers/live-accounts';
import { newId } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { EXACT_CALL, type ExactCallContent } from './keep-exactly.ts';
import { runningRecordings } from './running-recordings.ts';

const HOUR_MS = 3_600_000;
/** Bytes of one recording, sealed. A day of a busy account is a few megabytes. */
const MOST_BYTES = 50_000_000;
/** Recordings of an account that are shown; more are not there within the week that they are kept. */
const MOST_SHOWN = 50;
const PAGE = 200;

type Deps = Pick<Services, 'db' | 'clock' | 'sealer'>;

export interface NewRecording {
  readonly ownerTenantId: string;
  readonly kind: 'carrier' | 'store';
  readonly accountId: string;
  readonly slug: string;
  readonly hours: number;
  readonly reason: string;
  readonly by: { readonly userId: string; readonly name: string };
}

export interface ExactCall {
  readonly call: RecordedCall;
  readonly content: ExactCallContent;
}

/** Problem `forbidden` while one runs. */
export async function startRecording({ db, clock }: Deps, input: NewRecording): Promise<Outcome<{ id: string }>> {
  const now = clock.now();
  const { ownerTenantId: tenantId, accountId } = input;
  const begun = await db.tenant({ tenantId }, async (tx) => {
    await tx
      .updateTable('traffic_recordings')
      .set({ stopped_at: now })
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .where('stopped_at', 'is', null)
      .where('until', '<=', now)
      .execute();
    return tx
      .insertInto('traffic_recordings')
      .values({
        tenant_id: tenantId,
        id: newId(),
        account_kind: input.kind,
        account_id: accountId,
        slug: input.slug,
        reason: input.reason,
        started_by: input.by.userId,
        started_by_name: input.by.name,
        started_at: now,
        until: new Date(now.getTime() + input.hours * HOUR_MS),
        expires_at: new Date(now.getTime() + KEPT_DAYS * 24 * HOUR_MS),
        most_bytes: MOST_BYTES,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
  });
  runningRecordings(db).forget();
  return begun
    ? { ok: true, value: begun }
    : problem('forbidden', {
        message: 'The exact traffic of this account is kept already.',
        advice: 'Stop that recording first, or use it.',
      });
}

export async function stopRecording({ db, clock }: Deps, ownerTenantId: string, id: string): Promise<void> {
  await db.tenant({ tenantId: ownerTenantId }, (tx) =>
    tx
      .updateTable('traffic_recordings')
      .set({ stopped_at: clock.now() })
      .where('tenant_id', '=', ownerTenantId)
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .execute(),
  );
  runningRecordings(db).forget();
}

export async function eraseRecording({ db }: Deps, ownerTenantId: string, id: string): Promise<void> {
  await db.tenant({ tenantId: ownerTenantId }, (tx) =>
    tx.deleteFrom('traffic_recordings').where('tenant_id', '=', ownerTenantId).where('id', '=', id).execute(),
  );
  runningRecordings(db).forget();
}

/** Newest first; what has expired is not shown even before it is deleted. */
export async function readRecordings(
  { db, clock }: Deps,
  ownerTenantId: string,
  which: { readonly accountId: string } | { readonly id: string },
): Promise<Recording[]> {
  const now = clock.now();
  const rows = await db.tenant({ tenantId: ownerTenantId }, (tx) => {
    const query = tx
      .selectFrom('traffic_recordings')
      .selectAll()
      .where('tenant_id', '=', ownerTenantId)
      .where('expires_at', '>', now);
    const chosen = 'id' in which ? query.where('id', '=', which.id) : query.where('account_id', '=', which.accountId);
    return chosen.orderBy('id', 'desc').limit(MOST_SHOWN).execute();
  });
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    startedBy: row.started_by_name,
    startedAt: row.started_at.toISOString(),
    until: row.until.toISOString(),
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    running: row.stopped_at === null && row.until > now,
    expiresAt: row.expires_at.toISOString(),
    bytes: row.kept_bytes,
    mostBytes: row.most_bytes,
    calls: row.calls,
    dropped: row.dropped,
  }));
}

const SHOWN = ['id', 'at', 'reference', 'operation', 'method', 'status', 'sealed_bytes as bytes'] as const;
type CallRow = Omit<RecordedCall, 'at'> & { readonly at: Date };
const toCall = ({ at, ...row }: CallRow): RecordedCall => ({ ...row, at: at.toISOString() });

export async function listRecordedCalls(
  { db }: Deps,
  ownerTenantId: string,
  recordingId: string,
  before: string | undefined,
): Promise<{ readonly calls: RecordedCall[]; readonly more: boolean }> {
  const rows = await db.tenant({ tenantId: ownerTenantId }, (tx) => {
    const query = tx
      .selectFrom('recorded_calls')
      .select([...SHOWN])
      .where('tenant_id', '=', ownerTenantId)
      .where('recording_id', '=', recordingId);
    return (before === undefined ? query : query.where('id', '<', before))
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute();
  });
  return { calls: rows.slice(0, PAGE).map(toCall), more: rows.length > PAGE };
}

/** The named calls of a recording, opened, in the order in which they were made. */
export async function openCalls(
  { db, sealer }: Deps,
  ownerTenantId: string,
  recordingId: string,
  ids: readonly string[],
): Promise<ExactCall[]> {
  const rows = await db.tenant({ tenantId: ownerTenantId }, (tx) =>
    tx
      .selectFrom('recorded_calls')
      .select([...SHOWN])
      .where('tenant_id', '=', ownerTenantId)
      .where('recording_id', '=', recordingId)
      .where('id', 'in', [...ids])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );
  if (rows.length === 0) return [];
  const sealed = await db.secrets({ tenantId: ownerTenantId }, (tx) =>
    tx
      .selectFrom('recorded_calls')
      .select(['id', 'sealed'])
      .where('tenant_id', '=', ownerTenantId)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute(),
  );
  const sealedOf = new Map(sealed.map((row) => [row.id, row.sealed]));
  return rows.flatMap((row) => {
    const bytes = sealedOf.get(row.id);
    // What is sealed here was written by `keepExactly`, and the seal says that nobody changed it.
    return bytes === undefined
      ? []
      : [{ call: toCall(row), content: sealer.openJson(ownerTenantId, row.id, EXACT_CALL, bytes) as ExactCallContent }];
  });
}
