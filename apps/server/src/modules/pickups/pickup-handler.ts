/**
 * How the journal books, changes and cancels a pickup: the carrier's word and what follows from it in one transaction. A driver is
 * called cancelled only when the carrier said so.
 */
import type {
  BookedPickup,
  PickupCancelled,
  PickupChange,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Change, JournalHandler, JournalRow, StoredProblem } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { confirmPurchase, reservePurchase, reversePurchase } from '../billing/index.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { notePickup } from './pickup-causes.ts';
import { type PickupRequest, pickupRequestOf } from './pickup-request.ts';
import { type Charge, type PickupDetails, type PickupRow, readPickups } from './pickup-rows.ts';

type What = PickupRequest['what'];
type Results = PickupResult & PickupCancelled;

/** The carrier's operation of an act, if it has it. */
export function operationOf(
  pickup: PickupOperations,
  what: What,
): SteppedOperation<PickupInput & PickupChange & BookedPickup, Results> | undefined {
  // The journal hands each operation the input that was sealed with its own act.
  return pickup[what];
}

type Input = PickupInput | PickupChange | BookedPickup;

interface HandlerDeps {
  readonly grants: GrantOpener;
  /** Test pickups cost like real ones: demo installations have no others. Elsewhere they are free, as test labels are. */
  readonly withTest: boolean;
}

export function pickupHandler(what: What, deps: HandlerDeps): JournalHandler<Input, Results, undefined> {
  return {
    async open(row) {
      const request = pickupRequestOf(row.request);
      const [grant] = await deps.grants.open({ tenantId: row.tenantId }, { only: [request.grantId], toSettle: true });
      if (!grant) return problem('no_carrier', { message: 'The carrier account of this pickup is gone.' });
      const { pickup } = await grant.load();
      const operation = pickup && operationOf(pickup, what);
      if (!operation) return problem('no_carrier', { message: `${grant.carrierName} does not do this from here.` });
      return {
        ok: true,
        value: {
          operation,
          input: request.input,
          env: await grant.environment({ kind: 'pickup', id: row.id }),
          vendor: grant.carrierName,
          deadlineMs: grant.manifest.deadlineMs.ship,
          // A second driver costs money; one that is cancelled or changed twice does not.
          askFirst: row.mayBeForgotten && (what === 'book' ? 'or-person' : true),
        },
      };
    },

    prepare: () => Promise.resolve(undefined),

    async changed(tx, row, _input, change) {
      const request = pickupRequestOf(row.request);
      const [pickup] = await readPickups(tx, sql`p.id = ${request.pickupId}::uuid`, { lock: true });
      if (!pickup) throw new Error(`act ${row.id} has no pickup`);
      if (change.by) await auditDecision(tx, row, pickup.id, change);
      const { to } = change;
      if (to === 'complete') await done(deps, tx, row, request, pickup, change.result);
      else if (to === 'refused' || to === 'absent') await failed(tx, request, pickup, change.problem);
      else if (to === 'unknown' || to === 'disputed') await uncertain(tx, row, request, pickup, change.problem);
      await notePickup(tx, row.tenantId, pickup.id);
    },
  };
}

interface Columns {
  readonly state: PickupRow['state'];
  readonly doing: PickupRow['doing'];
  readonly problem: StoredProblem | null;
  readonly details?: PickupDetails | undefined;
  readonly confirmation?: string | null | undefined;
  readonly day?: string | undefined;
  readonly ready?: string | undefined;
  readonly close?: string | undefined;
}

const write = (tx: Tx, pickup: PickupRow, to: Columns): Promise<unknown> =>
  sql`UPDATE pickups SET state = ${to.state}, doing = ${to.doing}::text,
      problem = ${to.problem ? json(to.problem) : null}, details = ${json(to.details ?? pickup.details)},
      confirmation = ${to.confirmation === undefined ? pickup.confirmation : to.confirmation}::text,
      day = ${to.day ?? pickup.day}::date, ready_from = ${to.ready ?? pickup.ready}::time,
      ready_to = ${to.close ?? pickup.close}::time, updated_at = now()
    WHERE id = ${pickup.id}::uuid`.execute(tx);

/** The carrier has done it. */
async function done(
  deps: HandlerDeps,
  tx: Tx,
  row: JournalRow,
  request: PickupRequest,
  pickup: PickupRow,
  result: Partial<Results>,
): Promise<void> {
  const messages = (result.messages ?? []).map((message) => message.slice(0, 500));
  const { details } = pickup;
  if (request.what === 'cancel') {
    await dropCharge(tx, row, details);
    const { charge: _charge, ...rest } = details;
    return void (await write(tx, pickup, {
      state: 'cancelled',
      doing: null,
      problem: null,
      details: { ...rest, messages },
    }));
  }
  const wish: PickupWish = request.what === 'book' ? request.input : request.input.wish;
  const charged = pickup.test && !deps.withTest ? undefined : result.charged;
  const charge = await bookCharge(tx, row, request, details, charged);
  await write(tx, pickup, {
    state: 'booked',
    doing: null,
    problem: null,
    confirmation: result.confirmation ?? pickup.confirmation,
    day: result.date ?? wish.date,
    ready: result.readyTime ?? wish.readyTime,
    close: result.closeTime ?? wish.closeTime,
    details: {
      ...detailsOf(wish),
      messages,
      charge,
      keptBy: request.what === 'book' ? [row.id] : [...details.keptBy, row.id],
    },
  });
}

/** What a wish says of the place at the door and the load, as it is shown. */
export const detailsOf = (wish: PickupWish): Pick<PickupDetails, 'place' | 'instructions' | 'load'> => ({
  place: wish.place,
  instructions: wish.instructions ?? null,
  load: {
    ...wish.load,
    heaviestGrams: wish.load.heaviestGrams ?? null,
    services: [...wish.load.services],
    destinations: [...wish.load.destinations],
    trackingNumbers: [...wish.load.trackingNumbers],
  },
});

/** It came to nothing: a booking is none, and a pickup that was to be changed or cancelled stands as it was. */
const failed = (tx: Tx, request: PickupRequest, pickup: PickupRow, said: StoredProblem | undefined): Promise<unknown> =>
  write(tx, pickup, {
    state: request.what === 'book' ? 'failed' : 'booked',
    doing: null,
    problem: said ?? { code: 'refused', message: 'The carrier did not do it.' },
  });

/** Nobody knows. Also for an act that was believed to have come to nothing and turns out to exist. */
async function uncertain(
  tx: Tx,
  row: JournalRow,
  request: PickupRequest,
  pickup: PickupRow,
  said: StoredProblem | undefined,
): Promise<void> {
  await write(tx, pickup, {
    state: request.what === 'book' ? 'unknown' : pickup.state,
    doing: request.what,
    problem: said ?? pickup.problem,
  });
  await sql`UPDATE pickups SET effect_id = ${row.id}::uuid WHERE id = ${pickup.id}::uuid`.execute(tx);
}

/** What the carrier charges an own account stands in the books as a label's price does; a lent account's cost is its owner's. */
async function bookCharge(
  tx: Tx,
  row: JournalRow,
  request: PickupRequest,
  details: PickupDetails,
  charged: Charge | undefined,
): Promise<PickupDetails['charge']> {
  if (request.lent || !charged) return request.what === 'book' ? undefined : details.charge;
  await dropCharge(tx, row, details);
  if (charged.total.minor <= 0) return undefined;
  const charge = { ...charged, bookedAs: row.id };
  const money = moneyOf(row, charge);
  // Known only now, and an own account has no limit: set aside and spent at once.
  const reserved: Outcome<void> = await reservePurchase(tx, money);
  if (!reserved.ok) throw new Error(`the charge of pickup ${request.pickupId} cannot be booked`);
  await confirmPurchase(tx, money, undefined);
  return charge;
}

async function dropCharge(tx: Tx, row: JournalRow, { charge }: PickupDetails): Promise<void> {
  if (charge) await reversePurchase(tx, moneyOf(row, charge), undefined);
}

const moneyOf = (row: JournalRow, charge: NonNullable<PickupDetails['charge']>) => ({
  tenantId: row.tenantId,
  purchaseId: charge.bookedAs,
  chain: [{ from: null, to: row.tenantId, price: charge.total, lines: charge.lines, markupVersions: [] }],
  createdBy: row.createdBy,
});

async function auditDecision(
  tx: Tx,
  row: JournalRow,
  pickupId: string,
  { by, to }: Pick<Change<unknown, unknown>, 'by' | 'to'>,
): Promise<void> {
  if (!by) return;
  await tx
    .insertInto('audit_events')
    .values({
      tenant_id: row.tenantId,
      id: newId(),
      actors: json([{ userId: by.userId, sessionId: by.sessionId }]),
      action: 'outcome.decided',
      subject_kind: 'pickup',
      subject_id: pickupId,
      details: json({ to, note: by.note }),
    })
    .execute();
}
