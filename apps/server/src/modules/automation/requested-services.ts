/** Services that buyers asked for, and what each stands for at its store. */
import type { RequestedServiceDto } from '@scanship/contracts/shipping/automation';
import type { ServiceChoice } from '@scanship/domain/automation/automation';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { AutomationContext } from './decide-for.ts';
import type { Names } from './names.ts';

/** Orders counted for one service; services listed of one store. */
const COUNTED = 1_000;
const MOST_OF_STORE = 200;

interface Row {
  readonly store_id: string;
  readonly store_name: string;
  readonly requested: string;
  readonly n: number;
  readonly last: Date | null;
  readonly carrier: string | null;
  readonly grant_id: string | null;
  readonly service: string | null;
}

/**
 * What was asked for, unmapped ones with the most orders first. The index is entered once for each service instead of
 * reading the orders, and counting stops at 1,000, so a million orders cost no more than a thousand.
 */
export async function listRequestedServices(tx: Tx): Promise<RequestedServiceDto[]> {
  const { rows } = await sql<Row>`
    WITH RECURSIVE seen AS (
      SELECT s.id AS store_id, s.name AS store_name, 1 AS no,
        (SELECT o.requested_key FROM orders o WHERE o.store_id = s.id AND o.requested_key IS NOT NULL
          ORDER BY o.requested_key LIMIT 1) AS requested
      FROM stores s WHERE s.deleted_at IS NULL
      UNION ALL
      SELECT seen.store_id, seen.store_name, seen.no + 1,
        (SELECT o.requested_key FROM orders o WHERE o.store_id = seen.store_id AND o.requested_key > seen.requested
          AND o.requested_key IS NOT NULL ORDER BY o.requested_key LIMIT 1)
      FROM seen WHERE seen.requested IS NOT NULL AND seen.no < ${MOST_OF_STORE}
    ), known AS (
      SELECT store_id, store_name, requested FROM seen WHERE requested IS NOT NULL
      UNION
      SELECT m.store_id, s.name, m.requested_key FROM service_mappings m
        JOIN stores s ON s.tenant_id = m.tenant_id AND s.id = m.store_id WHERE s.deleted_at IS NULL
    )
    SELECT k.store_id, k.store_name, k.requested, m.carrier, m.grant_id, m.service,
      (SELECT count(*)::int FROM (SELECT 1 FROM orders o WHERE o.store_id = k.store_id AND o.requested_key = k.requested
        LIMIT ${COUNTED + 1}) AS found) AS n,
      (SELECT o.placed_at FROM orders o WHERE o.store_id = k.store_id AND o.requested_key = k.requested
        ORDER BY o.placed_at DESC LIMIT 1) AS last
    FROM known k LEFT JOIN service_mappings m ON m.store_id = k.store_id AND m.requested_key = k.requested
    ORDER BY (m.carrier IS NULL) DESC, n DESC, k.store_name, k.requested`.execute(tx);
  return rows.map((row) => ({
    storeId: row.store_id,
    storeName: row.store_name,
    requested: row.requested,
    orders: Math.min(row.n, COUNTED),
    capped: row.n > COUNTED,
    lastSeenAt: row.last?.toISOString() ?? null,
    mapped: row.carrier === null ? null : { carrier: row.carrier, grantId: row.grant_id, service: row.service },
  }));
}

/** @param service null takes the mapping back */
export async function mapRequestedService(
  ctx: AutomationContext,
  tx: Tx,
  names: Names,
  input: { readonly storeId: string; readonly requested: string; readonly service: ServiceChoice | null },
): Promise<Outcome<void>> {
  const { rows } = await sql`SELECT 1 FROM stores WHERE id = ${input.storeId} AND deleted_at IS NULL`.execute(tx);
  if (rows.length === 0) return problem('not_found', { message: 'This store was not found.' });
  const { service } = input;
  if (service === null) {
    await sql`DELETE FROM service_mappings WHERE store_id = ${input.storeId} AND requested_key = ${input.requested}`.execute(
      tx,
    );
    return ok(undefined);
  }
  if (!names.knowsService(service))
    return problem('validation', {
      errors: [
        { field: 'service', message: `${names.serviceOf(service)} is not available with your carrier accounts.` },
      ],
    });
  await sql`INSERT INTO service_mappings (tenant_id, store_id, requested_key, carrier, grant_id, service)
    VALUES (${ctx.tenantId}, ${input.storeId}, ${input.requested}, ${service.carrier}, ${service.grantId}, ${service.service})
    ON CONFLICT (tenant_id, store_id, requested_key) DO UPDATE SET carrier = excluded.carrier,
      grant_id = excluded.grant_id, service = excluded.service`.execute(tx);
  return ok(undefined);
}
