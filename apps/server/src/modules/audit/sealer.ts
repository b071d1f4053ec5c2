/**
 * Seals what was written: once a second one process of all takes the events that wait, and adds one seal per tenant to its
 * chain. No act ever waits for it. The newest root is also written to the server's log, which lies outside the database.
 */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { GONE, type Leaf, leafOf, rootOf, type StoredEvent } from './hashes.ts';

const EVERY_MS = 1_000;
const MOST_EVENTS = 5_000;
/** Any number that no other lock of the database uses. */
const LOCK = 7_164_201_990;

export interface Sealer {
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
  /** One round; answers how many events were sealed. */
  seal(): Promise<number>;
}

export const EVENT_COLUMNS = sql`tenant_id, id, actors, action, subject_kind, subject_id, before_hash, after_hash, details,
  request_id, ip, (extract(epoch FROM at) * 1000000)::int8::text AS at_us`;

interface Waiting {
  readonly tenant_id: string;
  readonly event_id: string;
}

export const createAuditSealer = (deps: {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
}): Sealer => {
  const { db, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;

  const seal = async (): Promise<number> => {
    const sealed = await db.system(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS mine`.execute(tx);
      if (!rows[0]?.mine) return [];
      const waiting = await sql<Waiting>`
        DELETE FROM audit_pending WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM audit_pending LIMIT ${MOST_EVENTS})
        RETURNING tenant_id, event_id`.execute(tx);
      const byTenant = groupByTenant(waiting.rows);
      const seals: { tenantId: string; no: number; root: string; events: number }[] = [];
      for (const [tenantId, events] of byTenant) {
        const made = await sealTenant(tx, tenantId, [...new Set(events.map((each) => each.event_id))]);
        if (made) seals.push({ tenantId, ...made });
      }
      return seals;
    });
    for (const each of sealed) log.info(each, 'audit log sealed');
    return sealed.reduce((sum, each) => sum + each.events, 0);
  };

  const round = (): void => {
    if (running) return;
    running = seal()
      .catch((error: unknown) =>
        log.error({ err: error }, 'the audit log could not be sealed; it is tried again in a second'),
      )
      .finally(() => {
        running = undefined;
      });
  };
  return {
    seal,
    start() {
      timer = setInterval(round, EVERY_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};

const groupByTenant = (rows: readonly Waiting[]): Map<string, Waiting[]> => {
  const groups = new Map<string, Waiting[]>();
  for (const row of rows) groups.set(row.tenant_id, [...(groups.get(row.tenant_id) ?? []), row]);
  return groups;
};

const sealTenant = async (tx: Tx, tenantId: string, ids: readonly string[]) => {
  // An event that is sealed already (its row of the queue was put back) keeps its first seal.
  const known = await tx
    .selectFrom('audit_leaves')
    .select('event_id')
    .where('tenant_id', '=', tenantId)
    .where('event_id', 'in', [...ids])
    .execute();
  const done = new Set(known.map(({ event_id: id }) => id));
  const fresh = ids.filter((id) => !done.has(id));
  if (fresh.length === 0) return undefined;
  const found = await sql<StoredEvent>`SELECT ${EVENT_COLUMNS} FROM audit_events
    WHERE tenant_id = ${tenantId} AND id IN (${sql.join(fresh)})`.execute(tx);
  const events = new Map(found.rows.map((event) => [event.id, event]));
  const leaves: Leaf[] = fresh.map((eventId) => {
    const event = events.get(eventId);
    return { eventId, hash: event ? leafOf(event) : GONE };
  });
  const last = await tx
    .selectFrom('audit_seals')
    .select(['no', 'root'])
    .where('tenant_id', '=', tenantId)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  const no = (last?.no ?? 0) + 1;
  const previous = last?.root ?? null;
  const root = rootOf({ tenantId, no, previous, leaves });
  const order = fresh.toSorted();
  await tx
    .insertInto('audit_leaves')
    .values(leaves.map(({ eventId, hash }) => ({ tenant_id: tenantId, event_id: eventId, seal_no: no, hash })))
    .execute();
  await tx
    .insertInto('audit_seals')
    .values({
      tenant_id: tenantId,
      no,
      from_id: order[0] ?? '',
      to_id: order.at(-1) ?? '',
      events: leaves.length,
      root,
      previous,
    })
    .execute();
  return { no, root, events: leaves.length };
};
