/** What people of a seller decide about reminders. */
import { areReminderSteps } from '@scanship/domain/money/reminders';
import type { ReminderSettings } from '@scanship/contracts/money/reminders';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { type BuyerBelow, buyerBelow } from '../../platform/buyer-below.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { planRound, sealOf } from './round.ts';
import { sendReminder, type SendDeps } from './send.ts';
import { readBuyers, type Seller } from './seller.ts';
import { writeReminderSettings } from './settings.ts';

const refuse = (field: string, message: string) => problem('validation', { errors: [{ field, message }] });
const OTHERS = 'The recipients have changed since you looked. Review them again.';

/** Problems: `validation`. */
export function checkSteps(seller: Seller, { steps }: Pick<ReminderSettings, 'steps'>): Outcome<void> {
  if (!areReminderSteps(steps))
    return refuse('steps', 'Each step needs a later day than the one before; only the last may stop shipping.');
  if (!seller.mayStop && steps.some(({ kind }) => kind === 'stop'))
    return refuse('steps', 'Reminders cannot stop a franchise’s shipping.');
  return { ok: true, value: undefined };
}

/** Problems: `validation`, `stale_version`. Switched on only by who has seen whom it writes to. */
export async function saveReminderSettings(
  { db, clock }: SendDeps,
  seller: Seller,
  { seen, ...given }: ReminderSettings & { readonly seen?: string | undefined },
): Promise<Outcome<void>> {
  const checked = checkSteps(seller, given);
  if (!checked.ok) return checked;
  const buyers = await readBuyers(db, seller);
  return allOrNothing(db, { tenantId: seller.id }, async (tx): Promise<Outcome<void>> => {
    if (!(await writeReminderSettings(tx, seller, given))) return problem('stale_version');
    if (!given.on) return { ok: true, value: undefined };
    const { candidates } = await planRound(tx, seller, buyers, clock.now(), { settings: given });
    return seen === sealOf(candidates) ? { ok: true, value: undefined } : refuse('seen', OTHERS);
  });
}

export interface Sent {
  readonly sent: number;
  readonly stopped: number;
  readonly notSent: { buyerId: string; name: string; why: 'meanwhile' | 'failed' }[];
  readonly told: Readonly<Record<string, string>>;
}

/** Problem `validation`. A fault with one buyer keeps nobody else's mail, nor the names in the log. */
export async function sendNext(
  deps: SendDeps & Pick<Services, 'log'>,
  seller: Seller,
  by: string,
  { buyerIds, seen }: { readonly buyerIds: readonly string[]; readonly seen: string },
): Promise<Outcome<Sent>> {
  const buyers = await readBuyers(deps.db, seller);
  const { candidates } = await deps.db.tenant(
    { tenantId: seller.id },
    (tx) => planRound(tx, seller, buyers, deps.clock.now(), { only: buyerIds }),
    { readOnly: true },
  );
  if (seen !== sealOf(candidates)) return refuse('seen', OTHERS);
  const [names, stopped]: [string[], string[]] = [[], []];
  const notSent: Sent['notSent'] = [];
  for (const { buyer } of candidates) {
    const leave = (why: 'meanwhile' | 'failed') => notSent.push({ buyerId: buyer.id, name: buyer.name, why });
    try {
      const sent = await sendReminder(deps, seller, buyer, by);
      if (!sent) leave('meanwhile');
      else {
        names.push(buyer.name);
        if (sent.stopped) stopped.push(buyer.name);
      }
    } catch (error) {
      leave('failed');
      deps.log.error({ err: error, tenantId: seller.id, buyerId: buyer.id }, 'a reminder could not be sent by hand');
    }
  }
  const failed = notSent.flatMap(({ name, why }) => (why === 'failed' ? [name] : []));
  return {
    ok: true,
    value: {
      sent: names.length,
      stopped: stopped.length,
      notSent,
      told: {
        sent: names.join(', '),
        ...(stopped.length > 0 ? { stopped: stopped.join(', ') } : {}),
        ...(failed.length > 0 ? { failed: failed.join(', ') } : {}),
      },
    },
  };
}

/** Something about one buyer. Problem `not_found` for somebody else's, and those of `work`, which undo it. */
export async function aboutBuyer(
  { db }: Pick<SendDeps, 'db'>,
  ctx: RequestContext,
  buyerId: string,
  work: (tx: Tx) => Promise<Outcome<void>>,
): Promise<Outcome<BuyerBelow>> {
  const buyer = await buyerBelow(db, ctx, buyerId);
  if (!buyer.ok) return buyer;
  const done = await allOrNothing(db, ctx, work);
  return done.ok ? buyer : done;
}

/** Runs as the seller. */
export const pause = async (
  tx: Tx,
  seller: Seller,
  buyerId: string,
  by: string,
  reason: string,
  now: Date,
): Promise<void> => {
  const columns = { reason, paused_by: by, since: now };
  await tx
    .insertInto('reminder_pauses')
    .values({ tenant_id: seller.id, buyer_id: buyerId, ...columns })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'buyer_id']).doUpdateSet(columns))
    .execute();
};

/** Runs as the seller. */
export const resume = async (tx: Tx, seller: Seller, buyerId: string): Promise<void> => {
  await tx.deleteFrom('reminder_pauses').where('tenant_id', '=', seller.id).where('buyer_id', '=', buyerId).execute();
};
