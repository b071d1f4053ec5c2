/**
 * Reads what a purchase needs before it is stored, for one label or for several of a batch, in one transaction: whether it
 * was asked for before, the rate, and its names at the carrier. All of it may be out of date a moment later; the
 * transaction that stores the purchase then meets the order's lock or a unique key, and is told so.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Outcome } from '../../../platform/problem.ts';
import type { Actor, LoadedRate, RatesPort } from '../ports.ts';
import { namesWithin, type PurchaseNames } from './purchase-names.ts';

export interface Wish {
  readonly quoteId: string;
  readonly rateId: string;
  readonly idempotencyKey: string | undefined;
}

export interface KnownIntent {
  /** The key a new purchase is to be stored with. */
  readonly key: string;
  readonly found: { readonly shipmentId: string; readonly requestHash: string } | undefined;
}

export interface ReadIntent {
  readonly known: KnownIntent;
  /** Judged when it is called: a rate may run out meanwhile. */
  readonly rate: () => Outcome<LoadedRate>;
  readonly names: PurchaseNames;
  /** Steady clock when it was read. */
  readonly at: number;
}

export interface ReadDeps {
  readonly db: Database;
  readonly ports: { readonly rates: RatesPort };
}

/** Tries of one rate that are looked at together; hardly one is bought in vain twice. */
const TRIES_AT_ONCE = 8;

/** @returns in the order of the wishes */
export function readIntents(
  { db, ports }: ReadDeps,
  actor: Actor,
  wishes: readonly Wish[],
): Promise<readonly ReadIntent[]> {
  const { tenantId } = actor;
  return db.tenant(
    actor,
    async (tx) => {
      const known = await findIntents(tx, tenantId, wishes);
      const named: PurchaseNames[] = [];
      const rateOf = await ports.rates.read(tx, actor, wishes, async (found) => {
        named.push(...(await namesWithin(tx, tenantId, found)));
      });
      const at = performance.now();
      return wishes.map((wish, index) => {
        const [own, names] = [known[index], named[index]];
        if (!own || !names) throw new Error('every wish is answered');
        return { known: own, rate: () => rateOf(wish), names, at };
      });
    },
    { byKey: true },
  );
}

interface IntentRow {
  readonly intent_key: string;
  readonly shipment_id: string;
  readonly request_hash: string;
  readonly state: string;
}

/**
 * With a key of the client's: the purchase stored under it. Without one the rate itself is the intent, so that a double
 * click buys once; a rate whose purchase came to nothing may be tried again.
 */
export async function findIntents(tx: Tx, tenantId: string, wishes: readonly Wish[]): Promise<readonly KnownIntent[]> {
  const answers = new Map<number, KnownIntent>();
  for (let from = 1; answers.size < wishes.length; from += TRIES_AT_ONCE) {
    const keys = wishes.map(({ idempotencyKey, rateId }) =>
      idempotencyKey === undefined
        ? Array.from({ length: TRIES_AT_ONCE }, (_, n) => `rate:${rateId}:${from + n}`)
        : [`key:${idempotencyKey}`],
    );
    const asked = keys.filter((_, index) => !answers.has(index)).flat();
    const { rows } = await sql<IntentRow>`SELECT p.intent_key, p.shipment_id, p.request_hash, s.state
      FROM purchases AS p JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
      WHERE p.tenant_id = ${tenantId} AND p.intent_key = ANY (${asked}::text[])`.execute(tx);
    const byKey = new Map(rows.map((row) => [row.intent_key, row]));
    for (const [index, wish] of wishes.entries()) {
      if (answers.has(index)) continue;
      for (const key of keys[index] ?? []) {
        const row = byKey.get(key);
        const gone = row !== undefined && (row.state === 'draft' || row.state === 'voided');
        if (gone && wish.idempotencyKey === undefined) continue;
        const found = row && { shipmentId: row.shipment_id, requestHash: row.request_hash };
        answers.set(index, { key, found });
        break;
      }
    }
  }
  return wishes.map((_, index) => {
    const answer = answers.get(index);
    if (!answer) throw new Error('every wish is answered');
    return answer;
  });
}
