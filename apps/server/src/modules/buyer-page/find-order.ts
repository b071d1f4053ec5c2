/**
 * An order by its number and what only its buyer and seller know: the postal code or e-mail it is sent to. Whoever is wrong
 * learns nothing of what exists: unknown, wrong and more than one are the same answer.
 */
import { fold, orderNumberKey } from '@scanship/domain/orders/order-search';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { LinkedOrder } from './links.ts';

/** Sellers of a franchise may have the same numbers; the newest are looked at. */
const MOST_CANDIDATES = 20;
const MOST_CHARACTERS = 200;

export interface Asked {
  readonly number: string;
  /** Postal code or e-mail. */
  readonly proof: string;
  /** Orders of this seller alone. */
  readonly tenantId?: string | undefined;
}

const letters = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

interface Recipient {
  readonly zipcode: string | null;
  readonly email: string | null;
  readonly country: string | null;
}

/** @returns whether `proof`, as people type it, is the order's postal code or e-mail */
export function proves(proof: string, { zipcode, email, country }: Recipient): boolean {
  if (proof.includes('@')) {
    const given = fold(proof).replaceAll(' ', '');
    return given !== '' && given === fold(email ?? '');
  }
  const [given, kept] = [letters(proof), letters(zipcode ?? '')];
  if (given === '' || kept === '') return false;
  // The last four digits of an American code are known to hardly anybody.
  const whole = country === 'US' && /^\d{5}(\d{4})?$/.test(given) && /^\d{5}(\d{4})?$/.test(kept);
  return whole ? given.slice(0, 5) === kept.slice(0, 5) : given === kept;
}

export async function findOrder(db: Database, franchiseId: string, asked: Asked): Promise<LinkedOrder | undefined> {
  const unreadable = [asked.number, asked.proof].some((text) => text.length > MOST_CHARACTERS || text.includes('\0'));
  const key = unreadable ? '' : orderNumberKey(asked.number);
  if (key === '' || asked.proof.trim() === '') return undefined;
  const { rows } = await db.system(
    (tx) =>
      sql<{ tenant_id: string; order_id: string }>`
      SELECT k.tenant_id, k.order_id FROM tenants AS c
      JOIN order_tokens AS k ON k.tenant_id = c.id AND k.field = 'number' AND k.token = ${key}
      WHERE c.realm_id = ${franchiseId} AND c.kind = 'customer' AND c.state <> 'closed'
        ${asked.tenantId === undefined ? sql`` : sql`AND c.id = ${asked.tenantId}`}
      ORDER BY k.placed_at DESC, k.order_id LIMIT ${MOST_CANDIDATES}`.execute(tx),
    { readOnly: true },
  );
  const found: LinkedOrder[] = [];
  for (const { tenant_id: tenantId, order_id: orderId } of rows) {
    const recipient = await db.tenant(
      { tenantId },
      (tx) =>
        sql<Recipient>`SELECT ship_to ->> 'zipcode' AS zipcode, ship_to ->> 'email' AS email,
        ship_to ->> 'countryCode' AS country FROM order_details
        WHERE tenant_id = ${tenantId} AND order_id = ${orderId}`.execute(tx),
      { readOnly: true },
    );
    if (recipient.rows.some((each) => proves(asked.proof, each))) found.push({ tenantId, orderId });
  }
  const [newest] = found;
  // Two sellers with the same number and postal code: nobody is shown a stranger's parcel.
  return newest && found.every(({ tenantId }) => tenantId === newest.tenantId) ? newest : undefined;
}
