/**
 * Closing a day: what waits at a place for one carrier account goes onto the carrier's own paper where it makes one (asked for
 * through the journal, `carrier-paper.ts`), else onto a list for the driver, which is kept as it was so that it can be printed
 * again.
 */
import { randomUUID } from 'node:crypto';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import {
  closedList,
  type HandOverShipmentDto,
  MOST_HANDED_OVER,
  handOverShipment,
} from '@scanship/contracts/shipping/dispatch';
import type { Address } from '@scanship/domain/addresses/address';
import { cutOffOf } from '@scanship/domain/calendar/ship-date';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { newCarrierReference, storeEffect } from '../../platform/journal/effects.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { toAddress } from '../orders/index.ts';
import { markHandedOver, takeOffList } from '../shipments/index.ts';
import { type ClosingRequest, closingToJson } from './closing-request.ts';
import { forgetReminder } from './closing-causes.ts';
import { partsOf, type PurchaseToClose } from './closing-parts.ts';
import { type CarrierFacts, nameOf, placeRows, readShipmentsOf, WAITS } from './waiting.ts';

export interface CloseContext {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string | null;
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
  /** What the carrier left off its own paper. */
  leftOut: z.optional(closedList.shape.leftOut),
});
export type ListContents = z.infer<typeof listContents>;

/** A carrier account whose carrier makes a paper of its own, opened before the transaction. */
export interface ClosingAccount {
  readonly manifest: CarrierManifest;
  readonly recovery: SteppedOperation<EndOfDayInput, EndOfDayResult>['recovery'];
  readonly test: boolean;
}

export interface CloseDeps {
  readonly facts: CarrierFacts;
  readonly sealer: Sealer;
  /** By grant; those whose carrier makes no paper are absent. */
  readonly accounts: ReadonlyMap<string, ClosingAccount>;
}

export interface Closed {
  readonly listIds: readonly string[];
  /** Closings that the carriers are to be asked for, stored and not begun. */
  readonly refs: readonly JournalRef[];
}

/**
 * Makes lists, and stores the intent of the carriers' own papers.
 * @returns problem `validation` when nothing waits in any of the groups, or a group is larger than a list can be
 */
export async function closeDay(
  ctx: CloseContext,
  tx: Tx,
  deps: CloseDeps,
  input: CloseInput,
  now: Date,
): Promise<Outcome<Closed>> {
  // Two people who close at once: the second finds nothing left.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`end of day ${ctx.tenantId}`}, 0))`.execute(tx);
  const places = new Map((await placeRows(tx)).map((place) => [place.id, place]));
  const stay = new Set(input.leaveOut);
  const listIds: string[] = [];
  const refs: JournalRef[] = [];
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
    const { day } = cutOffOf(now, { timeZone, cutOff: '16:00', workingDays: 0, holidays: [] });
    const [first] = taken;
    const slug = account.slug || (await slugOf(tx, first?.shipmentId));
    const group: Group = {
      locationId,
      grantId,
      day,
      account,
      slug,
      now,
      timeZone,
      carrierName: nameOf(deps.facts, slug),
    };
    const closing = grantId === null ? undefined : deps.accounts.get(grantId);
    const parts =
      closing && locationId !== null ? await partsOf(tx, taken, closing.manifest) : { calls: [], rest: taken };
    for (const call of parts.calls) {
      if (!closing) continue;
      const made = await closeAtCarrier(ctx, tx, deps, group, closing, call);
      if (!made) continue;
      listIds.push(made.listId);
      refs.push(made.ref);
    }
    const listId = await closeOnList(ctx, tx, group, parts.rest);
    if (listId !== undefined) listIds.push(listId);
    await forgetReminder(tx, ctx.tenantId, group);
  }
  if (listIds.length === 0)
    return problem('validation', { message: 'Nothing is waiting here any more. Someone may have closed the day.' });
  return ok({ listIds, refs });
}

interface Group {
  readonly locationId: string | null;
  readonly grantId: string | null;
  readonly day: string;
  readonly account: Account;
  readonly slug: string;
  readonly now: Date;
  readonly timeZone: string;
  readonly carrierName: string;
}

/** A paper for the driver. @returns undefined when all of them were taken by somebody else */
async function closeOnList(
  ctx: CloseContext,
  tx: Tx,
  group: Group,
  taken: readonly HandOverShipmentDto[],
): Promise<string | undefined> {
  if (taken.length === 0) return undefined;
  const id = newId();
  await insertList(ctx, tx, group, { id, kind: 'list', state: 'closed' });
  return (await fillList(ctx, tx, group, id, taken)) === undefined ? undefined : id;
}

/** Marks the shipments and writes what the list keeps of itself; deletes a list that stays empty. */
async function fillList(
  ctx: CloseContext,
  tx: Tx,
  group: Group,
  id: string,
  taken: readonly HandOverShipmentDto[],
): Promise<readonly HandOverShipmentDto[] | undefined> {
  const marked = new Set(
    await markHandedOver(tx, ctx.tenantId, { shipmentIds: taken.map((each) => each.shipmentId), manifestId: id }),
  );
  const shipments = taken.filter((each) => marked.has(each.shipmentId));
  if (shipments.length === 0) {
    await sql`DELETE FROM manifests WHERE id = ${id}`.execute(tx);
    return undefined;
  }
  const from = await fromLines(tx, group.locationId);
  await writeContents(tx, id, { shipments, from, timeZone: group.timeZone, takenBack: [] });
  return shipments;
}

/** One call at the carrier: its manifest, what it is told, and the effect that tells it. */
async function closeAtCarrier(
  ctx: CloseContext,
  tx: Tx,
  deps: CloseDeps,
  group: Group,
  closing: ClosingAccount,
  call: readonly PurchaseToClose[],
): Promise<{ readonly listId: string; readonly ref: JournalRef } | undefined> {
  const [id, effectId, reference] = [newId(), newId(), newCarrierReference()];
  const { endOfDay } = closing.manifest;
  await insertList(ctx, tx, group, {
    id,
    kind: 'carrier',
    state: 'closing',
    paperName: endOfDay?.name,
    effectId,
    reference,
    test: closing.test,
  });
  const shipments = [...new Map(call.map(({ shipment }) => [shipment.shipmentId, shipment])).values()];
  const marked = await fillList(ctx, tx, group, id, shipments);
  if (!marked || group.grantId === null) return undefined;
  const still = new Set(marked.map((each) => each.shipmentId));
  await tx
    .insertInto('manifest_items')
    .values(
      call
        .filter(({ shipment }) => still.has(shipment.shipmentId))
        .map(({ purchaseId, shipment }) => ({
          tenant_id: ctx.tenantId,
          manifest_id: id,
          purchase_id: purchaseId,
          shipment_id: shipment.shipmentId,
        })),
    )
    .execute();
  const request: ClosingRequest = {
    grantId: group.grantId,
    manifestId: id,
    reference,
    uuid: randomUUID(),
    from: await addressOf(tx, group.locationId),
    date: group.day,
    test: closing.test,
  };
  const ref = await storeEffect(tx, deps.sealer, {
    tenantId: ctx.tenantId,
    id: effectId,
    kind: 'end_of_day',
    subject: { kind: 'manifest', id },
    intentKey: `end-of-day:${id}`,
    request: closingToJson(request),
    payload: { recovery: closing.recovery },
    by: { userId: ctx.userId, sessionId: ctx.sessionId },
  });
  return { listId: id, ref };
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

async function addressOf(tx: Tx, locationId: string | null): Promise<Address> {
  const { rows } = await sql<{
    address: Address;
  }>`SELECT address FROM locations WHERE id = ${locationId}::uuid`.execute(tx);
  if (!rows[0]) throw new Error('a place that closes its day is gone');
  return toAddress(rows[0].address);
}

async function insertList(
  ctx: CloseContext,
  tx: Tx,
  group: Group,
  list: {
    readonly id: string;
    readonly kind: 'list' | 'carrier';
    readonly state: 'closed' | 'closing';
    readonly paperName?: string | undefined;
    readonly effectId?: string | undefined;
    readonly reference?: string | undefined;
    readonly test?: boolean | undefined;
  },
): Promise<void> {
  const { account } = group;
  await sql`INSERT INTO manifests (tenant_id, id, owner_tenant_id, account_id, grant_id, location_id, close_date, state, kind,
      number, carrier_name, account_name, closed_by, closed_at, slug, paper_name, effect_id, reference, test)
    SELECT ${ctx.tenantId}::uuid, ${list.id}::uuid, ${account.ownerTenantId}::uuid, ${account.accountId}::uuid,
      ${group.grantId}::uuid, ${group.locationId}::uuid, ${group.day}::date, ${list.state}, ${list.kind},
      coalesce((SELECT max(number) FROM manifests), 0) + 1, ${group.carrierName}::text, ${account.name}::text,
      ${ctx.userId}::uuid, ${group.now.toISOString()}::timestamptz, ${group.slug}, ${list.paperName ?? null}::text,
      ${list.effectId ?? null}::uuid, ${list.reference ?? null}::text, ${list.test ?? false}::boolean`.execute(tx);
}

/** Counts and keeps what stands on a list. */
export const writeContents = (tx: Tx, id: string, contents: ListContents): Promise<unknown> =>
  sql`UPDATE manifests SET shipment_count = ${contents.shipments.length},
      parcel_count = ${sum(contents.shipments, 'parcels')}, weight_g = ${sum(contents.shipments, 'weightGrams')},
      contents = ${json(contents)}
    WHERE id = ${id}`.execute(tx);

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
