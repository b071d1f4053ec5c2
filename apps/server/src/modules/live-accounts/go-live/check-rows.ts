/** Stored checks. All is read and written as the owner of the account; the system role only finds what is due. */
import { type GoLiveCheck, storedShipment, type StoredShipment } from '@scanship/contracts/carriers/go-live';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import type { Database } from '../../../platform/database/database.ts';

/** Checks of one account that are kept; older ones go when a new one begins. */
const MOST_KEPT = 10;

export interface CheckRef {
  readonly tenantId: string;
  readonly id: string;
}
export interface CheckRow {
  readonly account_id: string;
  readonly slug: string;
  readonly reason: string;
  readonly started_by: string;
  readonly started_by_name: string;
  readonly started_at: Date;
  readonly recording_id: string | null;
  readonly own_recording: boolean;
  readonly shipments: readonly StoredShipment[];
}

const shipmentList = z.array(storedShipment);
/** What another version wrote in another shape is shown without its steps. */
const shipmentsOf = (value: unknown): readonly StoredShipment[] => shipmentList.safeParse(value).data ?? [];

/** @returns false while a check of the account is under way */
export const insertCheck = (
  db: Database,
  input: {
    readonly ownerTenantId: string;
    readonly accountId: string;
    readonly slug: string;
    readonly reason: string;
    readonly by: { readonly userId: string; readonly name: string };
    readonly now: Date;
  },
): Promise<boolean> =>
  db.tenant({ tenantId: input.ownerTenantId }, async (tx) => {
    const { ownerTenantId: tenantId, accountId } = input;
    const made = await tx
      .insertInto('go_live_checks')
      .values({
        tenant_id: tenantId,
        id: newId(),
        account_id: accountId,
        slug: input.slug,
        reason: input.reason,
        started_by: input.by.userId,
        started_by_name: input.by.name,
        started_at: input.now,
        // Planned when it runs.
        shipments: json([]),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return false;
    await sql`DELETE FROM go_live_checks WHERE tenant_id = ${tenantId}::uuid AND account_id = ${accountId}::uuid
      AND ended_at IS NOT NULL AND id NOT IN (SELECT id FROM go_live_checks WHERE tenant_id = ${tenantId}::uuid
        AND account_id = ${accountId}::uuid ORDER BY id DESC LIMIT ${MOST_KEPT})`.execute(tx);
    return true;
  });

/** A waiting check for this process, whoever's it is. */
export async function takeCheck(db: Database, leaseSeconds: number): Promise<CheckRef | undefined> {
  const { rows } = await db.system((tx) =>
    sql<CheckRef>`UPDATE go_live_checks AS c SET alive_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM (SELECT tenant_id, id FROM go_live_checks WHERE ended_at IS NULL AND alive_until IS NULL
        ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS d
      WHERE c.tenant_id = d.tenant_id AND c.id = d.id RETURNING c.tenant_id AS "tenantId", c.id`.execute(tx),
  );
  return rows[0];
}

/** Checks whose process is gone. */
export async function lapsedChecks(db: Database): Promise<readonly CheckRef[]> {
  const { rows } = await db.system((tx) =>
    sql<CheckRef>`SELECT tenant_id AS "tenantId", id FROM go_live_checks
      WHERE ended_at IS NULL AND alive_until < clock_timestamp()`.execute(tx),
  );
  return rows;
}

/** @returns undefined when it has ended */
export async function readRunning(db: Database, { tenantId, id }: CheckRef): Promise<CheckRow | undefined> {
  const row = await db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('go_live_checks')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
  );
  return row && { ...row, shipments: shipmentsOf(row.shipments) };
}

export interface CheckChange {
  readonly shipments?: readonly StoredShipment[];
  readonly recording?: { readonly id: string; readonly own: boolean };
  readonly ended?: { readonly at: Date; readonly cut: boolean };
  /** Of this process; absent: the lease stays. */
  readonly leaseSeconds?: number;
}

/** @returns false when it has ended meanwhile: whoever runs it must stop, because another process took it for lost */
export async function writeCheck(db: Database, { tenantId, id }: CheckRef, change: CheckChange): Promise<boolean> {
  const { shipments, recording, ended, leaseSeconds } = change;
  const done = await db.tenant({ tenantId }, (tx) =>
    tx
      .updateTable('go_live_checks')
      .set({
        ...(shipments && { shipments: json(shipments) }),
        ...(recording && { recording_id: recording.id, own_recording: recording.own }),
        ...(ended && { ended_at: ended.at, cut: ended.cut }),
        ...(leaseSeconds !== undefined && {
          alive_until: sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
        }),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
  );
  return done.numUpdatedRows === 1n;
}

/** Newest first, with the exact calls of each step that are still kept. */
export const readChecks = (db: Database, ownerTenantId: string, accountId: string): Promise<GoLiveCheck[]> =>
  db.tenant({ tenantId: ownerTenantId }, async (tx) => {
    const rows = await tx
      .selectFrom('go_live_checks')
      .selectAll()
      .where('tenant_id', '=', ownerTenantId)
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .limit(MOST_KEPT)
      .execute();
    const checks = rows.map((row) => ({ row, shipments: shipmentsOf(row.shipments) }));
    const stepIds = checks.flatMap(({ shipments }) => shipments.flatMap(({ steps }) => steps.map(({ id }) => id)));
    const calls =
      stepIds.length === 0
        ? []
        : await tx
            .selectFrom('recorded_calls')
            .select(['id', 'subject_id', 'recording_id'])
            .where('tenant_id', '=', ownerTenantId)
            .where('subject_id', 'in', stepIds)
            .where('subject_kind', '=', 'test')
            .orderBy('at')
            .orderBy('id')
            .execute();
    const kept = new Set(calls.map(({ recording_id: recordingId }) => recordingId));
    return checks.map(({ row, shipments }) => ({
      id: row.id,
      startedBy: row.started_by_name,
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      state:
        row.ended_at === null
          ? row.alive_until === null
            ? ('waiting' as const)
            : ('running' as const)
          : row.cut
            ? ('cut' as const)
            : ('ended' as const),
      recordingId: row.recording_id !== null && kept.has(row.recording_id) ? row.recording_id : null,
      shipments: shipments.map(({ steps, ...facts }) => ({
        ...facts,
        steps: steps.map((step) => ({
          ...step,
          callIds: calls.filter((call) => call.subject_id === step.id).map(({ id }) => id),
        })),
      })),
    }));
  });
