/** Paying with a saved card while the person waits: recorded first, charged by the journal, confirmed at the bank where it asks. */
import type { CardForm, Payment } from '@scanship/contracts/money/payments';
import { toDecimal } from '@scanship/domain/money/money';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { requestHash } from '../../platform/journal/effects.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { readCredit } from '../billing/index.ts';
import type { PauseAuto } from './apply.ts';
import type { AutoDeps } from './auto-top-up.ts';
import type { CardAccounts } from './card-account.ts';
import { asking, formOf } from './cards.ts';
import type { Pair } from './seller.ts';
import { type ChargeWish, storeCharge, type Stored } from './store-payment.ts';
import { type PaymentRow, paymentView } from './views.ts';
import { lookUp } from './webhooks.ts';

export interface PayDeps extends AutoDeps {
  readonly accounts: CardAccounts;
  readonly pauseAuto: PauseAuto;
}

export interface Started {
  readonly payment: Payment;
  readonly action: CardForm | null;
}

/** A person at the screen waits so long; the charge goes on without them. */
const WAIT_MS = 15_000;
const LOOK_MS = 500;

/** What was begun under a key before. Problem: `key_reused` for another request under the same key. */
export async function begunBefore(tx: Tx, intentKey: string, hash: string): Promise<Outcome<Stored | undefined>> {
  const row = await tx
    .selectFrom('effects')
    .select(['id', 'tenant_id', 'subject_id', 'request_hash'])
    .where('intent_key', '=', intentKey)
    .executeTakeFirst();
  if (!row) return ok(undefined);
  if (row.request_hash !== hash) return problem('key_reused');
  return ok({ paymentId: row.subject_id, ref: { table: 'effects', tenantId: row.tenant_id, id: row.id } });
}

/** Problems: `no_card_provider`, `validation`, `key_reused`, `card_declined` in the bank's words. */
export async function payByCard(
  deps: PayDeps,
  ctx: RequestContext,
  pair: Pair,
  wish: ChargeWish,
  idempotencyKey: string | undefined,
): Promise<Outcome<Started>> {
  const account = await deps.accounts.open(pair.sellerId);
  if (!account) return problem('no_card_provider');
  const hash = requestHash(wish);
  const key = idempotencyKey === undefined ? `pay:${newId()}` : `pay:${pair.buyerId}:${idempotencyKey}`;
  const stored = await storeOnce(deps, ctx, pair, wish, { key, hash });
  if (!stored.ok) return stored;
  deps.journal.wake(stored.value.ref);
  const row = await awaitPayment(deps, stored.value.ref, pair, stored.value.paymentId);
  if (!row) return problem('not_found');
  if (row.state === 'failed') return problem('card_declined', { message: row.why ?? undefined });
  return started(deps, pair, row);
}

async function storeOnce(
  deps: PayDeps,
  ctx: RequestContext,
  pair: Pair,
  wish: ChargeWish,
  intent: { readonly key: string; readonly hash: string },
): Promise<Outcome<Stored>> {
  for (let round = 0; round < 3; round += 1)
    try {
      return await allOrNothing(deps.db, { tenantId: pair.sellerId }, async (tx): Promise<Outcome<Stored>> => {
        const before = await begunBefore(tx, intent.key, intent.hash);
        if (!before.ok) return before;
        if (before.value) return ok(before.value);
        const { owedMinor } = await readCredit(tx, pair.sellerId, pair.buyerId, wish.currency);
        if (wish.purpose === 'pay' && wish.amountMinor > Math.max(0, owedMinor))
          return problem('validation', {
            errors: [
              {
                field: 'amountMinor',
                message: `${toDecimal({ minor: Math.max(0, owedMinor), currency: wish.currency })} ${wish.currency} is owed. Pay that, or top up.`,
              },
            ],
          });
        return storeCharge(tx, deps.sealer, pair, wish, ctx, intent, deps.clock.now());
      });
    } catch (error) {
      // A twin was a moment faster and is found by its key.
      if (violated(error) !== 'effects_intent') throw error;
    }
  return problem('request_running');
}

const readOwn = (deps: Pick<PayDeps, 'db'>, pair: Pair, id: string): Promise<PaymentRow | undefined> =>
  deps.db.tenant({ tenantId: pair.sellerId }, (tx) =>
    tx
      .selectFrom('payments')
      .selectAll()
      .where('tenant_id', '=', pair.sellerId)
      .where('buyer_id', '=', pair.buyerId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );

async function awaitPayment(deps: PayDeps, ref: JournalRef, pair: Pair, id: string): Promise<PaymentRow | undefined> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const row = await readOwn(deps, pair, id);
    const left = until - Date.now();
    if (row?.state !== 'open' || left <= 0) return row;
    await deps.journal.nextChange([ref], Math.min(left, LOOK_MS));
  }
}

/** With the keys for the bank's page where the cardholder must confirm it. */
async function started(deps: PayDeps, pair: Pair, row: PaymentRow): Promise<Outcome<Started>> {
  const { provider_id: intentId, mode } = row;
  if (row.state !== 'action' || intentId === null || mode === null)
    return ok({ payment: paymentView(row), action: null });
  const account = await deps.accounts.openMode(pair.sellerId, mode);
  if (!account) return problem('no_card_provider');
  const intent = await asking(() => account.connector.readIntent(account.client, intentId));
  if (!intent.ok) return intent;
  const { clientSecret } = intent.value;
  return ok({ payment: paymentView(row), action: clientSecret === null ? null : formOf(account, clientSecret) });
}

/** Asks the provider at once instead of waiting for its event. Problems: `not_found`, `card_provider_unavailable`. */
export async function settlePayment(deps: PayDeps, pair: Pair, id: string): Promise<Outcome<Started>> {
  const row = await readOwn(deps, pair, id);
  if (!row) return problem('not_found');
  const { provider_id: intentId, mode } = row;
  if (intentId !== null && mode !== null && (row.state === 'action' || row.state === 'processing')) {
    const account = await deps.accounts.openMode(pair.sellerId, mode);
    if (!account) return problem('no_card_provider');
    const asked = await asking(() => lookUp(deps, account, { kind: 'intent', id: intentId }));
    if (!asked.ok) return asked;
    // The journal's own look would come later; there is nothing left to wait for.
    await deps.db.tenant({ tenantId: pair.sellerId }, (tx) =>
      sql`UPDATE effects SET due_at = clock_timestamp() WHERE tenant_id = ${pair.sellerId} AND id = ${row.effect_id}
        AND state = 'confirmed' AND due_at IS NOT NULL AND lease_until IS NULL`.execute(tx),
    );
  }
  const after = await readOwn(deps, pair, id);
  return after ? started(deps, pair, after) : problem('not_found');
}
