/** What buyers of the demo want to send back: rules that let them, and a return in each stage that a seller has to deal with. */
import { sql } from 'kysely';
import { accountKey } from '../modules/users/index.ts';
import { askReturn, check, decide, readRules, saveRules, takeIn } from '../modules/returns/index.ts';
import { newId } from '../platform/database/ids.ts';
import type { Services } from '../platform/services.ts';

interface Wished {
  readonly reason: string;
  readonly wish: 'money' | 'exchange';
  readonly note: string;
  readonly instead: string;
  /** How far the seller is with it. */
  readonly stage: 'asked' | 'checked';
}

/** Newest order first. */
const WISHED: readonly Wished[] = [
  { reason: 'does-not-fit', wish: 'exchange', note: '', instead: 'One size up', stage: 'asked' },
  { reason: 'damaged', wish: 'money', note: 'It came with a crack.', instead: '', stage: 'asked' },
  { reason: 'wrong-item', wish: 'exchange', note: 'I ordered the blue one.', instead: '', stage: 'checked' },
];

/** The newest so many shipments have a return. */
export const WITH_RETURNS = WISHED.length;

/** @param customer `userName`: in whose name the rules are saved */
export async function seedReturns(
  { db, clock }: Services,
  customer: { readonly tenantId: string; readonly realmId: string; readonly userName: string },
): Promise<void> {
  const { tenantId, realmId, userName } = customer;
  const now = clock.now();
  const user = await db.identity({ realmId }, (tx) =>
    tx
      .selectFrom('users')
      .select('id')
      .where('realm_id', '=', realmId)
      .where('username_key', '=', accountKey(userName))
      .executeTakeFirst(),
  );
  await db.tenant({ tenantId }, async (tx) => {
    const { rules, version } = await readRules(tx, tenantId);
    // Rules that somebody saved stay as they are.
    if (version > 0 || !user) return;
    const who = { tenantId, realmId, userId: user.id, sessionId: newId(), locale: 'en-CA', currency: 'CAD' } as const;
    await saveRules(
      tx,
      who,
      { ...rules, open: true, wishes: ['money', 'exchange', 'credit'], offerProducts: true, version },
      new Map(),
    );
    const arrived = await sql<{ shipment_id: string; order_id: string; line: number }>`
      SELECT i.shipment_id, i.order_id, min(i.line) AS line FROM shipments AS s
      JOIN shipment_items AS i ON i.tenant_id = s.tenant_id AND i.shipment_id = s.id AND i.held
      WHERE s.tenant_id = ${tenantId} AND s.state = 'delivered' AND s.direction = 'outbound'
      GROUP BY i.shipment_id, i.order_id, s.delivered_at ORDER BY s.delivered_at DESC LIMIT ${WISHED.length}`.execute(
      tx,
    );
    for (const [at, { shipment_id: shipmentId, order_id: orderId, line }] of arrived.rows.entries()) {
      const wished = WISHED[at];
      if (!wished) continue;
      const { stage, instead, ...form } = wished;
      const items = [{ line, quantity: 1, instead }];
      const asked = await askReturn(tx, { tenantId, orderId }, { ...form, shipmentId, items }, { withTest: true, now });
      if (!asked.ok || stage === 'asked') continue;
      await decide(tx, who, { ids: [asked.id], approve: true, answer: null }, now);
      await takeIn(tx, tenantId, asked.id, now);
      const found = [{ line, received: 1, condition: 'as_new' as const }];
      await check(tx, tenantId, asked.id, { items: found, note: null }, now);
    }
  });
}
