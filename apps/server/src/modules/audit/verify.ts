/**
 * Recomputes a tenant's log from the first seal on, and says in sentences what does not fit. Runs as the tenant. Events of months that
 * have had their time are gone; their hashes are not, so the chain is whole all the same.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/database/ids.ts';
import { GONE, leafOf, rootOf, type StoredEvent } from './hashes.ts';
import { EVENT_COLUMNS } from './sealer.ts';

export interface Verdict {
  readonly intact: boolean;
  readonly events: number;
  readonly seals: number;
  readonly head: { readonly no: number; readonly root: string } | null;
  /** Sealed events whose time was over; their hashes are still in the chain. */
  readonly aged: number;
  /** Events the sealer has not come to yet. */
  readonly unsealed: number;
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 100;
const SEALS_AT_ONCE = 200;

export const verifyLog = (db: Database, tenantId: string): Promise<Verdict> =>
  db.tenant({ tenantId }, (tx) => verify(tx, tenantId), {
    isolation: 'repeatable read',
    readOnly: true,
    statementTimeoutMs: 120_000,
  });

const verify = async (tx: Tx, tenantId: string): Promise<Verdict> => {
  const problems: string[] = [];
  const tell = (what: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push(what);
  };
  const keptSince = await oldestEvent(tx, tenantId);
  let events = 0;
  let aged = 0;
  let seals = 0;
  let head: { no: number; root: string } | null = null;
  for (;;) {
    const after: number = head?.no ?? 0;
    const chain = await tx
      .selectFrom('audit_seals')
      .select(['no', 'root', 'previous', 'events'])
      .where('tenant_id', '=', tenantId)
      .where('no', '>', after)
      .orderBy('no')
      .limit(SEALS_AT_ONCE)
      .execute();
    const [first] = chain;
    const last = chain.at(-1);
    if (!first || !last) break;
    const leaves = await tx
      .selectFrom('audit_leaves')
      .select(['event_id', 'seal_no', 'hash'])
      .where('tenant_id', '=', tenantId)
      .where('seal_no', '>=', first.no)
      .where('seal_no', '<=', last.no)
      .orderBy('seal_no')
      .orderBy('event_id')
      .execute();
    const stored = await readEvents(
      tx,
      tenantId,
      leaves.map(({ event_id: id }) => id),
    );
    const leavesOf = new Map<number, { eventId: string; hash: string }[]>();
    for (const leaf of leaves) {
      const held = leavesOf.get(leaf.seal_no) ?? [];
      held.push({ eventId: leaf.event_id, hash: leaf.hash });
      leavesOf.set(leaf.seal_no, held);
    }
    for (const seal of chain) {
      seals += 1;
      const expected: number = (head?.no ?? 0) + 1;
      if (seal.no !== expected) tell(`Seal ${expected} is missing: after ${expected - 1} comes ${seal.no}.`);
      if (seal.previous !== (head?.root ?? null)) tell(`Seal ${seal.no} does not continue the seal before it.`);
      const own = leavesOf.get(seal.no) ?? [];
      if (own.length !== seal.events)
        tell(`Seal ${seal.no} was made of ${seal.events} events and now holds ${own.length}.`);
      if (rootOf({ tenantId, no: seal.no, previous: seal.previous, leaves: own }) !== seal.root)
        tell(`The hashes of seal ${seal.no} do not give its root.`);
      for (const { eventId, hash } of own) {
        const event = stored.get(eventId);
        if (hash === GONE) tell(`Event ${eventId} was removed before it was sealed.`);
        else if (!event && eventId < keptSince) aged += 1;
        else if (!event) tell(`Event ${eventId} of seal ${seal.no} was removed.`);
        else if (leafOf(event) !== hash) tell(`Event ${eventId} of seal ${seal.no} was changed.`);
        if (event) events += 1;
      }
      head = { no: seal.no, root: seal.root };
    }
  }
  const loose = await sql<{ event_id: string; waiting: boolean }>`
    SELECT e.id AS event_id, EXISTS (SELECT FROM audit_pending p WHERE p.tenant_id = e.tenant_id AND p.event_id = e.id) AS waiting
    FROM audit_events e
    WHERE e.tenant_id = ${tenantId} AND NOT EXISTS (SELECT FROM audit_leaves l WHERE l.tenant_id = e.tenant_id AND l.event_id = e.id)
    ORDER BY e.id`.execute(tx);
  for (const { event_id: id, waiting } of loose.rows)
    if (!waiting) tell(`Event ${id} was never sealed: it was slipped in.`);
  const strays = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM audit_leaves l WHERE l.tenant_id = ${tenantId}
      AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.tenant_id = l.tenant_id AND s.no = l.seal_no)`.execute(tx);
  const stray = strays.rows[0]?.n ?? 0;
  if (stray > 0) tell(`${stray} hashes belong to a seal that was removed.`);
  return {
    intact: problems.length === 0,
    events: events + loose.rows.length,
    aged,
    seals,
    head,
    unsealed: loose.rows.filter(({ waiting }) => waiting).length,
    problems,
  };
};

/** The smallest id of an event that must be there, here or where the tenant comes from. No month is let go while this transaction reads. */
const oldestEvent = async (tx: Tx, tenantId: string): Promise<string> => {
  await sql`LOCK TABLE audit_events IN ACCESS SHARE MODE`.execute(tx);
  const { rows } = await sql<{ since: Date | null }>`SELECT greatest(
    (SELECT since FROM kept_since WHERE table_name = 'audit_events'),
    (SELECT events_since FROM tenants WHERE id = ${tenantId})) AS since`.execute(tx);
  return firstIdAt(rows[0]?.since ?? new Date(0));
};

const readEvents = async (
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredEvent>> => {
  const events = new Map<string, StoredEvent>();
  for (let at = 0; at < ids.length; at += 5_000) {
    const { rows } = await sql<StoredEvent>`SELECT ${EVENT_COLUMNS} FROM audit_events
      WHERE tenant_id = ${tenantId} AND id IN (${sql.join(ids.slice(at, at + 5_000))})`.execute(tx);
    for (const event of rows) events.set(event.id, event);
  }
  return events;
};
