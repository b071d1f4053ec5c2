/** Pickups in the exceptions inbox: those of which nobody knows, and those that turned out not to exist after all. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { problemWords } from '../../platform/journal/effects.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Cause, clearException, type ExceptionSource, raiseException } from '../exceptions/index.ts';
import { type PickupRow, readPickups } from './pickup-rows.ts';

const MOST = 500;
export const pickupKey = (pickupId: string): string => `pickup:${pickupId}`;

/** The day has not passed by more than one: a driver that did not come is no news any more then. */
const TROUBLED = sql<boolean>`((p.doing IS NOT NULL AND e.state IN ('unknown', 'disputed'))
  OR (p.state = 'booked' AND p.released_at IS NOT NULL AND p.problem IS NOT NULL AND p.doing IS NULL AND p.day >= current_date - 1)
  OR (p.state = 'failed' AND p.problem ->> 'code' = 'absent' AND p.day >= current_date - 1))`;

const ACTS = {
  book: (carrier: string, when: string) => `a driver of ${carrier} comes ${when}`,
  change: (carrier: string, when: string) => `${carrier} has changed the pickup ${when}`,
  cancel: (carrier: string, when: string) => `${carrier} has cancelled the pickup ${when}`,
} as const;

function causeOf(row: PickupRow): Cause {
  const when = `on ${row.day} at ${row.location_name}`;
  const base = {
    key: pickupKey(row.id),
    kind: 'pickup' as const,
    subject: { carrier: { id: row.grant_id, name: row.carrier_name } },
    since: row.sent_at ?? undefined,
    operationId: row.effect_id,
    reference: row.effect_reference ?? row.reference,
    evidence: row.problem
      ? [
          {
            at: (row.sent_at ?? row.created_at).toISOString(),
            step: row.doing ?? 'book',
            what: problemWords(row.problem),
          },
        ]
      : [],
  };
  if (row.doing === null && row.state === 'booked')
    return {
      ...base,
      reason: 'comes-in-vain',
      summary: `The return is over, and ${row.carrier_name} did not cancel its pickup ${when}.`,
      nextStep: `Call ${row.carrier_name} and quote ${row.confirmation ?? row.reference}, or cancel it on the pickups page.`,
      actions: ['open-pickups', 'contact-carrier', 'mark-handled'],
    };
  if (row.doing === null)
    return {
      ...base,
      reason: 'absent',
      summary: `${row.carrier_name} has no booking of the pickup ${when}.`,
      nextStep: 'No driver is coming for this: book another pickup, or take the parcels there.',
      actions: ['open-pickups', 'mark-handled'],
    };
  const what = ACTS[row.doing](row.carrier_name, when);
  const disputed = row.effect_state === 'disputed';
  return {
    ...base,
    reason: disputed ? 'disputed' : 'unknown',
    summary: disputed ? `It is not known whether ${what}.` : `It is not known yet whether ${what}.`,
    nextStep: disputed
      ? 'Ask the carrier about our reference, then say on the pickups page what it has.'
      : 'The carrier is being asked; nothing is booked twice.',
    actions:
      disputed && row.asks ? ['ask-again', 'contact-carrier', 'open-pickups'] : ['contact-carrier', 'open-pickups'],
  };
}

/** After a pickup changed, in the transaction that records it: the act's own state is written already. */
export async function notePickup(tx: Tx, tenantId: string, pickupId: string): Promise<void> {
  const [row] = await readPickups(tx, sql`p.id = ${pickupId}::uuid AND ${TROUBLED}`);
  if (row) await raiseException(tx, tenantId, causeOf(row));
  else await clearException(tx, tenantId, pickupKey(pickupId));
}

export function pickupExceptionSource(deps: { readonly db: Database; readonly journal: Journal }): ExceptionSource {
  const { db, journal } = deps;
  return {
    prefixes: ['pickup'],
    async causes(tenantId) {
      const rows = await db.tenant({ tenantId }, (tx) => readPickups(tx, TROUBLED, { limit: MOST }));
      return { causes: rows.map(causeOf), complete: rows.length < MOST };
    },
    act(ctx, on, action, note) {
      if (action !== 'ask-again' || on.operationId === null) return undefined;
      return journal.decide(
        { table: 'effects', tenantId: ctx.tenantId, id: on.operationId },
        'ask-again',
        { userId: ctx.userId, sessionId: ctx.sessionId, note: note ?? null },
        {},
      );
    },
  };
}
