/** Claims in the exceptions inbox: those of which nobody knows whether the carrier has them, and those about which it asks. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { problemWords } from '../../platform/journal/effects.ts';
import type { StoredProblem } from '../../platform/journal/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Cause, clearException, type ExceptionSource, raiseException } from '../exceptions/index.ts';

const MOST = 500;
const keyOf = (claimId: string): string => `claim:${claimId}`;

interface Troubled {
  readonly id: string;
  readonly state: string;
  readonly effect_id: string | null;
  readonly carrier_state: string | null;
  /** The carrier has this one beside what stands in the claim. */
  readonly other_number: string | null;
  readonly act: string | null;
  readonly asks: boolean;
  readonly reference: string | null;
  readonly problem: StoredProblem | null;
  readonly sent_at: Date | null;
  readonly answer: string | null;
  readonly slug: string;
  readonly order_id: string;
  readonly number: string;
  readonly shipment_id: string;
}

/** What was stored and cannot begin keeps the claim from everybody, so it is told too. */
const TROUBLED = sql<boolean>`(e.state IN ('unknown', 'disputed') OR (e.state = 'planned' AND e.problem IS NOT NULL
    AND e.created_at < now() - interval '10 minutes')
  OR (c.state = 'filed' AND (c.carrier_state = 'asks' OR c.ask_failed_since < now() - interval '3 days')) OR c.other_number IS NOT NULL)`;

async function troubled(tx: Tx, tenantId: string, claimId: string | null): Promise<readonly Troubled[]> {
  const { rows } =
    await sql<Troubled>`SELECT c.id, c.state, c.answer, c.other_number, c.carrier_state, c.order_id, c.shipment_id, o.number,
      coalesce(s.slug, '') AS slug, e.id AS effect_id, e.state AS act, e.problem, e.sent_at,
      coalesce(e.payload ->> 'recovery', 'none') <> 'none' AS asks, e.payload ->> 'reference' AS reference
    FROM claims AS c LEFT JOIN effects AS e ON e.tenant_id = c.tenant_id AND e.id = c.effect_id
    JOIN shipments AS s ON s.tenant_id = c.tenant_id AND s.id = c.shipment_id
    JOIN orders AS o ON o.tenant_id = c.tenant_id AND o.id = c.order_id
    WHERE c.tenant_id = ${tenantId} AND ${TROUBLED} AND (${claimId}::uuid IS NULL OR c.id = ${claimId}::uuid)
    ORDER BY c.id LIMIT ${MOST}`.execute(tx);
  return rows;
}

function causeOf(row: Troubled, name: string): Cause {
  const base = {
    key: keyOf(row.id),
    kind: 'claim' as const,
    subject: { order: { id: row.order_id, name: row.number }, shipment: { id: row.shipment_id, name: row.number } },
    operationId: row.effect_id ?? undefined,
  };
  const open = row.act === 'unknown' || row.act === 'disputed';
  if (row.other_number !== null)
    return {
      ...base,
      reason: 'other',
      summary: `${name} has a claim for order ${row.number} that was believed absent: ${row.other_number}.`,
      nextStep: 'Look at the carrier’s own page which of the two goes on, and withdraw the other there.',
      actions: ['open-claims', 'contact-carrier', 'mark-handled'],
    };
  if (row.act === 'planned')
    return {
      ...base,
      reason: 'not-begun',
      summary: `Filing the claim for order ${row.number} with ${name} cannot begin.`,
      nextStep: 'Nothing was sent; it is tried again. Take it back at the claim to file it another way.',
      actions: ['open-claims'],
    };
  if (!open && row.carrier_state !== 'asks')
    return {
      ...base,
      reason: 'not-told',
      summary: `${name} has not told for days what became of the claim for order ${row.number}.`,
      nextStep: 'Look at the carrier’s own page, and note at the claim what it says.',
      actions: ['open-claims', 'contact-carrier', 'mark-handled'],
    };
  if (!open)
    return {
      ...base,
      reason: 'asks',
      summary: `${name} wants to know more about the claim for order ${row.number}.`,
      nextStep: row.answer ? `It says: "${row.answer}" Answer it there.` : 'Answer it there.',
      actions: ['open-claims', 'contact-carrier', 'mark-handled'],
    };
  const disputed = row.act === 'disputed';
  return {
    ...base,
    reason: disputed ? 'disputed' : 'unknown',
    summary: disputed
      ? `It is not known whether ${name} has the claim for order ${row.number}.`
      : `It is not known yet whether ${name} has the claim for order ${row.number}.`,
    nextStep: disputed
      ? 'Look at the carrier’s own page, then say at the claim what it has.'
      : 'The carrier is being asked; nothing is filed twice.',
    actions:
      disputed && row.asks ? ['ask-again', 'contact-carrier', 'open-claims'] : ['contact-carrier', 'open-claims'],
    since: row.sent_at ?? undefined,
    reference: row.reference ?? undefined,
    evidence:
      row.problem && row.sent_at
        ? [{ at: row.sent_at.toISOString(), step: 'file', what: problemWords(row.problem) }]
        : [],
  };
}

/** After a claim or its act changed, in the transaction that records it. */
export async function noteClaim(
  tx: Tx,
  tenantId: string,
  claimId: string,
  nameOf: (slug: string) => string,
): Promise<void> {
  const [row] = await troubled(tx, tenantId, claimId);
  if (row) await raiseException(tx, tenantId, causeOf(row, nameOf(row.slug)));
  else await clearException(tx, tenantId, keyOf(claimId));
}

export function claimExceptionSource(deps: {
  readonly db: Database;
  readonly journal: Journal;
  readonly nameOf: (slug: string) => string;
}): ExceptionSource {
  const { db, journal, nameOf } = deps;
  return {
    prefixes: ['claim'],
    async causes(tenantId) {
      const rows = await db.tenant({ tenantId }, (tx) => troubled(tx, tenantId, null), { readOnly: true });
      return { causes: rows.map((row) => causeOf(row, nameOf(row.slug))), complete: rows.length < MOST };
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
