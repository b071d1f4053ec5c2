/** Findings as exceptions: in the inbox of whoever's purchase it is, else of the account's owner. */
import type { FindingKind } from '@scanship/domain/shipping/label-reconciliation';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Cause, type Causes, clearException, raiseException } from '../exceptions/index.ts';
import { causeOf, keyOf } from './causes.ts';
import { type Evidence, type HeldRun, MOST_DAYS, writeRun } from './run-rows.ts';

export interface Naming {
  /** Name people know a carrier by; `account` is what the account is called, for a carrier that goes by it. */
  readonly nameOf: (slug: string, account: string) => string;
}

interface FindingRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly account_id: string;
  readonly kind: FindingKind;
  readonly purchase_id: string | null;
  readonly inbox_tenant_id: string;
  readonly made_at: Date;
  readonly evidence: Evidence;
  readonly gone_at: Date | null;
}

const COLUMNS = sql.raw('tenant_id, id, account_id, kind, purchase_id, inbox_tenant_id, made_at, evidence, gone_at');

interface Deps extends Naming {
  readonly db: Database;
}

const AGED = `It is older than ${MOST_DAYS} days and is compared no more.`;

/** Findings told in one transaction. */
const CHUNK = 50;
/** More are open than are told of at once; the sweep then takes none for gone. */
const MOST_OPEN = 500;

/**
 * Raises and closes what a comparison has found or found gone, and prolongs its lease. May be repeated.
 * @param aged what is gone and older was closed without being looked at
 * @throws LeaseLost
 */
export async function tellFindings(deps: Deps & { readonly leaseMs: number }, run: HeldRun, aged: Date): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await deps.db.tenant(run, async (tx) => {
      await writeRun(tx, run, deps.leaseMs, sql`tries = 0`);
      return sql<FindingRow>`SELECT ${COLUMNS} FROM label_findings WHERE tenant_id = ${run.tenantId}
        AND account_id = ${run.accountId} AND run_id = ${run.id} AND id > ${after} ORDER BY id LIMIT ${CHUNK}`.execute(
        tx,
      );
    });
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const tenantId of new Set(rows.map((row) => row.inbox_tenant_id))) {
      const own = rows.filter((row) => row.inbox_tenant_id === tenantId);
      await deps.db.tenant({ tenantId }, async (tx) => {
        for (const cause of await causesOf(
          tx,
          deps,
          tenantId,
          own.filter((row) => row.gone_at === null),
        ))
          await raiseException(tx, tenantId, cause);
        for (const row of own)
          if (row.gone_at !== null)
            await clearException(tx, tenantId, keyOf(row.id), row.made_at < aged ? AGED : undefined);
      });
    }
  }
}

/** Everything that is open in the inbox of a tenant, for the sweep: also what was found with an account of somebody above. */
export async function openCauses(deps: Deps, tenantId: string): Promise<Causes> {
  const { rows } = await deps.db.system(
    (tx) =>
      sql<FindingRow>`SELECT ${COLUMNS} FROM label_findings WHERE inbox_tenant_id = ${tenantId} AND gone_at IS NULL AND NOT staged
        ORDER BY id LIMIT ${MOST_OPEN}`.execute(tx),
    { readOnly: true },
  );
  if (rows.length === 0) return { causes: [], complete: true };
  const causes = await deps.db.tenant({ tenantId }, (tx) => causesOf(tx, deps, tenantId, rows), { readOnly: true });
  return { causes, complete: rows.length < MOST_OPEN };
}

interface OwnRow {
  readonly id: string;
  readonly slug: string;
  readonly shipment_id: string;
  readonly service_name: string;
  readonly carrier_ref: string;
  readonly order_id: string | null;
  readonly number: string | null;
}

interface GrantRow {
  readonly id: string;
  readonly account_id: string;
  readonly slug: string;
  readonly name: string;
}

const ids = (values: readonly string[]): RawBuilder<readonly string[]> => sql`${[...values]}::uuid[]`;

/** Runs as whose inbox it is. */
async function causesOf(
  tx: Tx,
  { nameOf }: Naming,
  tenantId: string,
  found: readonly FindingRow[],
): Promise<readonly Cause[]> {
  if (found.length === 0) return [];
  const purchases =
    await sql<OwnRow>`SELECT p.id, p.slug, p.shipment_id, coalesce(s.service_name, s.service, '') AS service_name,
      p.carrier_ref, i.order_id, o.number
    FROM purchases AS p JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
    LEFT JOIN LATERAL (SELECT order_id FROM shipment_items WHERE tenant_id = p.tenant_id AND shipment_id = p.shipment_id
      ORDER BY order_id LIMIT 1) AS i ON true
    LEFT JOIN orders AS o ON o.tenant_id = p.tenant_id AND o.id = i.order_id
    WHERE p.tenant_id = ${tenantId} AND p.id = ANY (${ids(found.flatMap((each) => each.purchase_id ?? []))})`.execute(
      tx,
    );
  const grants = await sql<GrantRow>`SELECT id, account_id, slug, name FROM account_grants
    WHERE tenant_id = ${tenantId} AND account_id = ANY (${ids(found.map((each) => each.account_id))})
    ORDER BY valid_to NULLS LAST, created_at`.execute(tx);
  const purchaseOf = new Map(purchases.rows.map((row) => [row.id, row]));
  return found.map((each) => {
    const own = each.purchase_id === null ? undefined : purchaseOf.get(each.purchase_id);
    // Of the label's own carrier where there is one: the one in force, else the one that ended last.
    const grant =
      grants.rows.findLast((row) => row.account_id === each.account_id && row.slug === own?.slug) ??
      grants.rows.findLast((row) => row.account_id === each.account_id);
    return causeOf({
      id: each.id,
      kind: each.kind,
      madeAt: each.made_at,
      evidence: each.evidence,
      carrierName: nameOf(grant?.slug ?? own?.slug ?? '', grant?.name ?? ''),
      account: grant && { id: grant.id, name: grant.name },
      own: own && {
        orderId: own.order_id,
        orderNumber: own.number,
        shipmentId: own.shipment_id,
        serviceName: own.service_name,
        reference: own.carrier_ref,
      },
      seesCost: each.tenant_id === tenantId,
    });
  });
}
