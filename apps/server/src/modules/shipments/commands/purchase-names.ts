/**
 * What a purchase is called at the carrier: made from the tenant, the order and which try it is, not by chance. A purchase
 * whose commit was lost (failover, restore) is bought again under the same names, so that a carrier that takes a key answers
 * the first label, and one that can be asked finds it.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { mayBeForgotten } from '../../../platform/database/lineage.ts';
import type { Actor, LoadedRate } from '../ports.ts';

export interface PurchaseName {
  /** 16 characters of 0-9 and A-Z that fit every vendor's reference field. */
  readonly reference: string;
  /** For vendors whose own key is a UUID; shaped as version 4, which some of them insist on. */
  readonly uuid: string;
}

export interface PurchaseNames {
  readonly of: (piece: number) => PurchaseName;
  /** The order may have been bought and forgotten: carriers that can be asked are asked first. */
  readonly askFirst: boolean;
}

/** Crockford's letters: no I, L, O or U to be misread or to spell something. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Tries looked at with one statement; nearly every order is bought with the first. */
const TRIES_AT_ONCE = 8;
const MOST_TRIES = 4_096;

/** The names of one try. 80 bits of SHA-256: two equal ones in 10^9 purchases have a chance below 10^-6. */
export function purchaseName(...intent: readonly (string | number)[]): PurchaseName {
  const hash = createHash('sha256')
    .update(JSON.stringify(['scanship purchase', ...intent]))
    .digest();
  const reference = Array.from(hash.subarray(0, 16), (byte) => LETTERS[byte % 32]).join('');
  const hex = hash.subarray(16).toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  return { reference, uuid };
}

interface OrderRow {
  readonly store_id: string;
  readonly external_id: string;
  readonly forgotten: boolean;
}

/**
 * The names for a new purchase of this rate: for each piece those of the first try that was not made. Two requests at once
 * may get the same; the database lets one store them (`purchases_carrier_ref`), the other asks again.
 */
export async function purchaseNames(
  db: Database,
  actor: Actor,
  rate: LoadedRate,
  pieces: readonly number[],
): Promise<PurchaseNames> {
  const { tenantId } = actor;
  return db.tenant(actor, async (tx) => {
    // The store's own name of the order: one that was lost and read again has another id here.
    const orders = await sql<OrderRow>`SELECT store_id, external_id, ${mayBeForgotten(sql`placed_at`)} AS forgotten
      FROM orders WHERE tenant_id = ${tenantId} AND id = ANY (${[rate.orderId, ...(rate.withOrderIds ?? [])]}::uuid[])
      ORDER BY store_id, external_id`.execute(tx);
    const [first] = orders.rows;
    const subject = [
      tenantId,
      first?.store_id ?? '',
      first?.external_id ?? rate.orderId,
      rate.returnOf ? 'return' : 'out',
    ];
    const names = new Map<number, PurchaseName>();
    let open = [...pieces];
    for (let from = 1; open.length > 0; from += TRIES_AT_ONCE) {
      if (from > MOST_TRIES) throw new Error(`order ${rate.orderId} was bought more than ${MOST_TRIES} times`);
      const tries = open.map((piece) => ({
        piece,
        names: Array.from({ length: TRIES_AT_ONCE }, (_, n) => purchaseName(...subject, piece, from + n)),
      }));
      const asked = tries.flatMap((each) => each.names.map(({ reference }) => reference));
      const used = await sql<{ reference: string }>`SELECT carrier_ref AS reference FROM purchases
        WHERE tenant_id = ${tenantId} AND carrier_ref = ANY (${asked}::text[])`.execute(tx);
      const taken = new Set(used.rows.map(({ reference }) => reference));
      for (const each of tries) {
        const free = each.names.find(({ reference }) => !taken.has(reference));
        if (free) names.set(each.piece, free);
      }
      open = open.filter((piece) => !names.has(piece));
    }
    return {
      askFirst: orders.rows.some(({ forgotten }) => forgotten),
      of: (piece) => {
        const name = names.get(piece);
        if (!name) throw new RangeError(`piece ${piece} was not asked for`);
        return name;
      },
    };
  });
}
