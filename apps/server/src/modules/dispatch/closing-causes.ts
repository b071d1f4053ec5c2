/**
 * What the exceptions inbox says about carriers' own papers: one whose outcome is open, and one that a carrier needs and that is
 * due soon (`manifest.endOfDay.required`).
 */
import { cutOffOf } from '@scanship/domain/calendar/ship-date';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StoredProblem } from '../../platform/journal/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Cause, clearException, type ExceptionSource, raiseException } from '../exceptions/index.ts';
import { type CarrierFacts, goesOnPaper, placeRows, WAITS } from './waiting.ts';

/** How long before the cut-off a paper that the carrier needs is called to mind. */
const REMIND_MS = 2 * 3_600_000;
const MOST = 500;

export const closingKey = (manifestId: string): string => `closing:${manifestId}`;
const reminderKey = (locationId: string, grantId: string, day: string): string =>
  `paper-due:${locationId}:${grantId}:${day}`;

interface OpenRow {
  readonly id: string;
  readonly effect_id: string;
  readonly grant_id: string;
  readonly state: 'unknown' | 'disputed';
  readonly carrier_name: string;
  readonly account_name: string;
  readonly paper_name: string | null;
  readonly shipment_count: number;
  readonly reference: string;
  readonly problem: StoredProblem | null;
  readonly sent_at: Date | null;
}

async function openClosings(tx: Tx, manifestId?: string): Promise<readonly OpenRow[]> {
  const named = manifestId === undefined ? sql`` : sql`AND m.id = ${manifestId}::uuid`;
  const { rows } =
    await sql<OpenRow>`SELECT m.id, e.id AS effect_id, m.grant_id, e.state, m.carrier_name, m.account_name,
      m.paper_name, m.shipment_count, m.reference, e.problem, e.sent_at
    FROM manifests m JOIN effects e ON e.tenant_id = m.tenant_id AND e.id = m.effect_id
    WHERE m.state = 'unknown' AND e.state IN ('unknown', 'disputed') ${named} ORDER BY e.sent_at LIMIT ${MOST}`.execute(
      tx,
    );
  return rows;
}

function causeOf(row: OpenRow): Cause {
  const paper = row.paper_name ?? 'end-of-day paper';
  const disputed = row.state === 'disputed';
  const words = row.problem?.vendorMessage ?? row.problem?.message;
  return {
    key: closingKey(row.id),
    kind: 'end-of-day',
    reason: row.state,
    summary: disputed
      ? `It is not known whether ${row.carrier_name} made its ${paper} for ${row.shipment_count} shipments.`
      : `${row.carrier_name} has not said yet whether it made its ${paper} for ${row.shipment_count} shipments.`,
    nextStep: disputed
      ? 'Look it up at the carrier by our reference, then say on the end-of-day page what you found.'
      : 'The carrier is being asked; nothing is closed twice.',
    actions: disputed ? ['ask-again', 'contact-carrier', 'open-end-of-day'] : ['contact-carrier', 'open-end-of-day'],
    subject: { carrier: { id: row.grant_id, name: row.carrier_name } },
    since: row.sent_at ?? undefined,
    operationId: row.effect_id,
    reference: row.reference,
    evidence: words
      ? [{ at: (row.sent_at ?? new Date()).toISOString(), step: 'close', what: `It said: "${words}"` }]
      : [],
  };
}

/** After a closing changed, in the transaction that records it. */
export async function noteClosing(tx: Tx, tenantId: string, manifestId: string): Promise<void> {
  const [open] = await openClosings(tx, manifestId);
  if (open) await raiseException(tx, tenantId, causeOf(open));
  else await clearException(tx, tenantId, closingKey(manifestId));
}

interface DueRow {
  readonly location_id: string;
  readonly grant_id: string;
  readonly slug: string;
  readonly account: string;
  readonly service: string;
  readonly n: number;
}

/** Papers that a carrier needs, of places whose cut-off is near or over. Test accounts need none. */
async function reminders(tx: Tx, facts: CarrierFacts, now: Date): Promise<readonly Cause[]> {
  const places = new Map((await placeRows(tx)).map((place) => [place.id, place]));
  const { rows } = await sql<DueRow>`SELECT s.location_id, s.grant_id, coalesce(s.slug, '') AS slug,
      coalesce(max(g.name), '') AS account, coalesce(s.service, '') AS service, count(*)::int AS n
    FROM shipments s LEFT JOIN account_grants g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
    WHERE ${WAITS} AND NOT s.test AND s.location_id IS NOT NULL AND s.grant_id IS NOT NULL
    GROUP BY s.location_id, s.grant_id, s.slug, s.service`.execute(tx);
  const groups = new Map<string, DueRow>();
  for (const row of rows) {
    const manifest = facts(row.slug);
    if (!manifest?.endOfDay?.required || !goesOnPaper(manifest, row.service)) continue;
    const key = `${row.location_id} ${row.grant_id}`;
    groups.set(key, { ...row, n: row.n + (groups.get(key)?.n ?? 0) });
  }
  return [...groups.values()].flatMap((row): Cause[] => {
    const place = places.get(row.location_id);
    if (!place) return [];
    const { day, at, works } = cutOffOf(now, place);
    if (!works || at.getTime() - now.getTime() > REMIND_MS) return [];
    const manifest = facts(row.slug);
    const over = at <= now;
    const carrier = manifest?.name ?? row.slug;
    return [
      {
        key: reminderKey(row.location_id, row.grant_id, day),
        kind: 'end-of-day',
        reason: over ? 'overdue' : 'due',
        summary: over
          ? `The cut-off at ${place.name} is over, and ${carrier} has no ${manifest?.endOfDay?.name ?? 'manifest'} of ${row.n} shipments.`
          : `${carrier} needs its ${manifest?.endOfDay?.name ?? 'manifest'} of ${row.n} shipments at ${place.name} before today's cut-off.`,
        nextStep: 'Close the day; without it the carrier does not move or bill the parcels.',
        actions: ['open-end-of-day', 'mark-handled'],
        subject: { carrier: { id: row.grant_id, name: carrier } },
        since: new Date(at.getTime() - REMIND_MS),
      },
    ];
  });
}

/** The day of a group is closed: nothing is due any more. */
export const forgetReminder = (
  tx: Tx,
  tenantId: string,
  group: { readonly locationId: string | null; readonly grantId: string | null; readonly day: string },
): Promise<void> =>
  group.locationId === null || group.grantId === null
    ? Promise.resolve()
    : clearException(tx, tenantId, reminderKey(group.locationId, group.grantId, group.day));

export function closingExceptionSource(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly facts: CarrierFacts;
}): ExceptionSource {
  const { db, clock, journal } = deps;
  return {
    prefixes: ['closing', 'paper-due'],
    causes: (tenantId) =>
      db.tenant({ tenantId }, async (tx) => {
        const open = await openClosings(tx);
        const due = await reminders(tx, deps.facts, clock.now());
        return { causes: [...open.map(causeOf), ...due], complete: open.length < MOST };
      }),
    act(ctx, on, action, note) {
      if (action !== 'ask-again' || on.operationId === null) return undefined;
      const ref = { table: 'effects', tenantId: ctx.tenantId, id: on.operationId } as const;
      const by = { userId: ctx.userId, sessionId: ctx.sessionId, note: note ?? null };
      return journal.decide(ref, 'ask-again', by, {});
    },
  };
}
