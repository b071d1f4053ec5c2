/**
 * Booking, changing and cancelling: the intent is stored in one transaction, the call is the journal's. One act per pickup at a
 * time, one pickup per key, and no second one for the same window.
 */
import { randomUUID } from 'node:crypto';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { runPickupAvailability } from '@scanship/connector-kit/steps/run-question';
import type { Decision } from '@scanship/domain/shipping/purchase';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { type Database, type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { newCarrierReference, requestHash, storeEffect } from '../../platform/journal/effects.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { readKept } from '../../platform/journal/read-kept.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { allOrNothing } from '../orders/index.ts';
import type { CarrierFacts } from '../dispatch/index.ts';
import { COMPANY_OFF } from '../restrictions/index.ts';
import { detailsOf, operationOf } from './pickup-handler.ts';
import { type PickupRequest, requestToJson } from './pickup-request.ts';
import { type PickupRow, readPickups, whyFixed } from './pickup-rows.ts';
import { lentAndCharged } from '../dispatch/index.ts';
import { type OpenedWish, openWish, type PickupAsker, type PickupAt, readPlaces, type WindowWish } from './wish.ts';

export interface CommandDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly grants: GrantOpener;
  readonly facts: CarrierFacts;
}

export interface Begun {
  readonly pickupId: string;
  readonly ref: JournalRef;
}

export type BookWish = WindowWish & PickupAt;

const KINDS = { book: 'pickup_book', change: 'pickup_change', cancel: 'pickup_cancel' } as const;
const LONGEST_KEY = 200;

/** What was begun under a key before, if anything. Problem: `key_reused` for another request under the same key. */
async function begunBefore(tx: Tx, intentKey: string | undefined, hash: string): Promise<Outcome<Begun | undefined>> {
  if (intentKey === undefined) return ok(undefined);
  const { rows } = await sql<{ id: string; tenant_id: string; subject_id: string; request_hash: string | null }>`
    SELECT id, tenant_id, subject_id, request_hash FROM effects WHERE intent_key = ${intentKey}`.execute(tx);
  const [row] = rows;
  if (!row) return ok(undefined);
  if (row.request_hash !== hash) return problem('key_reused');
  return ok({ pickupId: row.subject_id, ref: { table: 'effects', tenantId: row.tenant_id, id: row.id } });
}

/** Runs a storing transaction; a twin that was a moment faster is found by its key. */
async function once(
  deps: CommandDeps,
  ctx: PickupAsker,
  intentKey: string | undefined,
  hash: string,
  store: (tx: Tx) => Promise<Outcome<Begun>>,
): Promise<Outcome<Begun>> {
  if (intentKey !== undefined && intentKey.length > LONGEST_KEY + 20)
    return problem('validation', {
      errors: [{ field: 'Idempotency-Key', message: `The key must have 1 to ${LONGEST_KEY} characters.` }],
    });
  for (let round = 0; round < 3; round += 1) {
    try {
      const begun = await allOrNothing(deps.db, ctx, async (tx): Promise<Outcome<Begun>> => {
        // A twin waits here and then finds what the first has stored, under its key or for its window.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pickups ${ctx.tenantId}`}, 0))`.execute(tx);
        const before = await begunBefore(tx, intentKey, hash);
        if (!before.ok) return before;
        return before.value ? ok(before.value) : store(tx);
      });
      if (begun.ok) deps.journal.wake(begun.value.ref);
      return begun;
    } catch (error) {
      if (violated(error) === 'effects_while_active') return COMPANY_OFF;
      if (violated(error) !== 'effects_intent') throw error;
    }
  }
  return problem('request_running');
}

const keyOf = (what: string, key: string | undefined): string | undefined =>
  key === undefined ? undefined : `${what}:key:${key}`;

/**
 * Stores the intent to book; `awaitEffects` waits. Problems: as `openWish`; `validation` where the same is booked already;
 * `key_reused`.
 */
export async function bookPickup(
  deps: CommandDeps,
  ctx: PickupAsker,
  given: BookWish,
  idempotencyKey: string | undefined,
): Promise<Outcome<Begun>> {
  const hash = requestHash({ ...given, load: given.load ?? null, instructions: given.instructions ?? null });
  const intentKey = keyOf('pickup', idempotencyKey);
  const before = await deps.db.tenant(ctx, (tx) => begunBefore(tx, intentKey, hash));
  if (!before.ok) return before;
  if (before.value) return ok(before.value);
  const opened = await openWish(deps, ctx, given, given, deps.clock.now());
  if (!opened.ok) return opened;
  const free = await withoutPrice(opened.value);
  if (!free.ok) return free;
  return once(deps, ctx, intentKey, hash, (tx) => storeBooking(deps, ctx, tx, given, opened.value, intentKey, hash));
}

/** A lent account books only what costs nothing, as far as the carrier says so before. */
async function withoutPrice({ lent, carrier, grant, wish }: OpenedWish): Promise<Outcome<void>> {
  if (!lent || !carrier.pickup.availability) return ok(undefined);
  const env = await grant.environment({ kind: 'pickup', id: newId() });
  const answer = await runPickupAvailability(carrier, wish, env);
  if (answer.ok && (answer.value.price?.total.minor ?? 0) > 0)
    return problem('no_carrier', { message: lentAndCharged(grant.carrierName) });
  return ok(undefined);
}

async function storeBooking(
  deps: CommandDeps,
  ctx: PickupAsker,
  tx: Tx,
  given: BookWish,
  { grant, carrier, place, lent, wish }: OpenedWish,
  intentKey: string | undefined,
  hash: string,
): Promise<Outcome<Begun>> {
  const shipmentId = 'shipmentId' in given ? given.shipmentId : null;
  const sameDoor =
    'shipmentId' in given
      ? // A return is picked up once, whenever that is.
        sql`p.shipment_id = ${given.shipmentId}::uuid`
      : sql`p.grant_id = ${given.grantId}::uuid AND p.location_id = ${given.locationId}::uuid AND p.day = ${given.day}::date
          AND p.ready_from < ${given.closeTime}::time AND p.ready_to > ${given.readyTime}::time`;
  const [twin] = await readPickups(tx, sql`${sameDoor} AND p.state IN ('planned', 'booked', 'unknown')`, { limit: 1 });
  if (twin)
    return problem('validation', {
      errors: [
        {
          field: 'day',
          message:
            twin.state === 'booked'
              ? `A pickup of ${twin.carrier_name} from ${twin.ready} to ${twin.close} is booked for this day already. Change that one.`
              : `A pickup of ${twin.carrier_name} for this day and time is being booked already.`,
        },
      ],
    });
  const [id, effectId, reference, uuid] = [newId(), newId(), newCarrierReference(), randomUUID()];
  await sql`INSERT INTO pickups (tenant_id, id, grant_id, location_id, day, ready_from, ready_to, state, details, slug,
      carrier_name, account_name, location_name, shipment_id, time_zone, test, reference, effect_id, doing, created_by)
    VALUES (${ctx.tenantId}, ${id}, ${grant.grantId}, ${place.id}, ${given.day}::date, ${given.readyTime}::time,
      ${given.closeTime}::time, 'planned', ${json({ ...detailsOf(wish), messages: [], keptBy: [] })}, ${grant.slug},
      ${grant.carrierName}, (SELECT name FROM account_grants WHERE id = ${grant.grantId}::uuid), ${place.name},
      ${shipmentId}::uuid, ${place.timeZone}, ${grant.test}, ${reference}, ${effectId}, 'book', ${ctx.userId})`.execute(
    tx,
  );
  const request: PickupRequest = {
    what: 'book',
    pickupId: id,
    grantId: grant.grantId,
    lent,
    input: { ...wish, reference, uuid },
  };
  const { recovery } = carrier.pickup.book;
  const ref = await storeAct(deps, ctx, tx, request, { id: effectId, reference, recovery, intentKey, hash });
  return ok({ pickupId: id, ref });
}

const storeAct = (
  deps: CommandDeps,
  ctx: PickupAsker,
  tx: Tx,
  request: PickupRequest,
  act: {
    readonly id: string;
    readonly reference: string;
    readonly recovery: string;
    readonly intentKey: string | undefined;
    readonly hash: string;
  },
): Promise<JournalRef> =>
  storeEffect(tx, deps.sealer, {
    tenantId: ctx.tenantId,
    id: act.id,
    kind: KINDS[request.what],
    subject: { kind: 'pickup', id: request.pickupId },
    intentKey: act.intentKey ?? `pickup:${request.what}:${act.id}`,
    requestHash: act.hash,
    request: requestToJson(request),
    payload: { reference: act.reference, recovery: act.recovery },
    by: ctx,
  });

/** The pickup, locked, and what its earlier acts kept; a problem where the act is not possible. */
async function lockFor(
  deps: CommandDeps,
  tx: Tx,
  pickupId: string,
  act: 'change' | 'cancel',
): Promise<Outcome<PickupRow>> {
  const [row] = await readPickups(tx, sql`p.id = ${pickupId}::uuid`, { lock: true });
  if (!row) return problem('not_found');
  const why = whyFixed(row, deps.facts(row.slug), deps.clock.now())[act];
  return why === undefined ? ok(row) : problem('forbidden', { message: why, advice: 'Nothing was changed.' });
}

async function bookedOf(deps: CommandDeps, ctx: PickupAsker, tx: Tx, row: PickupRow, wish: PickupWish) {
  const kept = await readKept(tx, deps.sealer, ctx.tenantId, 'effect', row.details.keptBy);
  return {
    confirmation: row.confirmation ?? '',
    reference: row.reference,
    date: row.day,
    wish,
    kept: Object.assign({}, ...row.details.keptBy.map((id) => kept.get(id))) as PickupRequestKept,
  };
}
type PickupRequestKept = Extract<PickupRequest, { what: 'cancel' }>['input']['kept'];

/** What was booked, as a wish; its address is the place's of now, which is where the driver is to come. */
const wishOf = (row: PickupRow, address: PickupWish['address'], language: 'en' | 'fr'): PickupWish => ({
  address,
  date: row.day,
  readyTime: row.ready,
  closeTime: row.close,
  place: row.details.place,
  instructions: row.details.instructions ?? undefined,
  load: { ...row.details.load, heaviestGrams: row.details.load.heaviestGrams ?? undefined },
  language,
});

/** Where the driver was called to, as it stands there now. */
async function addressOf(db: Database, ctx: PickupAsker, row: PickupRow): Promise<PickupWish['address'] | undefined> {
  if (row.shipment_id === null) return (await readPlaces(db, ctx, row.location_id ?? undefined))[0]?.address;
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<{ address: PickupWish['address'] }>`SELECT from_address AS address FROM shipments
        WHERE id = ${row.shipment_id}::uuid`.execute(tx),
    { readOnly: true },
  );
  return rows[0]?.address;
}

const markDoing = (tx: Tx, row: PickupRow, what: 'change' | 'cancel', effectId: string): Promise<unknown> =>
  sql`UPDATE pickups SET doing = ${what}, effect_id = ${effectId}::uuid, problem = NULL, updated_at = now()
    WHERE id = ${row.id}::uuid`.execute(tx);

/** Problems: `not_found`, `forbidden` with the reason, and those of `openWish`. */
export async function changePickup(
  deps: CommandDeps,
  ctx: PickupAsker,
  pickupId: string,
  given: WindowWish,
  idempotencyKey: string | undefined,
): Promise<Outcome<Begun>> {
  const hash = requestHash({ pickupId, ...given, load: given.load ?? null, instructions: given.instructions ?? null });
  const intentKey = keyOf('pickup-change', idempotencyKey);
  const before = await deps.db.tenant(ctx, (tx) => begunBefore(tx, intentKey, hash));
  if (!before.ok) return before;
  if (before.value) return ok(before.value);
  const [was] = await deps.db.tenant(ctx, (tx) => readPickups(tx, sql`p.id = ${pickupId}::uuid`));
  if (!was) return problem('not_found');
  if (was.location_id === null) {
    const why = whyFixed(was, deps.facts(was.slug), deps.clock.now()).change;
    return why === undefined
      ? problem('not_found')
      : problem('forbidden', { message: why, advice: 'Nothing was changed.' });
  }
  // What was told before stays, where nothing else is said.
  const load = { ...was.details.load, ...given.load };
  const at = { locationId: was.location_id, grantId: was.grant_id };
  const opened = await openWish(deps, ctx, at, { ...given, load }, deps.clock.now());
  if (!opened.ok) return opened;
  const { grant, carrier, lent, wish, place } = opened.value;
  const operation = operationOf(carrier.pickup, 'change');
  return once(deps, ctx, intentKey, hash, async (tx) => {
    const locked = await lockFor(deps, tx, pickupId, 'change');
    if (!locked.ok) return locked;
    if (!operation) return problem('forbidden', { message: `${grant.carrierName} changes no pickups from here.` });
    const [effectId, reference, uuid] = [newId(), newCarrierReference(), randomUUID()];
    const booked = await bookedOf(deps, ctx, tx, locked.value, wishOf(locked.value, place.address, wish.language));
    const input = { booked, wish, reference, uuid };
    const request: PickupRequest = { what: 'change', pickupId, grantId: grant.grantId, lent, input };
    await markDoing(tx, locked.value, 'change', effectId);
    const { recovery } = operation;
    return ok({
      pickupId,
      ref: await storeAct(deps, ctx, tx, request, { id: effectId, reference, recovery, intentKey, hash }),
    });
  });
}

/** Problems: `not_found`, `forbidden` with the reason. An account that is paused meanwhile can still cancel. */
export async function cancelPickup(
  deps: CommandDeps,
  ctx: PickupAsker,
  pickupId: string,
  idempotencyKey: string | undefined,
): Promise<Outcome<Begun>> {
  const hash = requestHash({ cancel: pickupId });
  const intentKey = keyOf('pickup-cancel', idempotencyKey);
  const [was] = await deps.db.tenant(ctx, (tx) => readPickups(tx, sql`p.id = ${pickupId}::uuid`));
  if (!was) return problem('not_found');
  const address = await addressOf(deps.db, ctx, was);
  if (!address) return problem('not_found', { message: 'The place of this pickup is gone.' });
  const [grant] = await deps.grants.open(ctx, { only: [was.grant_id], toSettle: true });
  if (!grant) return problem('no_carrier', { message: 'The carrier account of this pickup is gone.' });
  const { pickup } = await grant.load();
  const operation = pickup && operationOf(pickup, 'cancel');
  const lent = grant.ownerTenantId !== ctx.tenantId;
  return once(deps, ctx, intentKey, hash, async (tx) => {
    const locked = await lockFor(deps, tx, pickupId, 'cancel');
    if (!locked.ok) return locked;
    const row = locked.value;
    if (!operation) return problem('forbidden', { message: `${grant.carrierName} cancels no pickups from here.` });
    const language = ctx.locale === 'fr-CA' ? 'fr' : 'en';
    const effectId = newId();
    const input = await bookedOf(deps, ctx, tx, row, wishOf(row, address, language));
    const request: PickupRequest = { what: 'cancel', pickupId, grantId: grant.grantId, lent, input };
    await markDoing(tx, row, 'cancel', effectId);
    const { reference } = row;
    const { recovery } = operation;
    return ok({
      pickupId,
      ref: await storeAct(deps, ctx, tx, request, { id: effectId, reference, recovery, intentKey, hash }),
    });
  });
}

/**
 * A person states what the carrier has. Problems: `not_found`; `validation` when a booking exists and its number is not given;
 * `forbidden` with the reason.
 */
export async function decidePickup(
  deps: CommandDeps,
  ctx: Pick<RequestContext, 'tenantId' | 'userId' | 'sessionId'>,
  pickupId: string,
  said: {
    readonly decision: Decision;
    readonly confirmation?: string | null | undefined;
    readonly note?: string | null | undefined;
  },
): Promise<Outcome<void>> {
  const [row] = await deps.db.tenant(ctx, (tx) => readPickups(tx, sql`p.id = ${pickupId}::uuid`));
  if (!row) return problem('not_found');
  if (row.doing === null) return problem('forbidden', { message: 'Its outcome is known; there is nothing to decide.' });
  const confirmation = said.confirmation?.trim() || row.confirmation;
  if (said.decision === 'exists' && row.doing === 'book' && !confirmation)
    return problem('validation', {
      errors: [{ field: 'confirmation', message: 'Enter the number the carrier has for the pickup.' }],
    });
  const result = row.doing === 'cancel' ? { messages: [] } : { confirmation, messages: [] };
  return deps.journal.decide(
    { table: 'effects', tenantId: ctx.tenantId, id: row.effect_id },
    said.decision,
    { userId: ctx.userId, sessionId: ctx.sessionId, note: said.note ?? null },
    result,
  );
}
