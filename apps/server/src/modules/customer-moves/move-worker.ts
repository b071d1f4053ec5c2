/**
 * Carries over what belongs to a moved customer, in small steps under a lease. Every step can be done again: ids follow from the move, what
 * is there stays, and a store or an account goes over in one transaction. Whoever is killed has lost nothing.
 */
import { inSpan } from '@scanship/connector-kit/spans';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import {
  GIVEN_BACK,
  Hung,
  jobSpan,
  type Lease,
  LeaseLost,
  leasedRows,
  LEFT_BEHIND,
} from '../../platform/jobs/leased-rows.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import { OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { MailModule } from '../mail/index.ts';
import { addCounts, recordChanges } from '../orders/index.ts';
import type { PeopleModule } from '../people/index.ts';
import { markMoved } from '../restrictions/index.ts';
import { AccessInUse } from '../stores/index.ts';
import { openFor } from '../subscriptions/index.ts';
import { withdrawInvitation, openInvitations } from '../users/index.ts';
import {
  type CarriedTable,
  doneOrder,
  doneWith,
  FIRST,
  OF_ORDERS,
  openOrders,
  ORDER,
  THEN,
  untoldOf,
} from './carried-tables.ts';
import { carryRows, type KeyOf } from './carry-rows.ts';
import { setState } from './move-commands.ts';
import { newIdOf } from './new-ids.ts';
import { peopleOf, type PreviewDeps, waitsOf } from './preview.ts';
import { type CarryingNow, carryingOf, type Move, OPEN_THERE } from './scope.ts';

export interface MoveWorkerDeps extends PreviewDeps, Pick<Services, 'clock' | 'log'> {
  readonly carriers: Pick<CarriersModule, 'accountsToCarry' | 'carryAccount' | 'giveBackAccount'>;
  readonly mail: Pick<MailModule, 'links' | 'soon'>;
  readonly people: Pick<PeopleModule, 'inviteCarried'>;
}

export interface MoveWorker {
  /**
   * One round; answers how many moves it brought to their end.
   * @param onStep for tests that end a process between two steps
   */
  look(onStep?: (step: string) => void): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

const SWEEP_MS = 5_000;
const LEASE_MS = 60_000;
/** What it waits for is looked at again after so long. */
const AGAIN_MS = 30_000;
/** So much of it is shown; the log has all of it. */
const MOST_OF_A_PROBLEM = 300;
const ORDERS_AT_ONCE = 200;
const DONE_AT_ONCE = 500;

interface CountedOrder {
  readonly id: string;
  readonly placedAt: Date;
  readonly storeId: string;
  readonly tab: Parameters<typeof addCounts>[2][number]['tab'];
}

/** It goes on in a while. */
class NotYet extends Error {
  override readonly name = 'NotYet';
}

type Taken = Lease & Omit<Move, 'operatorId'> & { readonly state: 'carrying' | 'undoing'; readonly step: number };

export function createMoveWorker(deps: MoveWorkerDeps): MoveWorker {
  const { db, clock, log } = deps;
  let onStep: (step: string) => void = () => undefined;

  const moves = leasedRows<Omit<Taken, keyof Lease>>(db, {
    table: 'customer_moves',
    leaseMs: LEASE_MS,
    columns: sql`customer_id AS "customerId", franchise_id AS "franchiseId", successor_id AS "successorId",
      to_franchise_id AS "toFranchiseId", state, step`,
    open: sql`due_at IS NOT NULL`,
    now: () => clock.now(),
  });
  /** Whoever lost the lease, or was taken back, changes nothing. Begins as the operator. */
  const held = <T>(move: Taken, work: (tx: Tx) => Promise<T>): Promise<T> => moves.write(move, work);

  /** Nothing that is under way at whoever is left may end where nobody goes on with it. */
  async function settled(move: Taken): Promise<void> {
    const open = await held(move, async (tx) => {
      await actAs(tx, {
        role: 'app_tenant',
        tenantId: move.state === 'carrying' ? move.customerId : move.successorId,
      });
      return waitsOf((await OPEN_THERE.execute(tx)).rows);
    });
    if (open.length > 0) throw new NotYet();
  }

  async function tables(move: Taken, list: readonly CarriedTable[]): Promise<void> {
    const carrying = await carryingOf(deps, move);
    for (const table of list) {
      let after: KeyOf | undefined;
      do {
        const from = after;
        after = await held(move, async (tx) => {
          await actAs(tx, { role: 'app_tenant', tenantId: move.customerId });
          return carryRows(tx, table, carrying, from);
        });
      } while (after);
      onStep(table.name);
    }
  }

  /** Places and stores name each other, and so do places: what is named is set when all of them are there. */
  const places = (move: Taken): Promise<void> =>
    held(move, async (tx) => {
      await actAs(tx, { role: 'app_tenant', tenantId: move.customerId });
      const named = async (table: 'locations' | 'stores', column: 'return_location_id' | 'location_id') =>
        (
          await sql<{ id: string; place: string }>`SELECT id, ${sql.ref(column)} AS place FROM ${sql.table(table)}
            WHERE ${sql.ref(column)} IS NOT NULL`.execute(tx)
        ).rows.map(({ id, place }) => ({ id: newIdOf(move.id, id), place: newIdOf(move.id, place) }));
      const returns = await named('locations', 'return_location_id');
      const homes = await named('stores', 'location_id');
      await actAs(tx, { role: 'app_tenant', tenantId: move.successorId });
      for (const [table, column, rows] of [
        ['locations', 'return_location_id', returns],
        ['stores', 'location_id', homes],
      ] as const)
        await sql`UPDATE ${sql.table(table)} t SET ${sql.ref(column)} = g.place
          FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g(id uuid, place uuid)
          WHERE t.id = g.id AND EXISTS (SELECT FROM locations l WHERE l.id = g.place)`.execute(tx);
    });

  const accountOf = (move: Move, { id, grantId }: { readonly id: string; readonly grantId: string }) => ({
    from: { tenantId: move.customerId, accountId: id, grantId },
    to: { tenantId: move.successorId, accountId: newIdOf(move.id, id), grantId: newIdOf(move.id, grantId) },
  });

  async function accounts(move: Taken): Promise<void> {
    for (const account of await deps.carriers.accountsToCarry(move.customerId))
      if (account.goes) await held(move, (tx) => deps.carriers.carryAccount(tx, accountOf(move, account)));
    onStep('accounts');
  }

  async function stores(move: Taken): Promise<void> {
    const { handingOver } = deps.stores;
    const origin = await deps.mail.links.of(move.toFranchiseId, undefined);
    for (const { id, keeps, state } of await handingOver.list(move.customerId, move.toFranchiseId)) {
      const from = { tenantId: move.customerId, id };
      const to = { tenantId: move.successorId, id: newIdOf(move.id, id) };
      if (keeps) await held(move, (tx) => handingOver.handOver(tx, from, to, origin));
      else if (state !== 'disconnected') {
        await held(move, (tx) => handingOver.awaitConsent(tx, to));
        await handingOver.disconnect(from);
      }
      onStep('store');
    }
  }

  async function inPages(move: Taken, page: typeof openPage): Promise<void> {
    const carrying = await carryingOf(deps, move);
    for (let after: string | undefined; ; ) {
      const last: string | undefined = await held(move, (tx) => page(tx, move, carrying, after));
      onStep(page === openPage ? 'orders' : 'done orders');
      if (last === undefined) return;
      after = last;
    }
  }
  const orders = (move: Taken): Promise<void> => inPages(move, openPage);

  /**
   * The last look before the stores go: the former customer worked on while the move waited. What it is done with is archived here; what
   * came in is copied.
   */
  async function latest(move: Taken): Promise<void> {
    await settled(move);
    await orders(move);
    await inPages(move, donePage);
  }

  /** @returns the last one looked at; undefined: there are no more */
  async function openPage(tx: Tx, move: Taken, carrying: CarryingNow, after: string | undefined) {
    await actAs(tx, { role: 'app_tenant', tenantId: move.customerId });
    const { rows } = await sql<{ id: string }>`SELECT t.id FROM orders t WHERE ${openOrders(carrying)}
      ${after === undefined ? sql`` : sql`AND t.id > ${after}`} ORDER BY t.id LIMIT ${ORDERS_AT_ONCE}`.execute(tx);
    const olds = rows.map(({ id }) => id);
    const there = await stateThere(tx, move, olds);
    const missing = olds.filter((id) => !there.has(newIdOf(move.id, id)));
    await copyOrders(tx, move, carrying, ORDER, missing);
    return olds.length < ORDERS_AT_ONCE ? undefined : olds.at(-1);
  }

  async function donePage(tx: Tx, move: Taken, carrying: CarryingNow, after: string | undefined) {
    await actAs(tx, { role: 'app_tenant', tenantId: move.customerId });
    const { rows } = await sql<{ id: string; untold: boolean }>`SELECT t.id, ${untoldOf} AS untold
      FROM orders t WHERE ${doneWith(carrying)} ${after === undefined ? sql`` : sql`AND t.id > ${after}`}
      ORDER BY t.id LIMIT ${DONE_AT_ONCE}`.execute(tx);
    const there = await stateThere(
      tx,
      move,
      rows.map(({ id }) => id),
    );
    await archiveThere(
      tx,
      move,
      [...there].flatMap(([id, archived]) => (archived ? [] : id)),
    );
    const untold = rows.flatMap(({ id, untold: is }) => (is && !there.has(newIdOf(move.id, id)) ? id : []));
    await copyOrders(tx, move, carrying, doneOrder(clock.now()), untold);
    return rows.length < DONE_AT_ONCE ? undefined : rows.at(-1)?.id;
  }

  /** Which of them are at the successor, by the ids they have there, and whether they are archived. Ends as the successor. */
  async function stateThere(tx: Tx, move: Taken, olds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    await actAs(tx, { role: 'app_tenant', tenantId: move.successorId });
    const { rows } = await sql<{ id: string; archived: boolean }>`SELECT id, archived_at IS NOT NULL AS archived
      FROM orders WHERE id = ANY (${olds.map((id) => newIdOf(move.id, id))}::uuid[])`.execute(tx);
    return new Map(rows.map(({ id, archived }) => [id, archived]));
  }

  /** Runs and ends as the successor. */
  async function archiveThere(tx: Tx, move: Taken, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const ctx = { tenantId: move.successorId };
    const { rows } = await sql<CountedOrder>`UPDATE orders o SET tab = 'archived', archived_at = ${clock.now()},
        updated_at = now(), version = o.version + 1
      FROM orders was WHERE was.tenant_id = o.tenant_id AND was.id = o.id AND o.id = ANY (${ids}::uuid[])
      RETURNING o.id, o.placed_at AS "placedAt", o.store_id AS "storeId", was.tab`.execute(tx);
    await recordChanges(
      ctx,
      tx,
      rows.map(({ id }) => ({
        orderId: id,
        from: null,
        to: 'archived',
        why: 'Shipped or closed in the former account',
      })),
      clock.now(),
    );
    await addCounts(
      ctx,
      tx,
      rows.flatMap(({ placedAt, storeId, tab }) => [
        { placedAt, storeId, tab, n: -1 },
        { placedAt, storeId, tab: 'archived' as const, n: 1 },
      ]),
    );
  }

  /** Orders with everything that hangs on them, counted as they come. Ends as the successor. */
  async function copyOrders(
    tx: Tx,
    move: Taken,
    carrying: CarryingNow,
    order: CarriedTable,
    olds: readonly string[],
  ): Promise<void> {
    if (olds.length === 0) return;
    const ids = new Map(carrying.ids);
    for (const id of olds) ids.set(id, newIdOf(move.id, id));
    await actAs(tx, { role: 'app_tenant', tenantId: move.customerId });
    await carryRows(
      tx,
      { ...order, atOnce: DONE_AT_ONCE },
      { ...carrying, ids },
      undefined,
      sql`t.id = ANY (${olds}::uuid[])`,
    );
    for (const table of OF_ORDERS) {
      let key: KeyOf | undefined;
      do key = await carryRows(tx, table, { ...carrying, ids }, key, sql`t.order_id = ANY (${olds}::uuid[])`);
      while (key);
    }
    await actAs(tx, { role: 'app_tenant', tenantId: move.successorId });
    const ctx = { tenantId: move.successorId };
    const made = await sql<CountedOrder>`
      SELECT id, placed_at AS "placedAt", store_id AS "storeId", tab FROM orders
      WHERE id = ANY (${olds.map((id) => newIdOf(move.id, id))}::uuid[])`.execute(tx);
    await recordChanges(
      ctx,
      tx,
      made.rows.map(({ id }) => ({
        orderId: id,
        from: null,
        to: 'created',
        why: order === ORDER ? 'Carried over from the former account' : 'Shipped or closed in the former account',
      })),
      clock.now(),
    );
    await addCounts(
      ctx,
      tx,
      made.rows.map(({ placedAt, storeId, tab }) => ({ placedAt, storeId, tab, n: 1 })),
    );
  }

  async function open(move: Taken): Promise<void> {
    const names = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select(['id', 'name', 'locale'])
        .where('id', 'in', [move.successorId, move.toFranchiseId])
        .execute(),
    );
    const [company, franchise] = [move.successorId, move.toFranchiseId].map((id) => names.find((row) => row.id === id));
    const { invited } = await peopleOf(
      db,
      { realmId: move.franchiseId, tenantId: move.customerId },
      move.toFranchiseId,
    );
    const { ids } = await carryingOf(deps, move);
    const origin = await deps.mail.links.of(move.toFranchiseId, undefined);
    const locale = company?.locale.startsWith('fr') ? 'fr' : 'en';
    const refs = await held(move, async (tx) => {
      await beginPlan(tx, move);
      await setState(tx, { franchiseId: move.toFranchiseId, customerId: move.successorId }, 'active', null);
      let queued: readonly JournalRef[] = [];
      if (origin !== undefined)
        queued = await deps.people.inviteCarried(
          tx,
          { tenantId: move.successorId, realmId: move.toFranchiseId, name: company?.name ?? '', locale },
          invited.map((person) => ({
            roleId: ids.get(person.role_id) ?? person.role_id,
            email: person.email,
            firstName: person.first_name,
            lastName: person.last_name,
            language: locale,
          })),
          { inviterName: franchise?.name ?? '', origin },
        );
      await tellLog(tx, move);
      await actAs(tx, { role: 'app_tenant', tenantId: move.tenantId });
      await sql`UPDATE customer_moves SET state = 'moved', last_problem = NULL, due_at = NULL, ${GIVEN_BACK}, ended_at = ${clock.now()}
        WHERE tenant_id = ${move.tenantId} AND id = ${move.id}`.execute(tx);
      return queued;
    });
    deps.mail.soon(refs);
  }

  /** It pays for its plan from the moment it can work. Not again where the plan began with the customer. */
  async function beginPlan(tx: Tx, { successorId: customerId, toFranchiseId: sellerId }: Taken): Promise<void> {
    await actAs(tx, { role: 'app_tenant', tenantId: sellerId });
    const { plan_code: plan } = await tx
      .selectFrom('franchise_customers')
      .select('plan_code')
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
    await actAs(tx, { role: 'app_tenant', tenantId: customerId });
    const { time_zone: timeZone } = await tx
      .selectFrom('tenants')
      .select('time_zone')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    if (await tx.selectFrom('subscriptions').select('tenant_id').executeTakeFirst()) return;
    await openFor(tx, { customerId, sellerId, plan, timeZone }, clock.now());
  }

  /** The franchise that gets it reads of it in its log, without from where. */
  async function tellLog(tx: Tx, move: Taken): Promise<void> {
    await actAs(tx, { role: 'app_tenant', tenantId: move.toFranchiseId });
    const id = await recordEvent(tx, {
      tenantId: move.toFranchiseId,
      actors: [],
      action: 'customerArrived',
      subject: { kind: 'franchise', id: move.successorId },
      details: { summary: 'A customer was moved here by the operator', params: { id: move.successorId }, fields: [] },
    });
    await recordEvent(tx, {
      tenantId: move.toFranchiseId,
      actors: [],
      action: OUTCOME,
      subject: { kind: OUTCOME_SUBJECT, id },
      details: { outcome: 'done' },
    });
  }

  /** Stores whose access went over come back; the others are connected again by hand, at whichever side they are then. */
  async function storesBack(move: Taken): Promise<void> {
    const { handingOver } = deps.stores;
    const origin = await deps.mail.links.of(move.franchiseId, undefined);
    const former = await db.tenant({ tenantId: move.customerId }, (tx) =>
      tx.selectFrom('stores').select('id').where('platform_code', 'not in', ['manual', 'file']).execute(),
    );
    const formerOf = new Map(former.map(({ id }) => [newIdOf(move.id, id), id]));
    for (const { id, keeps, state } of await handingOver.list(move.successorId, move.franchiseId)) {
      const back = formerOf.get(id);
      const store = { tenantId: move.successorId, id };
      if (back !== undefined && keeps && state !== 'disconnected')
        await held(move, (tx) => handingOver.handOver(tx, store, { tenantId: move.customerId, id: back }, origin));
      else if (state !== 'disconnected') await handingOver.disconnect(store);
      moves.sign(move);
      onStep('store-back');
    }
  }

  async function accountsBack(move: Taken): Promise<void> {
    // Of any state: one that was removed here since went over all the same.
    const former = await db.tenant(
      { tenantId: move.customerId },
      (tx) =>
        sql<{ id: string; grantId: string }>`SELECT a.id, g.id AS "grantId" FROM carrier_accounts a
          JOIN account_grants g ON g.tenant_id = a.tenant_id AND g.account_id = a.id
          WHERE a.tenant_id = ${move.customerId}`.execute(tx),
      { readOnly: true },
    );
    for (const account of former.rows)
      await held(move, (tx) => deps.carriers.giveBackAccount(tx, accountOf(move, account)));
  }

  const close = (move: Taken): Promise<void> =>
    held(move, async (tx) => {
      const host = { realmId: move.toFranchiseId, tenantId: move.successorId };
      await actAs(tx, { role: 'app_identity', realmId: host.realmId });
      for (const { id } of await openInvitations(tx, host.realmId, host.tenantId))
        await withdrawInvitation(tx, { ...host, id }, clock.now());
      await actAs(tx, { role: 'app_system' });
      await markMoved(tx, move.customerId, false);
      await actAs(tx, { role: 'app_tenant', tenantId: move.tenantId });
      await sql`UPDATE customer_moves SET state = 'undone', last_problem = NULL, due_at = NULL, ${GIVEN_BACK}, ended_at = ${clock.now()}
        WHERE tenant_id = ${move.tenantId} AND id = ${move.id}`.execute(tx);
    });

  const THERE: readonly ((move: Taken) => Promise<void>)[] = [
    settled,
    (move) => tables(move, FIRST),
    places,
    accounts,
    (move) => tables(move, THEN),
    // Before their stores, which would bring in the same orders; afterwards these read everything anew.
    orders,
    latest,
    stores,
    open,
  ];
  const BACK: readonly ((move: Taken) => Promise<void>)[] = [settled, storesBack, accountsBack, close];

  async function work(move: Taken): Promise<void> {
    const steps = move.state === 'carrying' ? THERE : BACK;
    for (const [at, step] of steps.entries()) {
      if (at < move.step) continue;
      await step(move);
      await moves.settle(move, sql`step = ${at + 1}, last_problem = NULL`);
    }
  }

  async function look(watch?: (step: string) => void): Promise<number> {
    onStep = watch ?? (() => undefined);
    let ended = 0;
    while (!sweep.stopping()) {
      const move = await moves.take();
      if (!move) break;
      if (await inSpan(jobSpan('customer_moves', move), () => goOn(move))) ended += 1;
    }
    return ended;
  }

  /** @returns whether it has come to its end */
  async function goOn(move: Taken): Promise<boolean> {
    const going = moves.keep(move, (error) =>
      log.warn({ err: error, moveId: move.id }, 'the lease of a move could not be renewed'),
    );
    try {
      await going.during(work(move));
      return true;
    } catch (error) {
      // Its lease lapses, and whoever comes first goes on with the step it stands at.
      if (error instanceof Hung)
        log.error({ err: error, moveId: move.id }, 'carrying a customer over makes no progress');
      if (error instanceof LeaseLost) return false;
      const waits = error instanceof NotYet || error instanceof AccessInUse;
      if (!waits)
        log.error({ err: error, moveId: move.id, attempt: move.attempt }, 'a customer could not be carried over');
      const again = new Date(clock.now().getTime() + AGAIN_MS);
      const said = waits ? null : String(error).slice(0, MOST_OF_A_PROBLEM);
      await moves.settle(move, sql`due_at = ${again}, ${waits ? GIVEN_BACK : LEFT_BEHIND}, last_problem = ${said}`);
      return false;
    } finally {
      going.stop();
    }
  }

  const sweep = createSweep({ log, everyMs: SWEEP_MS, failed: 'moves of customers could not be looked for' }, () =>
    look(),
  );
  return { ...sweep, look };
}
