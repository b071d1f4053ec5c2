/** Moving a customer to another franchise and taking it back, as the operator asks who acts for the franchise that it leaves. */
import type { CustomerMove, MoveLink } from '@scanship/contracts/network/customer-moves';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { GIVEN_BACK } from '../../platform/jobs/leased-rows.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { visibleCustomers } from '../customers/index.ts';
import type { MailModule } from '../mail/index.ts';
import { markMoved } from '../restrictions/index.ts';
import { addCustomerIn } from '../tenants/index.ts';
import { type Franchise, nobodyLeads, type PreviewDeps, preview, waitsFor, waitsOf } from './preview.ts';
import { OPEN_THERE } from './scope.ts';

export interface CommandDeps extends PreviewDeps, Pick<Services, 'clock'> {
  readonly mail: Pick<MailModule, 'links'>;
}

/** The operator who acts, or undefined for everybody else. */
const operatorOf = (ctx: RequestContext): string | undefined =>
  ctx.actors.find(({ role }) => role === 'ROLE_SUPER_ADMIN')?.userId;

const NOT_THEIRS = problem('forbidden', {
  message: 'Only the platform’s operator moves a customer to another franchise.',
  advice: 'Ask the operator.',
});

interface Customer {
  readonly name: string;
  readonly state: string;
}

const customerOf = async (tx: Tx, ctx: RequestContext, customerId: string): Promise<Customer | undefined> =>
  (
    await sql<Customer>`SELECT c.name, c.state FROM franchise_customers c
      WHERE ${visibleCustomers(ctx)} AND c.customer_id = ${customerId}::uuid`.execute(tx)
  ).rows[0];

interface Place {
  readonly operatorId: string;
  readonly franchises: readonly Franchise[];
}

/** Other franchises of the same operator that sell in the same currency. */
const placeOf = (db: Database, ctx: RequestContext): Promise<Place> =>
  db.reference(async (tx) => {
    const { rows } = await sql<{ operator: string; id: string | null; name: string | null }>`
      SELECT own.parent_id AS operator, f.id, f.name
      FROM tenants own LEFT JOIN tenants f ON f.parent_id = own.parent_id AND f.kind = 'franchise' AND f.id <> own.id
        AND f.state = 'active' AND f.currency = own.currency
      WHERE own.id = ${ctx.tenantId} AND own.parent_id IS NOT NULL ORDER BY lower(f.name), f.id`.execute(tx);
    const [first] = rows;
    if (!first) throw new Error(`the franchise ${ctx.tenantId} has no operator`);
    return {
      operatorId: first.operator,
      franchises: rows.flatMap(({ id, name }) => (id === null || name === null ? [] : { id, name })),
    };
  });

async function linkOf(
  deps: CommandDeps,
  operatorId: string,
  side: 'customer_id' | 'successor_id',
  customerId: string,
): Promise<MoveLink | null> {
  const row = await deps.db.tenant({ tenantId: operatorId }, (tx) =>
    tx
      .selectFrom('customer_moves')
      .select([
        'id',
        'customer_id',
        'successor_id',
        'franchise_id',
        'to_franchise_id',
        'state',
        'last_problem',
        'asked_at',
        'ended_at',
      ])
      .where('tenant_id', '=', operatorId)
      .where(side, '=', customerId)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  );
  if (!row) return null;
  const other = side === 'customer_id' ? row.to_franchise_id : row.franchise_id;
  const franchise = await deps.db.reference((tx) =>
    tx.selectFrom('tenants').select('name').where('id', '=', other).executeTakeFirst(),
  );
  return {
    customerId: side === 'customer_id' ? row.successor_id : row.customer_id,
    franchise: franchise?.name ?? '',
    state: row.state,
    askedAt: row.asked_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    waitsFor:
      row.state === 'carrying'
        ? await waitsFor(deps.db, row.customer_id)
        : row.state === 'undoing'
          ? await waitsFor(deps.db, row.successor_id)
          : [],
    problem: row.last_problem,
    final:
      (row.state === 'carrying' || row.state === 'moved') &&
      (await deps.db.tenant({ tenantId: row.successor_id }, (tx) => isFinal(tx, row.successor_id), { readOnly: true })),
  };
}

/**
 * There is no way back from what the successor did since: orders that it shipped, by a label or by hand, would be shipped again, and one
 * that was moved on or erased has nothing to give back. Runs as the successor.
 */
const isFinal = async (tx: Tx, successorId: string): Promise<boolean> => {
  const { rows } = await sql<{ final: boolean }>`SELECT EXISTS (SELECT FROM purchases)
    OR EXISTS (SELECT FROM manual_fulfilments WHERE undone_at IS NULL)
    OR EXISTS (SELECT FROM tenants WHERE id = ${successorId} AND (moved_at IS NOT NULL OR state = 'closed')) AS final`.execute(
    tx,
  );
  return rows[0]?.final !== false;
};

/** Problem: `not_found`. */
export async function viewMove(
  deps: CommandDeps,
  ctx: RequestContext,
  customerId: string,
): Promise<Outcome<CustomerMove>> {
  const customer = await deps.db.tenant(ctx, (tx) => customerOf(tx, ctx, customerId), { readOnly: true });
  if (!customer) return problem('not_found');
  if (operatorOf(ctx) === undefined) return { ok: true, value: { franchises: [], to: null, from: null } };
  const { operatorId, franchises } = await placeOf(deps.db, ctx);
  const to = await linkOf(deps, operatorId, 'customer_id', customerId);
  const open = to !== null && to.state !== 'undone';
  return {
    ok: true,
    value: {
      franchises: open || customer.state !== 'active' ? [] : [...franchises],
      to,
      from: await linkOf(deps, operatorId, 'successor_id', customerId),
    },
  };
}

interface Target extends Customer {
  readonly userId: string;
  readonly operatorId: string;
  readonly to: Franchise;
}

/** Problems: `not_found`, `forbidden`, `validation`. */
async function targetOf(
  deps: CommandDeps,
  ctx: RequestContext,
  customerId: string,
  franchiseId: string,
): Promise<Outcome<Target>> {
  const customer = await deps.db.tenant(ctx, (tx) => customerOf(tx, ctx, customerId), { readOnly: true });
  if (!customer) return problem('not_found');
  const userId = operatorOf(ctx);
  if (userId === undefined) return NOT_THEIRS;
  const { operatorId, franchises } = await placeOf(deps.db, ctx);
  const to = franchises.find(({ id }) => id === franchiseId);
  return to
    ? { ok: true, value: { ...customer, userId, operatorId, to } }
    : problem('validation', {
        errors: [
          { field: 'toFranchiseId', code: 'franchise', message: 'A customer cannot be moved to this franchise.' },
        ],
      });
}

/** Problems: `not_found`, `forbidden`, `validation`. */
export async function previewMove(deps: CommandDeps, ctx: RequestContext, customerId: string, franchiseId: string) {
  const target = await targetOf(deps, ctx, customerId, franchiseId);
  if (!target.ok) return target;
  const found = await preview(deps, { realmId: ctx.tenantId, tenantId: customerId }, target.value.to);
  return { ok: true as const, value: found };
}

const spaced = (name: string): string => name.trim().replace(/\s+/g, ' ');
const refused = (errors: readonly { readonly message: string }[], message?: string) =>
  problem('move_refused', {
    message,
    errors: errors.map((error) => ({ field: 'customer', code: 'open', message: error.message })),
  });

/**
 * The successor is there at once and is opened when everything has been carried over; from now on the customer may not ship.
 * The name is the customer's. Problems: `not_found`, `forbidden`, `validation`, `move_refused`.
 */
export async function beginMove(
  deps: CommandDeps,
  ctx: RequestContext,
  customerId: string,
  wish: { readonly toFranchiseId: string; readonly plan: 'Basic' | 'Standard' | 'Advanced'; readonly name: string },
): Promise<Outcome<{ readonly name: string }>> {
  const { db, clock } = deps;
  const target = await targetOf(deps, ctx, customerId, wish.toFranchiseId);
  if (!target.ok) return target;
  const { name, operatorId, userId, to } = target.value;
  if (spaced(name) !== spaced(wish.name))
    return problem('validation', {
      errors: [{ field: 'name', code: 'name', message: 'This is not the name of the customer.' }],
    });
  if ((await deps.mail.links.of(to.id, undefined)) === undefined)
    return refused([{ message: `${to.name} has no verified host yet, so nobody could be invited there.` }]);
  const waits = [
    ...(await waitsFor(db, customerId)),
    ...(await nobodyLeads(db, { realmId: ctx.tenantId, tenantId: customerId }, to.id)),
  ];
  if (waits.length > 0) return refused(waits);
  const now = clock.now();
  return db.tenant(ctx, async (tx): Promise<Outcome<{ readonly name: string }>> => {
    const { rows } = await sql<Customer & { erasing: boolean }>`SELECT name, state,
        EXISTS (SELECT FROM customer_erasures e WHERE e.tenant_id = c.tenant_id AND e.customer_id = c.customer_id
          AND e.state IN ('waiting', 'erasing')) AS erasing
      FROM franchise_customers c WHERE tenant_id = ${ctx.tenantId} AND customer_id = ${customerId} AND state <> 'closed' FOR UPDATE`.execute(
      tx,
    );
    const [held] = rows;
    if (!held) return problem('not_found');
    if (held.erasing || held.state !== 'active')
      return refused([{ message: 'This customer is suspended: give it access again, or let it be.' }]);
    await actAs(tx, { role: 'app_system' });
    const company = await tx
      .selectFrom('tenants')
      .select(['currency', 'time_zone', 'locale', 'moved_at'])
      .where('id', '=', customerId)
      .where('realm_id', '=', ctx.tenantId)
      .executeTakeFirst();
    if (!company) return problem('not_found');
    if (company.moved_at) return refused([{ message: 'This customer has been moved already.' }]);
    const added = await addCustomerIn(tx, {
      franchiseId: to.id,
      planName: wish.plan,
      name: held.name,
      opensLater: true,
      currency: company.currency,
      timeZone: company.time_zone,
      locale: company.locale.startsWith('fr') ? 'fr' : 'en',
      // Prepaid, until the new franchise knows it better.
      creditLimitMinor: 0,
    });
    await setState(
      tx,
      { franchiseId: to.id, customerId: added.tenantId },
      'suspended',
      wordsOf('arriving', company.locale),
    );
    await markMoved(tx, customerId, true);
    await actAs(tx, { role: 'app_tenant', tenantId: operatorId });
    await tx
      .insertInto('customer_moves')
      .values({
        tenant_id: operatorId,
        id: newId(),
        customer_id: customerId,
        franchise_id: ctx.tenantId,
        successor_id: added.tenantId,
        to_franchise_id: to.id,
        asked_by: userId,
        asked_at: now,
        due_at: now,
      })
      .execute();
    return { ok: true, value: { name: held.name } };
  });
}

/** As the staff of the other franchise reads it. */
const WHY = {
  arriving: {
    en: 'Everything of its former account is being carried over.',
    fr: 'Tout ce que contient son ancien compte est en cours de reprise.',
  },
  back: { en: 'The operator took its move back.', fr: 'L’exploitant a annulé son transfert.' },
} as const;
const wordsOf = (why: keyof typeof WHY, locale: string): string => WHY[why][locale.startsWith('fr') ? 'fr' : 'en'];

/** The franchise's record and the tenants row, whoever acts; ends as the system. */
export async function setState(
  tx: Tx,
  { franchiseId, customerId }: { readonly franchiseId: string; readonly customerId: string },
  state: 'active' | 'suspended',
  reason: string | null,
): Promise<void> {
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  await sql`UPDATE franchise_customers SET state = ${state}, suspended_reason = ${reason}, version = version + 1
    WHERE tenant_id = ${franchiseId} AND customer_id = ${customerId} AND state <> 'closed'`.execute(tx);
  await actAs(tx, { role: 'app_system' });
  await sql`UPDATE tenants SET state = ${state}, version = version + 1
    WHERE id = ${customerId} AND realm_id = ${franchiseId} AND kind = 'customer' AND state <> 'closed'`.execute(tx);
}

/**
 * The successor is suspended for good and never ships; its stores come back, and then the customer ships again.
 * Problems: `not_found`, `forbidden`, `stale_version`, `move_final`; `move_refused` while something is under way at the
 * successor, or one of the two is to be erased.
 */
export async function undoMove(
  deps: CommandDeps,
  ctx: RequestContext,
  customerId: string,
): Promise<Outcome<{ readonly name: string }>> {
  const { db, clock } = deps;
  const customer = await db.tenant(ctx, (tx) => customerOf(tx, ctx, customerId), { readOnly: true });
  if (!customer || customer.state === 'closed') return problem('not_found');
  if (operatorOf(ctx) === undefined) return NOT_THEIRS;
  const { operatorId } = await placeOf(db, ctx);
  const { locale } = await db.reference((tx) =>
    tx.selectFrom('tenants').select('locale').where('id', '=', customerId).executeTakeFirstOrThrow(),
  );
  try {
    return await db.tenant(ctx, async (tx): Promise<Outcome<{ readonly name: string }>> => {
      // Whoever asks for its erasure holds this row.
      const held =
        await sql`SELECT FROM franchise_customers WHERE tenant_id = ${ctx.tenantId} AND customer_id = ${customerId}
        AND state <> 'closed' FOR UPDATE`.execute(tx);
      if (held.rows.length === 0) return problem('not_found');
      if (await isToBeErased(tx, customerId)) return refused([{ message: 'This customer is to be erased.' }], NOT_BACK);
      await actAs(tx, { role: 'app_tenant', tenantId: operatorId });
      const { rows } = await sql<{ successor: string; franchise: string }>`UPDATE customer_moves
        SET state = 'undoing', step = 0, last_problem = NULL, due_at = ${clock.now()}, ${GIVEN_BACK}, attempt = attempt + 1
        WHERE tenant_id = ${operatorId} AND customer_id = ${customerId} AND state IN ('carrying', 'moved')
        RETURNING successor_id AS successor, to_franchise_id AS franchise`.execute(tx);
      const [row] = rows;
      if (!row)
        return problem('stale_version', {
          message: 'There is no move to be taken back.',
          advice: 'Load the page again.',
        });
      const there = { franchiseId: row.franchise, customerId: row.successor };
      // A purchase that is being stored, or a move onwards, holds the rows that are changed here: it is seen below or finds the customer
      // suspended.
      await setState(tx, there, 'suspended', wordsOf('back', locale));
      await actAs(tx, { role: 'app_tenant', tenantId: row.franchise });
      if (await isToBeErased(tx, row.successor))
        throw new NotBack(refused([{ message: 'The customer at the other franchise is to be erased.' }], NOT_BACK));
      await actAs(tx, { role: 'app_tenant', tenantId: row.successor });
      if (await isFinal(tx, row.successor)) throw new NotBack(problem('move_final'));
      const waits = waitsOf((await OPEN_THERE.execute(tx)).rows);
      if (waits.length > 0) throw new NotBack(refused(waits, NOT_BACK));
      await actAs(tx, { role: 'app_system' });
      await markMoved(tx, row.successor, true);
      return { ok: true, value: { name: customer.name } };
    });
  } catch (error) {
    if (error instanceof NotBack) return error.why;
    throw error;
  }
}

const NOT_BACK = 'The move cannot be taken back while something is open.';

/** Runs as its franchise. */
const isToBeErased = async (tx: Tx, customerId: string): Promise<boolean> => {
  const { rows } =
    await sql`SELECT FROM customer_erasures WHERE customer_id = ${customerId} AND state IN ('waiting', 'erasing')`.execute(
      tx,
    );
  return rows.length > 0;
};

/** Thrown so that nothing of it stays. */
class NotBack extends Error {
  override readonly name = 'NotBack';
  readonly why: Outcome<never>;
  constructor(why: Outcome<never>) {
    super('a move is not taken back');
    this.why = why;
  }
}
