/**
 * Events of the card provider. The door verifies the bytes with the secret of the seller the address names and stores them
 * once; the worker asks the provider what is true now, so that order, age and repeats of events change nothing.
 */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/ids.ts';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import { type ArrivedDelivery, type HookAnswer, tooManyOf } from '../../platform/inbox/hook-route.ts';
import type { Inbox, InboxWorker, StoredDelivery, Verdict } from '../../platform/inbox/inbox.ts';
import { applyDispute, applyIntent, applyRefund, type PauseAuto } from './apply.ts';
import { type CardAccount, type CardAccounts, CARD_PROVIDER } from './card-account.ts';

export const HOOK_URL = '/hooks/stripe/:registration';
export const FAMILY = 'card';

export interface HookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly inbox: Inbox;
  readonly budgets: Budgets;
  readonly accounts: CardAccounts;
  readonly pauseAuto: PauseAuto;
}

const MODES = ['live', 'sandbox', 'simulator'] as const;

/** The account an address names; nothing is believed yet. */
async function accountOf(deps: HookDeps, registration: string): Promise<CardAccount | undefined> {
  const [sellerId = '', given = ''] = registration.split('.');
  const mode = MODES.find((each) => each === given);
  return mode && isUuid(sellerId) ? deps.accounts.openMode(sellerId, mode) : undefined;
}

/** 401 for everything that cannot be verified, whatever the reason. */
export async function receiveEvent(deps: HookDeps, arrived: ArrivedDelivery): Promise<HookAnswer> {
  const account = await accountOf(deps, arrived.params['registration'] ?? '');
  if (!account) return { status: 401 };
  // Signatures are as old as the real clock says, whatever a test's says.
  const event = account.connector.verifyEvent(
    arrived.body,
    arrived.headers['stripe-signature'],
    account.webhookSecrets,
    new Date(),
  );
  if (!event) return { status: 401 };
  const tooMany = await tooManyOf(deps.budgets, `cards ${account.sellerId} ${account.mode}`);
  if (tooMany) return tooMany;
  const stored = await deps.inbox.receive({
    slug: `${FAMILY}:${CARD_PROVIDER}`,
    deliveryKey: `${account.sellerId}:${event.id}`,
    topic: event.type,
    body: arrived.body,
    tenantId: account.sellerId,
    mode: account.mode,
  });
  return { status: 200, body: stored };
}

/** A payment whose answer is not stored yet may be told of early. */
const EARLY_MS = 60 * 60_000;
const LATER: Verdict = { kind: 'later', inMs: 5_000, why: 'The payment it is about is not here yet.' };

export const eventWorker = (deps: HookDeps): InboxWorker => ({
  async work(delivery: StoredDelivery): Promise<Verdict> {
    const { tenantId: sellerId, mode } = delivery;
    if (sellerId === undefined || mode === undefined) return { kind: 'failed', why: 'It names no account.' };
    const account = await deps.accounts.openMode(sellerId, mode);
    if (!account) return { kind: 'failed', why: 'The account is not registered here any more.' };
    const subject = account.connector.subjectOf(delivery.body);
    if (!subject) return { kind: 'ignored', why: 'It books nothing.' };
    const applied = await lookUp(deps, account, subject);
    if (applied) return { kind: 'done', tenantId: sellerId };
    // What other programs do with the same account is none of our business.
    const early = deps.clock.now().getTime() - delivery.receivedAt.getTime() < EARLY_MS;
    return early && delivery.attempt < 6 ? LATER : { kind: 'ignored', why: 'It is about no payment of ours.' };
  },
});

/** Asks what is true now and brings it in; false when it is about nothing of ours. */
export async function lookUp(
  deps: Pick<HookDeps, 'db' | 'pauseAuto'>,
  account: CardAccount,
  subject:
    | { readonly kind: 'intent'; readonly id: string }
    | { readonly kind: 'refunds'; readonly intentId: string }
    | { readonly kind: 'dispute'; readonly id: string },
): Promise<boolean> {
  const { sellerId, connector, client } = account;
  const seller = { tenantId: sellerId };
  const paymentOf = (intentId: string, ours: string | undefined) =>
    deps.db.tenant(seller, async (tx) => {
      const found = await tx
        .selectFrom('payments')
        .select('id')
        .where('tenant_id', '=', sellerId)
        .where(
          sql<boolean>`(provider_id = ${intentId} OR id = ${ours !== undefined && isUuid(ours) ? ours : null}::uuid)`,
        )
        .where('mode', '=', account.mode)
        .executeTakeFirst();
      return found?.id;
    });
  if (subject.kind === 'intent') {
    const intent = await connector.readIntent(client, subject.id);
    const paymentId = await paymentOf(intent.id, intent.paymentId);
    if (paymentId === undefined) return false;
    await deps.db.tenant(seller, (tx) => applyIntent(tx, sellerId, paymentId, intent, deps.pauseAuto));
    return true;
  }
  if (subject.kind === 'dispute') {
    const dispute = await connector.readDispute(client, subject.id);
    const applied = await deps.db.tenant(seller, (tx) => applyDispute(tx, sellerId, dispute, deps.pauseAuto));
    return applied === 'applied';
  }
  const paymentId = await paymentOf(subject.intentId, undefined);
  if (paymentId === undefined) return false;
  for (const refund of await connector.readRefunds(client, subject.intentId))
    await deps.db.tenant(seller, (tx) => applyRefund(tx, sellerId, paymentId, refund));
  return true;
}
