/**
 * What a purchase is called at the carrier: made from the tenant, the order and which try it is, not by chance. A purchase
 * whose commit was lost (failover, restore) is bought again under the same names, so that a carrier that takes a key answers
 * the first label, and one that can be asked finds it.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
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
  /** The order may have been bought since then (ISO 8601) and forgotten: carriers that can be asked are asked first. */
  readonly perhapsSince: string | undefined;
}

/** Crockford's letters: no I, L, O or U to be misread or to spell something. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Tries looked at with one statement; nearly every order is bought with the first. */
const TRIES_AT_ONCE = 8;
const MOST_TRIES = 4_096;
/** Asked for a month, about what a restore has lost; further back carriers are not searched. */
const LOOKED_BACK_MS = 60 * 86_400_000;

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
  readonly id: string;
  readonly store_id: string;
  readonly external_id: string;
  /** When it was placed, where it may have been bought and forgotten since. */
  readonly perhaps_since: Date | null;
}

/** What names are made from; undefined where nothing can be bought. */
export interface ToBeNamed {
  readonly orderId: string;
  readonly withOrderIds?: readonly string[] | undefined;
  readonly returnOf?: string | null | undefined;
  readonly pieces: readonly number[];
}

const NO_NAMES: PurchaseNames = {
  perhapsSince: undefined,
  of: () => {
    throw new RangeError('nothing was to be named');
  },
};

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
  const [names] = await db.tenant(actor, (tx) => namesWithin(tx, actor.tenantId, [{ ...rate, pieces }]));
  return names ?? NO_NAMES;
}

/** The same for several, with two statements. @returns in their order */
export async function namesWithin(
  tx: Tx,
  tenantId: string,
  wanted: readonly (ToBeNamed | undefined)[],
): Promise<readonly PurchaseNames[]> {
  const ordersOf = (each: ToBeNamed): readonly string[] => [each.orderId, ...(each.withOrderIds ?? [])];
  const ids = wanted.flatMap((each) => (each ? ordersOf(each) : []));
  if (ids.length === 0) return wanted.map(() => NO_NAMES);
  // The store's own name of the order: one that was lost and read again has another id here.
  const { rows } = await sql<OrderRow>`SELECT id, store_id, external_id,
      CASE WHEN ${mayBeForgotten(sql`placed_at`)} THEN placed_at END AS perhaps_since FROM orders WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::uuid[]) ORDER BY store_id, external_id`.execute(
    tx,
  );
  const named = wanted.map((each) => {
    const orders = each ? rows.filter(({ id }) => ordersOf(each).includes(id)) : [];
    const [first] = orders;
    const since = orders.flatMap(({ perhaps_since: at }) => (at ? [at.getTime()] : []));
    return {
      perhapsSince:
        since.length === 0
          ? undefined
          : new Date(Math.max(Math.min(...since), Date.now() - LOOKED_BACK_MS)).toISOString(),
      subject: [
        tenantId,
        first?.store_id ?? '',
        first?.external_id ?? each?.orderId ?? '',
        each?.returnOf ? 'return' : 'out',
      ],
      names: new Map<number, PurchaseName>(),
    };
  });
  let open = wanted.flatMap((each, index) => (each?.pieces ?? []).map((piece) => ({ index, piece })));
  for (let from = 1; open.length > 0; from += TRIES_AT_ONCE) {
    if (from > MOST_TRIES) throw new Error(`an order was bought more than ${MOST_TRIES} times`);
    const tries = open.map((each) => ({
      ...each,
      names: Array.from({ length: TRIES_AT_ONCE }, (_, n) =>
        purchaseName(...(named[each.index]?.subject ?? []), each.piece, from + n),
      ),
    }));
    const asked = tries.flatMap((each) => each.names.map(({ reference }) => reference));
    const used = await sql<{ reference: string }>`SELECT carrier_ref AS reference FROM purchases
      WHERE tenant_id = ${tenantId} AND carrier_ref = ANY (${asked}::text[])`.execute(tx);
    const taken = new Set(used.rows.map(({ reference }) => reference));
    for (const each of tries) {
      const free = each.names.find(({ reference }) => !taken.has(reference));
      if (free) named[each.index]?.names.set(each.piece, free);
    }
    open = open.filter(({ index, piece }) => named[index]?.names.has(piece) === false);
  }
  return named.map(({ perhapsSince, names }) => ({
    perhapsSince,
    of: (piece) => {
      const name = names.get(piece);
      if (!name) throw new RangeError(`piece ${piece} was not asked for`);
      return name;
    },
  }));
}
