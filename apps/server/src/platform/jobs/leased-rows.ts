/**
 * Rows that are work: due at a time, taken by a lease that no two processes share. A process that dies leaves its lease to lapse, and
 * whoever takes the row then counts its `attempt` up: by that number one that lost its lease while it lived knows that it may not write
 * any more. The database's clock decides.
 */
import { ITS_OWN, type SpanStart } from '@scanship/connector-kit/spans';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';

export interface Lease {
  readonly tenantId: string;
  readonly id: string;
  /** Fencing number. */
  readonly attempt: number;
}

/** The span of work on a row: whatever is logged or asked meanwhile is found by it. */
export const jobSpan =
  (table: string, { tenantId, id }: Pick<Lease, 'tenantId' | 'id'>) =>
  (): SpanStart => ({
    name: `job ${table}`,
    kind: 'job',
    // Whoever happened to look for it has nothing to do with it.
    below: ITS_OWN,
    values: { 'scanship.tenant_id': tenantId, 'scanship.operation_id': id },
  });

/** Somebody else works on the row now; whatever was about to be written is not. */
export class LeaseLost extends Error {
  override readonly name: string = 'LeaseLost';
}

export const fromNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** Nobody works on it. */
export const isFree = sql<boolean>`(lease_until IS NULL OR lease_until <= clock_timestamp())`;

/** Work that has given no sign for so long is taken for hung. Steps of it take seconds, a minute where a carrier is slow. */
export const HUNG_MS = 5 * 60_000;

/** The work gave no sign of going on, so its lease is renewed no more: others take the row up when it lapses. */
export class Hung extends LeaseLost {
  override readonly name = 'Hung';
}

export interface Beat {
  /** The work has gone a step on. */
  readonly sign: () => void;
  /**
   * Waits for the work as long as it gives signs. Whoever waits goes on with something else then; should the work wake up later, it finds
   * its lease taken, like that of a process which stood still.
   * @throws Hung
   */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

export interface BeatOptions {
  readonly failed?: (error: unknown) => void;
  /** Absent: what is held gives no signs, and is held until it is stopped. */
  readonly hungMs?: number;
}

/**
 * Renews a lease several times before it ends. One renewal that fails is made up for by the next.
 * @param renew is told whether there was a sign since the last time
 */
export function beat(
  leaseMs: number,
  renew: (signed: boolean) => Promise<unknown>,
  { failed = () => undefined, hungMs = Infinity }: BeatOptions = {},
): Beat {
  const last = { at: performance.now(), told: true };
  let giveUp: (why: Hung) => void = () => undefined;
  const hung = new Promise<never>((_resolve, reject) => (giveUp = reject));
  // Nobody may be waiting for it.
  hung.catch(() => undefined);
  const timer = setInterval(() => {
    const quietMs = performance.now() - last.at;
    if (quietMs > hungMs) {
      stop();
      return giveUp(new Hung(`no sign of progress for ${Math.round(quietMs / 1000)} s`));
    }
    const signed = !last.told;
    last.told = true;
    void renew(signed).catch((error: unknown) => {
      if (signed) last.told = false;
      failed(error);
    });
  }, Math.min(leaseMs, hungMs) / 4).unref();
  const stop = (): void => clearInterval(timer);
  return {
    sign() {
      last.at = performance.now();
      last.told = false;
    },
    during: (work) => Promise.race([work, hung]),
    stop,
  };
}

/**
 * `progress_at` of a row that is taken: as it was, where whoever had it before hung, died or failed and left its lease behind. Work that
 * ends its turn in order leaves none.
 */
export const progressOnTaking = sql`CASE WHEN lease_until IS NULL THEN clock_timestamp() ELSE coalesce(progress_at, clock_timestamp()) END`;
/** Of a row that is given back in order: nobody who takes it later, of an older release either, is held to what was before. */
export const GIVEN_BACK = sql`lease_until = NULL, progress_at = NULL`;
/** Of a row that is looked at again later because its work failed: how long it has made no progress is not forgotten. */
export const LEFT_BEHIND = sql`lease_until = clock_timestamp()`;
/** A row that was given back while its lease was about to be renewed stays given back. */
export const IS_HELD = sql`lease_until IS NOT NULL`;
/** Of a row whose lease is renewed. */
export const progressOnRenewing = (signed: boolean): RawBuilder<unknown> =>
  signed ? sql`clock_timestamp()` : sql`progress_at`;

export interface LeasedRows<More> {
  /** The row that has waited longest and nobody works on. */
  take(): Promise<(Lease & More) | undefined>;
  /** Writes `set` where the lease is still ours. @returns whether it was */
  settle(lease: Lease, set: RawBuilder<unknown>, tx?: Tx): Promise<boolean>;
  /** A transaction in which nobody takes the row over. @throws LeaseLost, which undoes it */
  write<T>(lease: Lease, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Keeps the lease until it is stopped or the work hangs: each `settle`, `write` and `sign` is a sign of it. */
  keep(lease: Lease, failed: (error: unknown) => void): Beat;
  /** The work has gone a step on that writes nothing under the lease. */
  sign(lease: Lease): void;
}

export interface LeasedTable {
  /** Has `tenant_id`, `id`, `due_at`, `lease_until`, `attempt` and `progress_at`; the system role may read the first four. */
  readonly table: string;
  readonly leaseMs: number;
  readonly hungMs?: number | undefined;
  /** What `take` answers beside the lease, as columns. */
  readonly columns?: RawBuilder<unknown>;
  /** Which rows there is work on; others are neither taken nor written. */
  readonly open?: RawBuilder<boolean>;
  /** What is due by the product's clock. */
  readonly now?: () => Date;
}

/** So many that others may be quicker at. */
const LOOKED_AT = 10;

export function leasedRows<More = unknown>(db: Database, of: LeasedTable): LeasedRows<More> {
  const rowsOf = sql.table(of.table);
  const open = of.open === undefined ? sql`` : sql`AND ${of.open}`;
  const isDue = () => sql`due_at <= ${of.now?.() ?? sql`clock_timestamp()`} AND ${isFree}`;
  const ours = ({ tenantId, id, attempt }: Lease) =>
    sql`tenant_id = ${tenantId} AND id = ${id} AND attempt = ${attempt} ${open}`;

  /** By lease, while it is kept. */
  const kept = new Map<string, Beat>();
  const keyOf = ({ id, attempt }: Lease): string => `${id}/${attempt}`;

  const sign = (lease: Lease): void => kept.get(keyOf(lease))?.sign();

  const settle: LeasedRows<More>['settle'] = async (lease, set, tx) => {
    sign(lease);
    const write = async (at: Tx) =>
      (await sql`UPDATE ${rowsOf} SET ${set} WHERE ${ours(lease)}`.execute(at)).numAffectedRows === 1n;
    return tx ? write(tx) : db.tenant(lease, write);
  };

  return {
    async take() {
      const due = await db.system(
        (tx) =>
          sql<{ tenantId: string; id: string }>`SELECT tenant_id AS "tenantId", id FROM ${rowsOf}
            WHERE ${isDue()} ORDER BY due_at LIMIT ${LOOKED_AT}`.execute(tx),
        { readOnly: true },
      );
      for (const { tenantId, id } of due.rows) {
        const { rows } = await db.tenant({ tenantId }, (tx) =>
          sql<
            { attempt: number } & More
          >`UPDATE ${rowsOf} SET lease_until = ${fromNow(of.leaseMs)}, attempt = attempt + 1,
              progress_at = ${progressOnTaking}
            WHERE tenant_id = ${tenantId} AND id = ${id} AND ${isDue()} ${open}
            RETURNING attempt ${of.columns ? sql`, ${of.columns}` : sql``}`.execute(tx),
        );
        const [row] = rows;
        if (row) return { ...row, tenantId, id };
      }
      return undefined;
    },
    settle,
    write: (lease, work) =>
      db.tenant(lease, async (tx) => {
        const { rows } = await sql`SELECT FROM ${rowsOf} WHERE ${ours(lease)} FOR UPDATE`.execute(tx);
        if (rows.length === 0) throw new LeaseLost();
        sign(lease);
        return work(tx);
      }),
    sign,
    keep(lease, failed) {
      const key = keyOf(lease);
      const renew = (signed: boolean) =>
        db.tenant(lease, (tx) =>
          sql`UPDATE ${rowsOf} SET lease_until = ${fromNow(of.leaseMs)}, progress_at = ${progressOnRenewing(signed)}
            WHERE ${ours(lease)} AND ${IS_HELD}`.execute(tx),
        );
      const going = beat(of.leaseMs, renew, { failed, hungMs: of.hungMs ?? HUNG_MS });
      const stop = (): void => {
        going.stop();
        kept.delete(key);
      };
      kept.set(key, going);
      return { ...going, stop };
    },
  };
}
