/**
 * Charging a card by itself when too little is available. One charge at a time (a unique index says so), recorded before it is
 * sent; the first that fails pauses it and tells the person, so it can never loop.
 */
import { type Money, toDecimal } from '@scanship/domain/money/money';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Tx, violated } from '../../platform/database/database.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { readStandings } from '../billing/index.ts';
import type { QueueMail } from '../mail/index.ts';
import type { PauseAuto } from './apply.ts';
import { type Pair, pairOf } from './seller.ts';
import { storeCharge, type Stored } from './store-payment.ts';

export interface AutoDeps extends Pick<Services, 'db' | 'sealer' | 'clock' | 'log'> {
  readonly journal: Journal;
}

/** More charges than this within a day are a fault, not a need. */
const MOST_A_DAY = 10;

export const pauseWith =
  (queue: QueueMail, clock: Services['clock']): PauseAuto =>
  async (tx, sellerId, buyerId, why) => {
    const paused = await tx
      .updateTable('auto_top_ups')
      .set({ state: 'paused', paused_why: why, updated_at: sql<Date>`now()` })
      .where('tenant_id', '=', sellerId)
      .where('buyer_id', '=', buyerId)
      .where('state', '=', 'on')
      .returning(['set_by', 'realm_id', 'amount_minor', 'currency'])
      .executeTakeFirst();
    if (!paused) return;
    await actAs(tx, { role: 'app_identity', realmId: paused.realm_id });
    const person = await tx
      .selectFrom('users')
      .select(['email', 'locale'])
      .where('realm_id', '=', paused.realm_id)
      .where('id', '=', paused.set_by)
      .where('state', '=', 'active')
      .executeTakeFirst();
    await actAs(tx, { role: 'app_tenant', tenantId: sellerId });
    if (!person) return;
    const amount = `${toDecimal({ minor: paused.amount_minor, currency: paused.currency })} ${paused.currency}`;
    const french = person.locale?.startsWith('fr') === true;
    await queue(
      tx,
      { tenantId: buyerId, franchiseId: paused.realm_id, userId: paused.set_by },
      {
        template: 'notice',
        to: person.email,
        language: french ? 'fr' : 'en',
        data: french
          ? {
              subject: 'La recharge automatique est suspendue',
              paragraphs: [
                `La recharge automatique de ${amount} n’a pas abouti : ${why}`,
                'Rien d’autre ne sera débité. Vérifiez la carte sous Facturation et réactivez la recharge.',
              ],
            }
          : {
              subject: 'Automatic top-up is paused',
              paragraphs: [
                `The automatic top-up of ${amount} did not go through: ${why}`,
                'Nothing more is charged. Look at the card under Billing and switch the top-up on again.',
              ],
            },
      },
      clock.now(),
    );
  };

export type Considered = 'started' | 'running' | 'enough' | 'too-small' | 'off' | 'paused';

/**
 * Charges when less than the chosen amount is available; with `short`, because a purchase lacked so much. One charge that would
 * not cover it is not made for it: the person would be told to try again, and charged again, for a label it cannot buy.
 */
export async function considerAutoTopUp(
  deps: AutoDeps,
  pair: Pair,
  pauseAuto: PauseAuto,
  short?: Money,
): Promise<Considered> {
  const seller = { tenantId: pair.sellerId };
  try {
    const stored = await allOrNothing(deps.db, seller, async (tx): Promise<Outcome<Considered | Stored>> => {
      const rule = await tx
        .selectFrom('auto_top_ups')
        .selectAll()
        .where('tenant_id', '=', pair.sellerId)
        .where('buyer_id', '=', pair.buyerId)
        .forUpdate()
        .executeTakeFirst();
      if (rule?.state !== 'on') return ok(rule?.state ?? 'off');
      const standing = (await readStandings(tx, pair.sellerId, [pair.buyerId])).get(pair.buyerId);
      // In another currency than the limit's nothing tells when less than so much is left.
      if (standing?.kind !== 'limited' || standing.limit.currency !== rule.currency) return ok('enough');
      if (!short && standing.available.minor >= rule.below_minor) return ok('enough');
      if (short && (short.currency !== rule.currency || short.minor > rule.amount_minor)) return ok('too-small');
      const { recent, open } = await recentCharges(tx, pair);
      if (open > 0) return ok('running');
      if (recent >= MOST_A_DAY) {
        await pauseAuto(tx, pair.sellerId, pair.buyerId, `The card was charged ${MOST_A_DAY} times within a day.`);
        return ok('paused');
      }
      const by = { userId: rule.set_by, sessionId: null };
      const intent = { key: `auto-top-up:${newId()}`, hash: '' };
      const wish = {
        purpose: 'auto',
        amountMinor: rule.amount_minor,
        currency: rule.currency,
        cardId: rule.card_id,
      } as const;
      const charge = await storeCharge(tx, deps.sealer, pair, wish, by, intent, deps.clock.now());
      if (charge.ok) return ok(charge.value);
      await pauseAuto(tx, pair.sellerId, pair.buyerId, 'The card was taken away.');
      return ok('paused');
    });
    if (!stored.ok) throw new Error(`an automatic top-up ended with ${stored.problem.code}`);
    if (typeof stored.value === 'string') return stored.value;
    deps.journal.wake(stored.value.ref);
    return 'started';
  } catch (error) {
    if (violated(error) === 'payments_one_auto') return 'running';
    throw error;
  }
}

async function recentCharges(tx: Tx, pair: Pair): Promise<{ readonly recent: number; readonly open: number }> {
  const { rows } = await sql<{ recent: number; open: number }>`
    SELECT count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS recent,
      count(*) FILTER (WHERE state IN ('open', 'action', 'processing'))::int AS open
    FROM payments WHERE tenant_id = ${pair.sellerId} AND buyer_id = ${pair.buyerId} AND purpose = 'auto'
      AND created_at > now() - interval '30 days'`.execute(tx);
  return rows[0] ?? { recent: 0, open: 0 };
}

/** Problems: `validation`; `no_card_provider`. */
export async function setAutoTopUp(
  deps: AutoDeps,
  ctx: RequestContext,
  pair: Pair,
  wish: {
    readonly on: boolean;
    readonly currency: string;
    readonly belowMinor: number;
    readonly amountMinor: number;
    readonly cardId: string;
  },
): Promise<Outcome<void>> {
  return deps.db.tenant({ tenantId: pair.sellerId }, async (tx): Promise<Outcome<void>> => {
    const card = await tx
      .selectFrom('cards')
      .select('id')
      .where('tenant_id', '=', pair.sellerId)
      .where('buyer_id', '=', pair.buyerId)
      .where('id', '=', wish.cardId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!card)
      return problem('validation', { errors: [{ field: 'cardId', message: 'Choose a card that is on file.' }] });
    const row = {
      state: wish.on ? ('on' as const) : ('off' as const),
      currency: wish.currency,
      below_minor: wish.belowMinor,
      amount_minor: wish.amountMinor,
      card_id: wish.cardId,
      paused_why: null,
      set_by: ctx.userId,
      realm_id: ctx.realmId,
    };
    await tx
      .insertInto('auto_top_ups')
      .values({ tenant_id: pair.sellerId, buyer_id: pair.buyerId, ...row })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'buyer_id']).doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
      )
      .execute();
    return ok(undefined);
  });
}

export interface AutoWorker {
  /** Looks once at every rule that is due. */
  sweep(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

const SWEEP_MS = 3_000;

/** Looks after balances that fell by a purchase; processes share the rules by taking them in turn. */
export function createAutoWorker(deps: AutoDeps, pauseAuto: PauseAuto): AutoWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let halted = false;
  const sweep = async (): Promise<number> => {
    const { rows } = await deps.db.system((tx) =>
      sql<{ buyer_id: string }>`UPDATE auto_top_ups SET checked_at = clock_timestamp()
        WHERE (tenant_id, buyer_id) IN (SELECT tenant_id, buyer_id FROM auto_top_ups
          WHERE state = 'on' AND checked_at < clock_timestamp() - interval '2 seconds'
          ORDER BY checked_at LIMIT 200 FOR UPDATE SKIP LOCKED)
        RETURNING buyer_id`.execute(tx),
    );
    for (const { buyer_id: tenantId } of rows) {
      const pair = await pairOf(deps.db, { tenantId });
      if (pair) await considerAutoTopUp(deps, pair, pauseAuto);
    }
    return rows.length;
  };
  const turn = (): void => {
    running = sweep()
      .catch((error: unknown) => deps.log.error({ err: error }, 'automatic top-ups could not be looked after'))
      .finally(() => {
        if (!halted) timer = setTimeout(turn, SWEEP_MS).unref();
      });
  };
  return {
    sweep,
    start: () => {
      timer ??= setTimeout(turn, 0).unref();
    },
    async stop() {
      halted = true;
      clearTimeout(timer);
      await running;
    },
  };
}
