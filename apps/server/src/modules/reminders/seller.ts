/** Who reminds, and whom. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { peopleWith, type ToldCompany } from '../roles/index.ts';

export interface Seller {
  readonly id: string;
  readonly kind: 'platform' | 'franchise';
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  /** A franchise stops its customers' shipping; the operator stops nobody's. */
  readonly mayStop: boolean;
}

export interface Buyer {
  readonly id: string;
  readonly name: string;
  readonly language: 'en' | 'fr';
}

/** One level that sells, or all of them. */
export async function readSellers(db: Database, id?: string): Promise<readonly Seller[]> {
  const rows = await db.reference((tx) => {
    let query = tx
      .selectFrom('tenants')
      .select(['id', 'kind', 'name', 'time_zone', 'currency'])
      .where('kind', 'in', ['platform', 'franchise'])
      .where('state', '=', 'active')
      .orderBy('id');
    if (id !== undefined) query = query.where('id', '=', id);
    return query.execute();
  });
  return rows.flatMap(({ kind, time_zone: timeZone, ...row }) =>
    kind === 'platform' || kind === 'franchise' ? [{ ...row, kind, timeZone, mayStop: kind === 'franchise' }] : [],
  );
}

export async function sellerOf(db: Database, id: string): Promise<Seller> {
  const [seller] = await readSellers(db, id);
  if (!seller) throw new Error(`company ${id} sells nothing`);
  return seller;
}

/** Everybody a seller sells to, by name; closed ones are left out. */
export const readBuyers = (db: Database, seller: Seller): Promise<readonly Buyer[]> =>
  db.reference(async (tx) => {
    const { rows } = await sql<{ id: string; name: string; locale: string }>`SELECT id, name, locale FROM tenants
      WHERE ${seller.kind === 'platform' ? sql`kind = 'franchise' AND parent_id = ${seller.id}` : sql`kind = 'customer' AND realm_id = ${seller.id}`}
        AND state <> 'closed' ORDER BY lower(name), id`.execute(tx);
    return rows.map(({ id, name, locale }) => ({ id, name, language: locale.startsWith('fr') ? 'fr' : 'en' }));
  });

/** The day of a seller, which is the day of all its due days, steps and promises. */
export const todayOf = (seller: Seller, now: Date): string => dayIn(now, seller.timeZone);

/** Who of a buyer is written to: those who see its money; of a franchise its administrators, not its support. */
export const toldOf = (db: Database, seller: Seller, buyerId: string): Promise<ToldCompany> =>
  peopleWith(db, buyerId, 'money.view', seller.kind === 'platform' ? ['ROLE_FRANCHISE_ADMIN'] : undefined);
