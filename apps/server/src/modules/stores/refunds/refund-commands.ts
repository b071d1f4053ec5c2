/** Has stores refund and restock returns: asks what they have left, writes down what is to be told, settles what is open. */
import type { BodyOf } from '@scanship/contracts/call';
import type { refundReturn, ReturnAtStore, ReturnRefundOffer } from '@scanship/contracts/shipping/returns';
import { PERHAPS_PAID, type RefundInput } from '@scanship/connector-kit/store/store';
import { runStoreQuestion } from '@scanship/connector-kit/store/store-run';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { ReturnCondition } from '@scanship/domain/shipping/returns';
import {
  type ChosenLine,
  faultOf,
  mergeLines,
  type RefundFault,
  type RefundOffer,
  refundSums,
} from '@scanship/domain/stores/refund';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { json } from '../../../platform/database/json-column.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import type { StoreOpener } from '../open-store.ts';
import { findStore } from '../store-registry.ts';
import type { StoredSettings } from '../store-rows.ts';
import { isExchanged } from './exchanged.ts';
import { insertRefund, readRefunds, refundOf, type RefundRow, supersede } from './refund-rows.ts';
import { needsReview, refundView, tellInboxOfRefund } from './refund-view.ts';

/** A return as the module of returns knows it. */
export interface ToldReturn {
  readonly id: string;
  readonly number: string;
  readonly orderId: string;
  readonly reason: string;
  readonly items: readonly {
    readonly line: number;
    readonly title: string;
    readonly quantity: number;
    readonly received: number | null;
    readonly condition: ReturnCondition | null;
  }[];
  /** The label that the buyer bears. */
  readonly label: { readonly minor: number; readonly currency: string } | null;
  /** An order was made in exchange: no money goes back. */
  readonly exchanged: boolean;
}

export interface StoreRefunds {
  /** Null for an order of no store. One or two statements. */
  of(tx: Tx, tenantId: string, told: Pick<ToldReturn, 'id' | 'orderId'>): Promise<ReturnAtStore | null>;
  /** Asks the store. Problems: `return_state` with the reason, `store_refused`. */
  offer(ctx: RequestContext, told: ToldReturn): Promise<Outcome<ReturnRefundOffer>>;
  /** Writes down what is told, once for each return. Problems as `offer`, and `validation`. */
  tell(ctx: RequestContext, told: ToldReturn, wanted: BodyOf<typeof refundReturn>): Promise<Outcome<void>>;
  /** A refund that failed or is open. Problems: `not_found`, `return_state`. */
  settle(
    ctx: Pick<RequestContext, 'tenantId' | 'userId' | 'sessionId'>,
    returnId: string,
    as: 'again' | 'done',
  ): Promise<Outcome<void>>;
}

interface Deps {
  readonly db: Services['db'];
  readonly clock: Services['clock'];
  readonly opener: StoreOpener;
  readonly journal: Pick<Journal, 'wake' | 'decide'>;
}

interface AtStore {
  readonly storeId: string;
  readonly name: string;
  readonly platform: string;
  readonly live: boolean;
  readonly externalId: string;
  readonly settings: StoredSettings;
}

async function storeOf(tx: Tx, tenantId: string, orderId: string): Promise<AtStore | undefined> {
  const { rows } =
    await sql<AtStore>`SELECT s.id AS "storeId", s.name, s.platform_code AS platform, s.mode = 'live' AS live,
      o.external_id AS "externalId", s.settings
    FROM orders o JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    WHERE o.tenant_id = ${tenantId} AND o.id = ${orderId} AND o.source = 'store'`.execute(tx);
  return rows[0];
}

/** What is told of returns of this store: its switches, as far as its platform has the call. */
function toldTo(at: AtStore): Pick<ReturnAtStore, 'refund' | 'restock' | 'offered'> {
  const { capabilities } = findStore(at.platform)?.manifest ?? {};
  const { refund = false, restock = false } = at.settings.returns ?? {};
  return {
    offered: capabilities?.refund === true,
    refund: refund && capabilities?.refund === true,
    restock: restock && capabilities?.restock === true,
  };
}

/** Its goods were sent with a TEST label. */
async function isTest(tx: Tx, tenantId: string, returnId: string): Promise<boolean> {
  const { rows } = await sql<{ test: boolean }>`SELECT w.test FROM returns r
    JOIN shipments w ON w.tenant_id = r.tenant_id AND w.id = r.return_of
    WHERE r.tenant_id = ${tenantId} AND r.id = ${returnId}`.execute(tx);
  return rows[0]?.test === true;
}

const EXCHANGED = {
  message: 'An order was made in exchange for this return, so no money goes back from here.',
  advice: 'Refund at the store what is to be paid beside the exchange.',
};

/** The order's store, where it may be told of this return now: its switches, and whether the goods are real. */
function permitted(at: AtStore | undefined, test: boolean): Outcome<AtStore> {
  if (!at) return problem('return_state', { message: 'This order came from no store, so there is nobody to tell.' });
  const { refund, restock } = toldTo(at);
  if (!refund && !restock)
    return problem('return_state', {
      message: `${at.name} is not told of returns.`,
      advice: 'Switch it on in the settings of the store.',
    });
  if (test && at.live)
    return problem('return_state', { message: `The label is a test, so ${at.name} is not told of its return.` });
  return { ok: true, value: at };
}

/** What was told before may be told again: the switches of that very kind are still on. */
function stillTold(may: Outcome<AtStore>, input: RefundInput): Outcome<AtStore> {
  if (!may.ok) return may;
  const { refund, restock } = toldTo(may.value);
  if ((refund || input.totalMinor === 0) && (restock || !input.lines.some((line) => line.restock))) return may;
  return problem('return_state', {
    message: `${may.value.name} is not told of this any more.`,
    advice: 'Switch it on in the settings of the store, or refund with other amounts.',
  });
}

/** One refund of an order at a time: what is new at the store since it was planned is its own. Locks the order. */
async function otherUnderWay(tx: Tx, tenantId: string, which: { orderId: string; returnId: string }) {
  await sql`SELECT 1 FROM orders WHERE tenant_id = ${tenantId} AND id = ${which.orderId} FOR NO KEY UPDATE`.execute(tx);
  const [other] = await readRefunds(
    tx,
    sql`tenant_id = ${tenantId} AND subject_id <> ${which.returnId} AND payload ->> 'handled' IS NULL
      AND subject_id IN (SELECT id FROM returns WHERE tenant_id = ${tenantId} AND order_id = ${which.orderId})
      AND state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed')`,
    { limit: 1 },
  );
  return (
    other &&
    problem('return_state', {
      message: `Return ${other.payload.returnNumber} of the same order is being refunded.`,
      advice: 'Wait until that is settled.',
    })
  );
}

/** Its platform writes to the buyer of a refund, or does not, as it is told. */
const notifies = (at: AtStore): boolean => findStore(at.platform)?.manifest.capabilities.refundNotice === true;

const FAULTS: Readonly<Record<RefundFault, { readonly field: string; readonly message: string }>> = {
  line: { field: 'lines', message: 'The store does not know one of these items any more.' },
  quantity: { field: 'lines', message: 'The store has fewer units of this item left to refund.' },
  withheld: { field: 'withheldMinor', message: 'More is kept back than would be refunded.' },
  'too-much': { field: 'totalMinor', message: 'The payments of this order do not hold that much any more.' },
  nothing: { field: 'lines', message: 'Choose at least one item, or an amount.' },
};

interface Asked {
  readonly at: AtStore;
  readonly offer: RefundOffer;
  /** The store's line of each line of ours. */
  readonly externalLines: ReadonlyMap<number, string>;
}

export function createStoreRefunds(deps: Deps): StoreRefunds {
  const { db, clock, opener, journal } = deps;

  async function askStore(
    tenantId: string,
    at: AtStore,
    asked: { readonly lines: readonly string[]; readonly money: boolean },
  ): Promise<Outcome<RefundOffer>> {
    const opened = await opener.open(tenantId, at.storeId);
    if (!opened.ok) return opened;
    const { connector, env, manifest } = opened.value;
    const answer = await runStoreQuestion(
      connector,
      env,
      async (watched) =>
        connector.refundOffer?.(
          { externalOrderId: at.externalId, externalLineIds: asked.lines, money: asked.money },
          watched,
        ),
      manifest.deadlineMs.other,
    );
    if (!answer.ok) return problem('store_refused', { message: answer.problem.message });
    if (!answer.value) return problem('store_refused', { message: `${manifest.name} takes no refunds.` });
    return { ok: true, value: answer.value };
  }

  /**
   * A person looked and says that none of what stood at the order is this refund: it is asked about as if that were not there. What came
   * after the question was asked nobody has looked at: it is part of the question from now on.
   * @returns the ids of what was set aside
   */
  async function setAside(tenantId: string, at: AtStore, row: RefundRow): Promise<Outcome<readonly string[]>> {
    const { input } = row.payload;
    const lines = input.lines.map(({ externalLineId }) => externalLineId);
    const offer = await askStore(tenantId, at, { lines, money: false });
    if (!offer.ok) return offer;
    const { made } = offer.value;
    const seen = row.problem?.seen ?? [];
    const cameMeanwhile = made.some((id) => !seen.includes(id) && input.others?.includes(id) !== true);
    const where = sql`tenant_id = ${tenantId} AND id = ${row.id} AND state = 'disputed'`;
    if (cameMeanwhile) {
      await db.tenant({ tenantId }, (tx) =>
        sql`UPDATE effects SET problem = problem || ${json({ seen: made })}, updated_at = now() WHERE ${where}`.execute(
          tx,
        ),
      );
      return problem('return_state', {
        message: `Another refund of this order came in at ${at.name} meanwhile.`,
        advice: 'Look at the order again.',
      });
    }
    const others = [...new Set([...(input.others ?? []), ...seen])];
    await db.tenant({ tenantId }, (tx) =>
      sql`UPDATE effects SET payload = jsonb_set(payload, '{input,others}', ${json(others)}), updated_at = now()
        WHERE ${where}`.execute(tx),
    );
    return { ok: true, value: seen };
  }

  /** Outside any transaction; nothing is written. */
  async function ask({ tenantId }: RequestContext, told: ToldReturn): Promise<Outcome<Asked>> {
    const known = await db.tenant(
      { tenantId },
      async (tx) => {
        const at = await storeOf(tx, tenantId, told.orderId);
        const lines = await sql<{
          line: number;
          external: string;
        }>`SELECT line, external_line_id AS external FROM order_items
          WHERE tenant_id = ${tenantId} AND order_id = ${told.orderId} AND external_line_id IS NOT NULL`.execute(tx);
        const test = await isTest(tx, tenantId, told.id);
        return { may: permitted(at, test), lines: lines.rows, report: await refundOf(tx, tenantId, told.id) };
      },
      { readOnly: true },
    );
    const { may, report } = known;
    if (!may.ok) return may;
    const at = may.value;
    if (report && !needsReview(report))
      return problem('return_state', { message: `${at.name} was told of this return before.` });
    const externalLines = new Map(known.lines.map(({ line, external }) => [line, external]));
    const offer = await askStore(tenantId, at, {
      lines: [...new Set(told.items.flatMap(({ line }) => externalLines.get(line) ?? []))],
      money: toldTo(at).refund && !told.exchanged,
    });
    return offer.ok ? { ok: true, value: { at, offer: offer.value, externalLines } } : offer;
  }

  return {
    async of(tx, tenantId, told) {
      const at = await storeOf(tx, tenantId, told.orderId);
      if (!at) return null;
      const row = await refundOf(tx, tenantId, told.id);
      return { storeId: at.storeId, storeName: at.name, ...toldTo(at), report: row ? refundView(row, at.name) : null };
    },

    async offer(ctx, told) {
      const asked = await ask(ctx, told);
      if (!asked.ok) return asked;
      const { at, offer, externalLines } = asked.value;
      const { refund, restock } = toldTo(at);
      return {
        ok: true,
        value: {
          currency: offer.currency,
          refund: refund && !told.exchanged,
          restock,
          notifies: notifies(at),
          shipping: offer.shipping,
          mostMinor: offer.mostMinor,
          labelMinor: told.label?.currency === offer.currency ? told.label.minor : null,
          lines: told.items.flatMap(({ line, title, quantity, received, condition }) => {
            const left = offer.lines.find(({ externalLineId }) => externalLineId === externalLines.get(line));
            if (!left) return [];
            return [
              {
                line,
                storeLine: left.externalLineId,
                title,
                condition,
                quantity: Math.min(received ?? quantity, left.quantity),
                left: left.quantity,
                minor: left.minor,
                taxMinor: left.taxMinor,
              },
            ];
          }),
        },
      };
    },

    async tell(ctx, told, wanted) {
      const asked = await ask(ctx, told);
      if (!asked.ok) return asked;
      const { at, offer, externalLines } = asked.value;
      const { restock } = toldTo(at);
      const refund = toldTo(at).refund && !told.exchanged;
      if (!refund && !restock) return problem('return_state', EXCHANGED);
      const chosen: ChosenLine[] = [];
      if (new Set(wanted.lines.map(({ line }) => line)).size < wanted.lines.length)
        return problem('validation', { errors: [{ field: 'lines', message: 'Each item may be named once.' }] });
      for (const each of wanted.lines.filter(({ quantity }) => quantity > 0)) {
        const externalLineId = externalLines.get(each.line);
        const item = told.items.find(({ line }) => line === each.line);
        if (externalLineId === undefined || !item || each.quantity > item.quantity)
          return problem('validation', { errors: [FAULTS[item ? 'quantity' : 'line']] });
        chosen.push({ externalLineId, quantity: each.quantity, restock: restock && each.restock });
      }
      const made = refundSums(offer, {
        lines: mergeLines(chosen),
        money: refund,
        taxes: wanted.taxes,
        shipping: wanted.shipping,
        withheldMinor: refund ? wanted.withheldMinor : 0,
      });
      if ('fault' in made) return problem('validation', { errors: [FAULTS[made.fault]] });
      const { sums } = made;
      if (sums.totalMinor !== (refund ? wanted.totalMinor : 0))
        return problem('validation', {
          errors: [
            {
              field: 'totalMinor',
              message: `${at.name} has other amounts by now: ${toDecimal(money(sums.totalMinor, offer.currency))} ${offer.currency}. Look at them and refund again.`,
            },
          ],
        });
      const planned = await db.tenant(ctx, async (tx): Promise<Outcome<string>> => {
        // Two presses at once plan one after the other.
        const other = await otherUnderWay(tx, ctx.tenantId, { orderId: told.orderId, returnId: told.id });
        if (other) return other;
        // An exchange is made under the order's lock, too.
        if (sums.totalMinor > 0 && (await isExchanged(tx, ctx.tenantId, told.id)))
          return problem('return_state', EXCHANGED);
        const before = await refundOf(tx, ctx.tenantId, told.id);
        if (before && !needsReview(before))
          return problem('return_state', { message: `${at.name} was told of this return before.` });
        // Whether this one took effect is not known: it is settled first, never told a second time.
        if (before?.state === 'disputed')
          return problem('return_state', {
            message: `Whether ${at.name} refunded this return is open. Settle that first.`,
          });
        if (before) await supersede(tx, before.id);
        const attempt = (before?.payload.attempt ?? 0) + 1;
        const id = await insertRefund(tx, {
          tenantId: ctx.tenantId,
          returnId: told.id,
          dueInMs: 0,
          userId: ctx.userId,
          payload: {
            storeId: at.storeId,
            orderId: told.orderId,
            returnNumber: told.number,
            attempt,
            input: {
              externalOrderId: at.externalId,
              ...sums,
              currency: offer.currency,
              reason: `Return ${told.number}: ${told.reason}`,
              notifyBuyer: wanted.notifyBuyer && notifies(at),
              reference: told.id,
              attempt,
            },
          },
        });
        const row = await refundOf(tx, ctx.tenantId, told.id);
        if (row) await tellInboxOfRefund(tx, ctx.tenantId, row);
        return { ok: true, value: id };
      });
      if (!planned.ok) return planned;
      journal.wake({ table: 'effects', tenantId: ctx.tenantId, id: planned.value });
      return { ok: true, value: undefined };
    },

    async settle(ctx, returnId, as) {
      const { tenantId } = ctx;
      const known = await db.tenant(
        { tenantId },
        async (tx) => {
          const row = await refundOf(tx, tenantId, returnId);
          const at = row && (await storeOf(tx, tenantId, row.payload.orderId));
          return { row, may: permitted(at, await isTest(tx, tenantId, returnId)) };
        },
        { readOnly: true },
      );
      const found = known.row;
      if (!found) return problem('not_found');
      if (!needsReview(found)) return problem('return_state', { message: 'This refund did not fail.' });
      const again = as === 'again';
      // Asking again pays where the store has nothing of it.
      const may = again ? stillTold(known.may, found.payload.input) : undefined;
      if (may?.ok === false) return may;
      if (found.state === 'disputed') {
        let note: string | null = null;
        if (may?.ok && found.problem?.vendorCode === PERHAPS_PAID) {
          const set = await setAside(tenantId, may.value, found);
          if (!set.ok) return set;
          note = set.value.join(', ');
        }
        const decided = await journal.decide(
          { table: 'effects', tenantId, id: found.id },
          again ? 'ask-again' : 'exists',
          { userId: ctx.userId, sessionId: ctx.sessionId ?? null, note },
          {},
        );
        if (!decided.ok) return decided;
        await db.tenant(ctx, async (tx) => {
          const row = await refundOf(tx, tenantId, returnId);
          if (row) await tellInboxOfRefund(tx, tenantId, row);
        });
        return { ok: true, value: undefined };
      }
      if (may?.ok) {
        const { input } = found.payload;
        const offer = await askStore(tenantId, may.value, {
          lines: input.lines.map(({ externalLineId }) => externalLineId),
          money: input.totalMinor > 0,
        });
        if (!offer.ok) return offer;
        const fault = offer.value.currency === input.currency ? faultOf(offer.value, input) : 'too-much';
        if (fault)
          return problem('return_state', { message: FAULTS[fault].message, advice: 'Refund it with other amounts.' });
      }
      const done = await db.tenant(ctx, async (tx): Promise<Outcome<string | undefined>> => {
        const { orderId } = found.payload;
        const other = await otherUnderWay(tx, tenantId, { orderId, returnId });
        const row = await refundOf(tx, tenantId, returnId);
        if (!row || row.id !== found.id || !needsReview(row))
          return problem('return_state', { message: 'This refund did not fail.' });
        if (!again) {
          const handled = { by: ctx.userId, at: clock.now().toISOString() };
          await sql`UPDATE effects SET payload = payload || ${json({ handled })}, updated_at = now() WHERE id = ${row.id}`.execute(
            tx,
          );
          await tellInboxOfRefund(tx, tenantId, { ...row, payload: { ...row.payload, handled } });
          return { ok: true, value: undefined };
        }
        if (other) return other;
        if (row.payload.input.totalMinor > 0 && (await isExchanged(tx, tenantId, returnId)))
          return problem('return_state', EXCHANGED);
        await supersede(tx, row.id);
        const attempt = row.payload.attempt + 1;
        const id = await insertRefund(tx, {
          tenantId,
          returnId,
          dueInMs: 0,
          userId: ctx.userId,
          payload: { ...row.payload, attempt, input: { ...row.payload.input, attempt } },
        });
        const next = await refundOf(tx, tenantId, returnId);
        if (next) await tellInboxOfRefund(tx, tenantId, next);
        return { ok: true, value: id };
      });
      if (!done.ok) return done;
      if (done.value !== undefined) journal.wake({ table: 'effects', tenantId, id: done.value });
      return { ok: true, value: undefined };
    },
  };
}
