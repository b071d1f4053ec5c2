/**
 * Closing a day: what waits at a place for one carrier account goes onto a list, which is kept as it was so that it can be
 * printed again. No connector has a manifest call of its own yet (`Carrier` of the connector kit): Canada Post's transmits
 * with each purchase, UPS asks for none. So each list is a paper for the driver.
 */
import {
  type ClosedList,
  type HandOverShipmentDto,
  MOST_HANDED_OVER,
  handOverShipment,
} from '@scanship/contracts/dispatch';
import { cutOffOf } from '@scanship/domain/ship-date';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { newId } from '../../platform/database/ids.ts';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { markHandedOver, takeOffList } from '../shipments/index.ts';
import { type CarrierName, closedLists, placeRows, readShipmentsOf, WAITS } from './waiting.ts';

export interface CloseContext {
  readonly tenantId: string;
  readonly userId: string;
  readonly timeZone: string;
}

export interface CloseInput {
  readonly groups: readonly { readonly locationId: string | null; readonly grantId: string | null }[];
  readonly leaveOut: readonly string[];
}

/** What a list keeps of itself. */
export const listContents = z.object({
  shipments: z.array(handOverShipment),
  from: z.array(z.string()),
  timeZone: z.string(),
  takenBack: z._default(z.array(z.string()), []),
});

/**
 * @returns the lists that were made; problem `validation` when nothing waits in any of the groups, or a group is larger than
 *   a list can be
 */
export async function closeDay(
  ctx: CloseContext,
  tx: Tx,
  carrierName: CarrierName,
  input: CloseInput,
  now: Date,
): Promise<Outcome<ClosedList[]>> {
  // Two people who close at once: the second finds nothing left.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`end of day ${ctx.tenantId}`}, 0))`.execute(tx);
  const places = new Map((await placeRows(tx)).map((place) => [place.id, place]));
  const stay = new Set(input.leaveOut);
  const made: string[] = [];
  for (const { locationId, grantId } of input.groups) {
    const waiting = await readShipmentsOf(
      tx,
      sql`${WAITS} AND s.location_id IS NOT DISTINCT FROM ${locationId}::uuid AND s.grant_id IS NOT DISTINCT FROM ${grantId}::uuid`,
    );
    if (waiting.length > MOST_HANDED_OVER)
      return problem('validation', { message: `More than ${MOST_HANDED_OVER} shipments wait here; leave some out.` });
    const taken = waiting.filter((each) => !stay.has(each.shipmentId));
    if (taken.length === 0) continue;
    const account = await accountOf(ctx, tx, grantId);
    const place = locationId === null ? undefined : places.get(locationId);
    const timeZone = place?.timeZone ?? ctx.timeZone;
    const { day } = cutOffOf(now, { cutOff: '16:00', workingDays: 0, holidays: [], timeZone });
    const id = newId();
    const [first] = taken;
    await insertList(ctx, tx, {
      id,
      day,
      locationId,
      grantId,
      account,
      now,
      carrierName: carrierName(account.slug || (await slugOf(tx, first?.shipmentId))),
    });
    const marked = new Set(
      await markHandedOver(tx, ctx.tenantId, { shipmentIds: taken.map((each) => each.shipmentId), manifestId: id }),
    );
    const shipments = taken.filter((each) => marked.has(each.shipmentId));
    if (shipments.length === 0) {
      await sql`DELETE FROM manifests WHERE id = ${id}`.execute(tx);
      continue;
    }
    await sql`UPDATE manifests SET shipment_count = ${shipments.length}, parcel_count = ${sum(shipments, 'parcels')},
        weight_g = ${sum(shipments, 'weightGrams')},
        contents = ${json({ shipments, from: await fromLines(tx, locationId), timeZone, takenBack: [] })}
      WHERE id = ${id}`.execute(tx);
    made.push(id);
  }
  if (made.length === 0)
    return problem('validation', { message: 'Nothing is waiting here any more. Somebody may have closed the day.' });
  return ok(await closedLists(tx, made));
}

const sum = (shipments: readonly HandOverShipmentDto[], of: 'parcels' | 'weightGrams'): number =>
  shipments.reduce((n, each) => n + each[of], 0);

interface Account {
  readonly ownerTenantId: string;
  readonly accountId: string;
  readonly slug: string;
  readonly name: string;
}

async function accountOf(ctx: CloseContext, tx: Tx, grantId: string | null): Promise<Account> {
  const { rows } = await sql<Account>`SELECT owner_tenant_id AS "ownerTenantId", account_id AS "accountId", slug, name
    FROM account_grants WHERE id = ${grantId}::uuid`.execute(tx);
  // An account that is gone leaves its shipments; the list then names the tenant itself.
  return rows[0] ?? { ownerTenantId: ctx.tenantId, accountId: grantId ?? ctx.tenantId, slug: '', name: '' };
}

async function slugOf(tx: Tx, shipmentId: string | undefined): Promise<string> {
  const { rows } = await sql<{
    slug: string | null;
  }>`SELECT slug FROM shipments WHERE id = ${shipmentId ?? null}::uuid`.execute(tx);
  return rows[0]?.slug ?? '';
}

async function fromLines(tx: Tx, locationId: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string; address: Readonly<Record<string, string | null>> }>`SELECT name, address
    FROM locations WHERE id = ${locationId}::uuid`.execute(tx);
  const row = rows[0];
  if (!row) return [];
  const { address1, address2, city, provinceCode, zipcode } = row.address;
  return [row.name, address1, address2, [city, provinceCode, zipcode].filter(Boolean).join(' ')].flatMap((line) =>
    line ? [line] : [],
  );
}

async function insertList(
  ctx: CloseContext,
  tx: Tx,
  list: {
    readonly id: string;
    readonly day: string;
    readonly locationId: string | null;
    readonly grantId: string | null;
    readonly account: Account;
    readonly carrierName: string;
    readonly now: Date;
  },
): Promise<void> {
  await sql`INSERT INTO manifests (tenant_id, id, owner_tenant_id, account_id, grant_id, location_id, close_date, state, kind,
      number, carrier_name, account_name, closed_by, closed_at)
    SELECT ${ctx.tenantId}::uuid, ${list.id}::uuid, ${list.account.ownerTenantId}::uuid, ${list.account.accountId}::uuid,
      ${list.grantId}::uuid, ${list.locationId}::uuid, ${list.day}::date, 'closed', 'list',
      coalesce((SELECT max(number) FROM manifests), 0) + 1, ${list.carrierName}::text, ${list.account.name}::text,
      ${ctx.userId}::uuid, ${list.now.toISOString()}::timestamptz`.execute(tx);
}

/**
 * Takes shipments off a list; they wait again. What the carrier has scanned stays on it.
 * @returns problem `not_found`, or `validation` when none of them could be taken off
 */
export async function takeBack(
  ctx: CloseContext,
  tx: Tx,
  input: { readonly id: string; readonly shipmentIds: readonly string[] },
): Promise<Outcome<void>> {
  const { rows } = await sql`SELECT 1 FROM manifests WHERE id = ${input.id} AND state = 'closed' FOR UPDATE`.execute(
    tx,
  );
  if (rows.length === 0) return problem('not_found', { message: 'This list was not found.' });
  const taken = await takeOffList(tx, ctx.tenantId, { shipmentIds: input.shipmentIds, manifestId: input.id });
  if (taken === 0)
    return problem('validation', { message: 'These are not on the list any more, or the carrier has scanned them.' });
  await sql`UPDATE manifests m SET contents = jsonb_set(m.contents, '{takenBack}', (
      SELECT coalesce(jsonb_agg(DISTINCT x.id), '[]') FROM (
        SELECT jsonb_array_elements(coalesce(m.contents -> 'takenBack', '[]')) AS id
        UNION SELECT to_jsonb(e ->> 'shipmentId') FROM jsonb_array_elements(m.contents -> 'shipments') AS e
          WHERE NOT EXISTS (SELECT 1 FROM shipments s WHERE s.id = (e ->> 'shipmentId')::uuid AND s.manifest_id = m.id)) AS x))
    WHERE m.id = ${input.id}`.execute(tx);
  return ok(undefined);
}
