/** Who reminds, and whom. */
import type { BaseRole } from '@scanship/contracts/access/pages';
import { allBuyersBelow } from '../../platform/buyer-below.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { readPeopleWith, type ToldPerson } from '../roles/index.ts';

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
  /** Where its people sign in, and whose brand its mails wear. */
  readonly realmId: string;
  readonly timeZone: string;
  /** Nobody of it can sign in: it neither ships nor pays online. */
  readonly suspended: boolean;
  /** Suspended, or restricted by a person. */
  readonly held: boolean;
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
export async function readBuyers(db: Database, seller: Pick<Seller, 'id' | 'kind'>): Promise<readonly Buyer[]> {
  const rows = await allBuyersBelow(db, { tenantId: seller.id, tenantKind: seller.kind });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    language: row.locale.startsWith('fr') ? 'fr' : 'en',
    realmId: seller.kind === 'platform' ? row.id : seller.id,
    timeZone: row.time_zone,
    suspended: row.state === 'suspended',
    held: row.held,
  }));
}

/** Time zones that customers have set for themselves. */
export async function readOwnZones(
  db: Database,
  seller: Seller,
  buyerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // A franchise's stands in its own row.
  if (seller.kind === 'platform' || buyerIds.length === 0) return new Map();
  const rows = await db.identity({ realmId: seller.id }, (tx) =>
    tx.selectFrom('customer_settings').select(['tenant_id', 'time_zone']).where('tenant_id', 'in', buyerIds).execute(),
  );
  return new Map(rows.map((row) => [row.tenant_id, row.time_zone]));
}

/** The day of a seller, which is the day of all its due days, steps and promises. */
export const todayOf = (seller: Seller, now: Date): string => dayIn(now, seller.timeZone);

/**
 * Who of buyers is written to: those who see its money; of a franchise its administrators, not its support. Buyers with nobody are left
 * out. Ends as the seller.
 */
export async function readTold(
  tx: Tx,
  seller: Pick<Seller, 'id' | 'kind'>,
  buyerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ToldPerson[]>> {
  const told = new Map<string, readonly ToldPerson[]>();
  const read = async (realmId: string, ids: readonly string[], among?: readonly BaseRole[]): Promise<void> => {
    await actAs(tx, { role: 'app_identity', realmId });
    for (const [id, people] of await readPeopleWith(tx, realmId, ids, 'money.view', among)) told.set(id, people);
  };
  if (seller.kind === 'franchise') await read(seller.id, buyerIds);
  // People of a franchise sign in at its own realm.
  else for (const id of buyerIds) await read(id, [id], ['ROLE_FRANCHISE_ADMIN']);
  await actAs(tx, { role: 'app_tenant', tenantId: seller.id });
  return told;
}
