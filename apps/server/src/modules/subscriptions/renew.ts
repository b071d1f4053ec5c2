/**
 * One look at a subscription: periods that are over, fees that are overdue, allowances that are nearly used. Everything of a look
 * is one transaction under the row's lock, so that it may be done twice, by two at once, or be cut off anywhere.
 */
import { warningOf } from '@scanship/domain/money/subscription';
import { money } from '@scanship/domain/money/money';
import type { Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Services } from '../../platform/services.ts';
import { addDays, dayIn, startOfDay } from '../../platform/time-zone.ts';
import type { MailModule } from '../mail/index.ts';
import { planName } from './allowance.ts';
import { catchUp, type CatchUpOptions } from './catch-up.ts';
import { readStanding } from './standing.ts';
import { type Held, lockSubscription } from './subscription-rows.ts';
import { type Company, companyOf, tell } from './tell.ts';
import { countLabels } from './usage.ts';

export interface RenewDeps extends Pick<Services, 'db'> {
  readonly mail: Pick<MailModule, 'queue' | 'links' | 'soon'>;
}

/** A fee that is overdue is looked at again so often, for money that came in. */
const AGAIN_MS = 60 * 60_000;

export async function renew(deps: RenewDeps, customerId: string, options: CatchUpOptions): Promise<void> {
  const company = await companyOf(deps, customerId);
  const refs = await deps.db.tenant({ tenantId: customerId }, async (tx) => {
    const locked = await lockSubscription(tx, customerId);
    if (!locked) return [];
    const held = await catchUp(tx, locked, options);
    if (held.state === 'closed') {
      await tx
        .updateTable('subscriptions')
        .set({ due_at: null, lease_until: null, attempt: 0 })
        .where('tenant_id', '=', customerId)
        .execute();
      return [];
    }
    const name = await planName(tx, held, held.subscription.terms.code);
    const fee = await lookAtFees(deps, tx, held, company, name, options.now);
    const labels = await lookAtLabels(deps, tx, held, company, name, options);
    const due = [held.periodEndAt, ...fee.again].reduce((first, at) => (at < first ? at : first));
    await tx
      .updateTable('subscriptions')
      .set({
        due_at: due,
        lease_until: null,
        attempt: 0,
        past_due_since: fee.since,
        refuse_at: fee.refuseAt,
        warned: labels.warned,
      })
      .where('tenant_id', '=', customerId)
      .execute();
    return [...fee.refs, ...labels.refs];
  });
  deps.mail.soon(refs);
}

interface Fees {
  readonly since: Date | null;
  readonly refuseAt: Date | null;
  readonly again: readonly Date[];
  readonly refs: readonly JournalRef[];
}

async function lookAtFees(
  { mail }: RenewDeps,
  tx: Tx,
  held: Held,
  company: Company,
  name: string,
  now: Date,
): Promise<Fees> {
  const { overdueMinor, currency, since, nextAt, settled } = await readStanding(tx, held, now);
  if (settled.length > 0)
    await tx
      .updateTable('subscription_charges')
      .set({ settled_at: now })
      .where('tenant_id', '=', held.customerId)
      .where('id', 'in', [...settled])
      .execute();
  const later = nextAt ? [nextAt] : [];
  if (overdueMinor <= 0 || !since) return { since: null, refuseAt: null, again: later, refs: [] };
  // The days of grace begin when it was noticed, so that nobody is stopped who was not told.
  const begun = held.pastDueSince ?? now;
  const lastDay = addDays(dayIn(begun, held.timeZone), held.subscription.terms.graceDays);
  const refuseAt = held.refuseAt ?? startOfDay(addDays(lastDay, 1), held.timeZone);
  const owed = money(overdueMinor, currency);
  const mark = begun.toISOString();
  const refs = [
    ...(await tell(
      mail,
      tx,
      company,
      { kind: 'past-due', planName: name, owed, until: lastDay },
      `past-due/${mark}`,
      now,
    )),
  ];
  if (refuseAt <= now)
    refs.push(...(await tell(mail, tx, company, { kind: 'stopped', planName: name, owed }, `stopped/${mark}`, now)));
  const again = new Date(now.getTime() + AGAIN_MS);
  return { since: begun, refuseAt, again: [...later, refuseAt > now && refuseAt < again ? refuseAt : again], refs };
}

async function lookAtLabels(
  { mail }: RenewDeps,
  tx: Tx,
  held: Held,
  company: Company,
  name: string,
  { now, withTest }: CatchUpOptions,
): Promise<{ readonly warned: number; readonly refs: readonly JournalRef[] }> {
  const { allowance, terms, period } = held.subscription;
  if (allowance === null || allowance === 0) return { warned: held.warned, refs: [] };
  const used = await countLabels(tx, held.customerId, { from: held.periodStartAt, until: null }, withTest);
  const warning = warningOf(used, allowance);
  if (warning <= held.warned) return { warned: held.warned, refs: [] };
  const until = addDays(period.end, -1);
  const overage = terms.overageMinor === null ? null : money(terms.overageMinor, terms.currency);
  const news =
    warning === 100
      ? ({ kind: 'used', planName: name, allowance, until, overage } as const)
      : ({ kind: 'nearly-used', planName: name, used, allowance, until } as const);
  const once = `labels/${period.start}/${allowance}/${warning}`;
  return { warned: warning, refs: await tell(mail, tx, company, news, once, now) };
}
