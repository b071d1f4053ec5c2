/** What keeps a customer from shipping while everything else stays open to it; columns of its tenants row (decision 0250). */
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { oldestUnpaid, readSettled } from '../billing/index.ts';

export interface Restriction {
  readonly since: Date;
  readonly reason: string;
  /** Lifted when what was owed at `since` is paid, or with `dueUntil` what was due by then. */
  readonly untilPaid: boolean;
}

/** What must be paid before it is lifted. */
export interface Debt {
  readonly since: Date;
  /** Only invoices that were due by this day, where a reminder set it. */
  readonly dueUntil: string | null;
}

interface Columns {
  readonly restricted_at: Date | null;
  readonly restricted_reason: string | null;
  readonly restricted_until_paid: boolean;
}

const COLUMNS = ['restricted_at', 'restricted_reason', 'restricted_until_paid'] as const;

const restrictionOf = (row: Columns | undefined): Restriction | undefined =>
  row?.restricted_at
    ? { since: row.restricted_at, reason: row.restricted_reason ?? '', untilPaid: row.restricted_until_paid }
    : undefined;

/** As it stands in the row. Runs in any role that may read the tenant: itself, or `db.reference`. */
export const readRestriction = async (tx: Tx, tenantId: string): Promise<Restriction | undefined> =>
  restrictionOf(await tx.selectFrom('tenants').select(COLUMNS).where('id', '=', tenantId).executeTakeFirst());

/** Of several customers; those without one are left out. Runs in `db.reference`. */
export async function readRestrictions(
  tx: Tx,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, Restriction>> {
  if (tenantIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('tenants')
    .select(['id', ...COLUMNS])
    .where('id', 'in', [...tenantIds])
    .where('restricted_at', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const restriction = restrictionOf(row);
      return restriction ? [[row.id, restriction] as const] : [];
    }),
  );
}

/** Ids of a franchise's customers that are restricted. Runs in `db.reference`. */
export const restrictedOf = async (tx: Tx, franchiseId: string): Promise<readonly string[]> => {
  const rows = await tx
    .selectFrom('tenants')
    .select('id')
    .where('realm_id', '=', franchiseId)
    .where('restricted_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
};

/** Of buyers that are restricted until it is paid, those who have paid. Payments cover the oldest debt first. Runs as the seller. */
export async function readPaid(
  tx: Tx,
  sellerId: string,
  debts: ReadonlyMap<string, Debt>,
): Promise<ReadonlySet<string>> {
  const paid = new Set(debts.keys());
  const byInvoice = [...debts].flatMap(([buyerId, { dueUntil }]) => (dueUntil === null ? [] : buyerId));
  if (byInvoice.length > 0) {
    const settled = await readSettled(tx, sellerId, byInvoice);
    const open = settled.flatMap(({ claim }) => [...claim.open].flatMap(([id, minor]) => (minor > 0 ? id : [])));
    const due = await tx
      .selectFrom('invoices')
      .select(['party_id', 'due_day'])
      .where('tenant_id', '=', sellerId)
      .where('id', '=', sql<string>`ANY (${open}::uuid[])`)
      .execute();
    for (const row of due) if (row.due_day <= (debts.get(row.party_id)?.dueUntil ?? '')) paid.delete(row.party_id);
  }
  const byEntry = [...debts.keys()].filter((buyerId) => !byInvoice.includes(buyerId));
  if (byEntry.length > 0)
    for (const [buyerId, oldest] of await oldestUnpaid(tx, sellerId, byEntry))
      if (oldest <= (debts.get(buyerId)?.since ?? oldest)) paid.delete(buyerId);
  return paid;
}

/** The same of one. */
export const isPaid = async (tx: Tx, sellerId: string, buyerId: string, debt: Debt): Promise<boolean> =>
  (await readPaid(tx, sellerId, new Map([[buyerId, debt]]))).has(buyerId);

/** Sets or takes away; ends as the system. Whether the customer is the franchise's own has been looked at. */
export async function setRestriction(
  tx: Tx,
  franchiseId: string,
  customerId: string,
  restriction:
    | { readonly reason: string; readonly untilPaid: boolean; readonly dueUntil?: string | undefined }
    | undefined,
): Promise<void> {
  await actAs(tx, { role: 'app_system' });
  await tx
    .updateTable('tenants')
    .set({
      restricted_at: restriction ? sql<Date>`clock_timestamp()` : null,
      restricted_reason: restriction?.reason ?? null,
      restricted_until_paid: restriction?.untilPaid ?? false,
      restricted_due_until: restriction?.dueUntil ?? null,
    })
    .where('id', '=', customerId)
    .where('realm_id', '=', franchiseId)
    .where('kind', '=', 'customer')
    .execute();
}
