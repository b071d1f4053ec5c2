/**
 * The redacted trace of a call by its support reference. Traces are stored under the owner of the account, and are found by
 * nobody else: what a lent account's owner pays its carrier stands in them. The owner's own calls are its own to see; those
 * that somebody below made with an account lent to them are for who has the right to support them.
 */
import type { CarrierCallTrace } from '@scanship/contracts/carriers/carrier-health';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { CarrierRegistry } from '../connector-registry.ts';

/** Attempts of one call share its reference; more than these are no attempts. */
const MOST = 50;

export async function findCalls(
  deps: { readonly db: Database; readonly registry: CarrierRegistry },
  ctx: Pick<RequestContext, 'tenantId'>,
  reference: string,
  whose: 'own' | 'lent',
): Promise<CarrierCallTrace[]> {
  const { tenantId } = ctx;
  const rows = await deps.db.tenant(
    { tenantId },
    (tx) => {
      const query = tx
        .selectFrom('carrier_calls')
        .select([
          'id',
          'reference',
          'at',
          'slug',
          'account_id',
          'shipper_tenant_id',
          'operation',
          'method',
          'address',
          'status',
          'outcome',
          'duration_ms',
          'request',
          'response',
        ])
        .where('tenant_id', '=', tenantId)
        .where('reference', '=', reference.trim());
      return (
        whose === 'own'
          ? query.where((eb) => eb.or([eb('shipper_tenant_id', 'is', null), eb('shipper_tenant_id', '=', tenantId)]))
          : query.where('shipper_tenant_id', '<>', tenantId)
      )
        .orderBy('at')
        .limit(MOST)
        .execute();
    },
    { readOnly: true },
  );
  const shippers = [...new Set(rows.flatMap((row) => row.shipper_tenant_id ?? []))].filter((id) => id !== tenantId);
  const names =
    shippers.length === 0
      ? []
      : await deps.db.reference((tx) =>
          tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', shippers).execute(),
        );
  const nameOf = new Map(names.map((row) => [row.id, row.name]));
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    at: row.at.toISOString(),
    carrier: row.slug,
    carrierName: deps.registry.find(row.slug)?.manifest.name ?? row.slug,
    accountId: row.account_id,
    shipper: nameOf.get(row.shipper_tenant_id ?? '') ?? null,
    operation: row.operation,
    method: row.method,
    address: row.address,
    status: row.status,
    outcome: row.outcome,
    durationMs: row.duration_ms,
    request: row.request,
    response: row.response,
  }));
}
