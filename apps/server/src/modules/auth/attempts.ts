/**
 * Counts failures, shared by all processes. An attempt is counted before it is tried, so that guesses at the same moment
 * count too, and taken back when it succeeds. After `free` failures in a row each further try has to wait, twice as long
 * every time.
 */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface AttemptRule {
  /** Name of what is counted; part of the key. */
  readonly name: string;
  /** So many tries before anybody waits. Infinity: only counted. */
  readonly free: number;
  /** Failures are forgotten after so long. Seconds. */
  readonly windowSeconds: number;
  /** The window begins anew with every failure. */
  readonly sliding: boolean;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
}

export interface Counted {
  readonly rule: AttemptRule;
  /** Whose, or from where. */
  readonly of: string;
}

export interface Attempts {
  /** Counts one try for each; when one of them must wait, none is counted and the seconds are answered. */
  take(realmId: string, counted: readonly Counted[]): Promise<number | undefined>;
  /** All is well: forgets the failures. */
  clear(realmId: string, counted: readonly Counted[]): Promise<void>;
  /** Takes this one try back; earlier failures stay counted. */
  giveBack(realmId: string, counted: readonly Counted[]): Promise<void>;
  /** Failures within the window now. */
  count(realmId: string, counted: Counted): Promise<number>;
}

const keyOf = ({ rule, of }: Counted): string => `${rule.name} ${of}`;

class MustWait extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super('must wait');
    this.seconds = seconds;
  }
}

export const createAttempts = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Attempts => ({
  async take(realmId, counted) {
    try {
      await db.identity({ realmId }, async (tx) => {
        // One order everywhere, so that two tries never wait for each other.
        for (const each of counted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
          await countOne(tx, realmId, each, clock.now());
      });
      return undefined;
    } catch (error) {
      if (error instanceof MustWait) return error.seconds;
      throw error;
    }
  },
  async clear(realmId, counted) {
    if (counted.length === 0) return;
    await db.identity({ realmId }, (tx) =>
      tx
        .deleteFrom('sign_in_attempts')
        .where('realm_id', '=', realmId)
        .where('key', 'in', counted.map(keyOf))
        .execute(),
    );
  },
  async giveBack(realmId, counted) {
    if (counted.length === 0) return;
    await db.identity({ realmId }, (tx) =>
      tx
        .updateTable('sign_in_attempts')
        .set({ failures: sql<number>`greatest(0, failures - 1)`, blocked_until: null })
        .where('realm_id', '=', realmId)
        .where('key', 'in', counted.map(keyOf))
        .execute(),
    );
  },
  async count(realmId, counted) {
    const row = await db.identity({ realmId }, (tx) =>
      tx
        .selectFrom('sign_in_attempts')
        .select('failures')
        .where('realm_id', '=', realmId)
        .where('key', '=', keyOf(counted))
        .where('window_ends_at', '>', clock.now())
        .executeTakeFirst(),
    );
    return row?.failures ?? 0;
  },
});

const countOne = async (tx: Tx, realmId: string, counted: Counted, now: Date): Promise<void> => {
  const { rule } = counted;
  const key = keyOf(counted);
  const ends = new Date(now.getTime() + rule.windowSeconds * 1000);
  const fresh = sql`(a.window_ends_at <= ${now})`;
  const failures = sql`(CASE WHEN ${fresh} THEN 1 ELSE a.failures + 1 END)`;
  const wait = Number.isFinite(rule.free)
    ? sql`CASE WHEN ${failures} >= ${rule.free} THEN ${now}::timestamptz + make_interval(secs =>
        least(${rule.longestWaitSeconds}::float8, ${rule.firstWaitSeconds}::float8 * power(2, least(30, ${failures} - ${rule.free})))) END`
    : sql`NULL::timestamptz`;
  const { rows } = await sql`
    INSERT INTO sign_in_attempts AS a (realm_id, key, failures, window_ends_at) VALUES (${realmId}, ${key}, 1, ${ends})
    ON CONFLICT (realm_id, key) DO UPDATE SET
      failures = ${failures}, blocked_until = ${wait},
      window_ends_at = CASE WHEN ${fresh} OR ${rule.sliding} THEN ${ends} ELSE a.window_ends_at END
    WHERE a.blocked_until IS NULL OR a.blocked_until <= ${now}
    RETURNING 1`.execute(tx);
  if (rows.length > 0) return;
  const held = await tx
    .selectFrom('sign_in_attempts')
    .select('blocked_until')
    .where('realm_id', '=', realmId)
    .where('key', '=', key)
    .executeTakeFirst();
  const until = held?.blocked_until?.getTime() ?? now.getTime();
  throw new MustWait(Math.max(1, Math.ceil((until - now.getTime()) / 1000)));
};

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Until when people have to wait at some address or device, by user id; others are left out. */
export async function waitingPeople(
  db: Database,
  realmId: string,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rules = [ACCOUNT_AT_ADDRESS, ACCOUNT_ON_DEVICE, SECOND_FACTOR].map(({ name }) => name);
  const { rows } = await db.identity(
    { realmId },
    (tx) =>
      sql<{ user_id: string; until: Date }>`SELECT split_part(key, ' ', 2) AS user_id, max(blocked_until) AS until
        FROM sign_in_attempts WHERE realm_id = ${realmId} AND blocked_until > ${now}
          AND split_part(key, ' ', 1) = ANY (${rules}) AND split_part(key, ' ', 2) = ANY (${[...userIds]}) GROUP BY 1`.execute(
        tx,
      ),
    { readOnly: true },
  );
  return new Map(rows.map((row) => [row.user_id, row.until]));
}

/** Wrong passwords for one account from one address (or on one known device): 5, then 10 s, 20 s ... an hour. */
export const ACCOUNT_AT_ADDRESS: AttemptRule = {
  name: 'account-address',
  free: 5,
  windowSeconds: DAY,
  sliding: true,
  firstWaitSeconds: 10,
  longestWaitSeconds: HOUR,
};
export const ACCOUNT_ON_DEVICE: AttemptRule = { ...ACCOUNT_AT_ADDRESS, name: 'account-device', free: 10 };
/** Wrong passwords from one address over all accounts, against guessing through a list of people. */
export const FROM_ADDRESS: AttemptRule = {
  name: 'address',
  free: 100,
  windowSeconds: 15 * 60,
  sliding: false,
  firstWaitSeconds: 15 * 60,
  longestWaitSeconds: HOUR,
};
/** Wrong passwords for one account from all unknown devices; from `GUARDED_FROM` on these need a mailed code as well. */
export const BY_STRANGERS: AttemptRule = {
  name: 'strangers',
  free: Number.POSITIVE_INFINITY,
  windowSeconds: HOUR,
  sliding: true,
  firstWaitSeconds: 0,
  longestWaitSeconds: 0,
};
export const GUARDED_FROM = 30;
/** Second factors tried for one account by whoever knew the password: on known devices they count apart. */
export const SECOND_FACTOR: AttemptRule = { ...ACCOUNT_AT_ADDRESS, name: 'factor', free: 10 };
/** The own password asked again inside a session. */
export const OWN_PASSWORD: AttemptRule = { ...ACCOUNT_AT_ADDRESS, name: 'own-password', free: 5 };
/** Codes tried for one account from one address; a new code begins anew. */
export const CODE_AT_ADDRESS: AttemptRule = {
  name: 'code',
  free: 5,
  windowSeconds: DAY,
  sliding: true,
  firstWaitSeconds: DAY,
  longestWaitSeconds: DAY,
};
/** Calls that make accounts or send mails, from one address. */
export const MAILS_FROM_ADDRESS: AttemptRule = {
  name: 'mails-from',
  free: 30,
  windowSeconds: HOUR,
  sliding: false,
  firstWaitSeconds: 10 * 60,
  longestWaitSeconds: HOUR,
};
/** Verification mails to one address, whatever accounts name it: strangers can have no more sent to somebody. */
export const MAILS_TO: AttemptRule = { ...MAILS_FROM_ADDRESS, name: 'mails-to', free: 5 };
