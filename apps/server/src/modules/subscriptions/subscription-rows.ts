/** A customer's subscription as it is stored. Everything here runs as the customer. */
import type { PlanCode, Subscription } from '@scanship/domain/money/subscription';
import { localDay } from '@scanship/domain/calendar/ship-date';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { startOfDay } from '../../platform/time-zone.ts';
import { readTerms } from './terms.ts';

export interface Held {
  readonly customerId: string;
  readonly sellerId: string;
  readonly subscription: Subscription;
  readonly periodStartAt: Date;
  readonly periodEndAt: Date;
  readonly warned: number;
  readonly pastDueSince: Date | null;
  readonly refuseAt: Date | null;
  readonly version: number;
  readonly dueAt: Date | null;
  /** IANA zone of the customer; days of the subscription are counted in it. */
  readonly timeZone: string;
  readonly customerName: string;
  readonly state: 'active' | 'suspended' | 'closed';
  /** It ships below another franchise now, and pays for its plan there. */
  readonly moved: boolean;
}

const read = async (tx: Tx, customerId: string, lock: boolean): Promise<Held | undefined> => {
  const asked = tx.selectFrom('subscriptions').selectAll().where('tenant_id', '=', customerId);
  const row = await (lock ? asked.forUpdate() : asked).executeTakeFirst();
  if (!row) return undefined;
  const tenant = await tx
    .selectFrom('tenants')
    .select(['name', 'state', 'time_zone', 'moved_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const settings = await tx
    .selectFrom('customer_settings')
    .select('time_zone')
    .where('tenant_id', '=', customerId)
    .executeTakeFirst();
  return {
    customerId,
    sellerId: row.seller_id,
    subscription: {
      terms: readTerms(row.terms),
      interval: row.bill_every,
      anchorDay: row.anchor_day,
      term: {
        start: row.term_start,
        end: row.term_end,
        priceMinor: row.term_price_minor,
        fullDays: row.term_full_days,
        trial: row.trial,
      },
      period: { start: row.period_start, end: row.period_end },
      allowance: row.allowance,
      next: row.next_code && row.next_every ? { code: row.next_code, interval: row.next_every } : null,
    },
    periodStartAt: row.period_start_at,
    periodEndAt: row.period_end_at,
    warned: row.warned,
    pastDueSince: row.past_due_since,
    refuseAt: row.refuse_at,
    version: row.version,
    dueAt: row.due_at,
    timeZone: settings?.time_zone ?? tenant.time_zone,
    customerName: tenant.name,
    state: tenant.state,
    moved: tenant.moved_at !== null,
  };
};

export const readSubscription = (tx: Tx, customerId: string): Promise<Held | undefined> => read(tx, customerId, false);
/** Nobody else changes it before this transaction ends. */
export const lockSubscription = (tx: Tx, customerId: string): Promise<Held | undefined> => read(tx, customerId, true);

export const todayOf = ({ timeZone }: Pick<Held, 'timeZone'>, now: Date): string => localDay(now, timeZone);

const columnsOf = ({ terms, interval, anchorDay, term, period, allowance, next }: Subscription) => ({
  terms: json({ ...terms }),
  bill_every: interval,
  anchor_day: anchorDay,
  term_start: term.start,
  term_end: term.end,
  term_price_minor: term.priceMinor,
  term_full_days: term.fullDays,
  trial: term.trial,
  period_start: period.start,
  period_end: period.end,
  allowance,
  next_code: next?.code ?? null,
  next_every: next?.interval ?? null,
});

export const insertSubscription = async (
  tx: Tx,
  of: { readonly customerId: string; readonly sellerId: string; readonly timeZone: string },
  subscription: Subscription,
  now: Date,
): Promise<void> => {
  const endAt = startOfDay(subscription.period.end, of.timeZone);
  await tx
    .insertInto('subscriptions')
    .values({
      tenant_id: of.customerId,
      seller_id: of.sellerId,
      ...columnsOf(subscription),
      period_start_at: now,
      period_end_at: endAt,
      due_at: now,
    })
    .execute();
};

/**
 * What a change made of it: the row, and the held value to go on with. A period that is new begins where the last one ended (or
 * `now`, for one that begins in the middle), so that every label is in exactly one. Looked at again at once.
 */
export const saveSubscription = async (tx: Tx, held: Held, subscription: Subscription, now: Date): Promise<Held> => {
  const same = subscription.period.start === held.subscription.period.start;
  const sameEnd = subscription.period.end === held.subscription.period.end;
  const periodStartAt = same ? held.periodStartAt : held.periodEndAt <= now ? held.periodEndAt : now;
  const periodEndAt = same && sameEnd ? held.periodEndAt : startOfDay(subscription.period.end, held.timeZone);
  const warned = same && subscription.allowance === held.subscription.allowance ? held.warned : 0;
  await tx
    .updateTable('subscriptions')
    .set({
      ...columnsOf(subscription),
      period_start_at: periodStartAt,
      period_end_at: periodEndAt,
      warned,
      version: held.version + 1,
      due_at: now,
    })
    .where('tenant_id', '=', held.customerId)
    .execute();
  return { ...held, subscription, periodStartAt, periodEndAt, warned, version: held.version + 1, dueAt: now };
};

/**
 * The plan that sessions go by (`tenants.plan_code`) and the seller's own record of it, in the same transaction. Ends working as
 * the customer.
 */
export const setCurrentPlan = async (
  tx: Tx,
  of: { readonly customerId: string; readonly sellerId: string },
  plan: { readonly code: PlanCode; readonly no: number },
): Promise<void> => {
  await actAs(tx, { role: 'app_system' });
  await tx
    .updateTable('tenants')
    .set((eb) => ({ plan_code: plan.code, version: eb('version', '+', 1) }))
    .where('id', '=', of.customerId)
    .where('realm_id', '=', of.sellerId)
    .where('kind', '=', 'customer')
    .where((eb) => eb.or([eb('plan_code', 'is', null), eb('plan_code', '<>', plan.code)]))
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId: of.sellerId });
  await tx
    .updateTable('franchise_customers')
    .set((eb) => ({ plan_code: plan.code, plan_version_no: plan.no, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', of.sellerId)
    .where('customer_id', '=', of.customerId)
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId: of.customerId });
};
