/** Charging for a plan: worked out, then written down once and booked in both books, in one transaction. */
import { add, type Money, sum } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type { FeeLine } from '@scanship/domain/money/subscription';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { addDays } from '../../platform/time-zone.ts';
import { bookCharge } from '../billing/index.ts';
import { feeTaxes } from './fee-taxes.ts';
import { type Held, todayOf } from './subscription-rows.ts';

export interface Priced {
  readonly lines: readonly FeeLine[];
  readonly taxes: readonly PriceLine[];
  readonly net: Money;
  readonly total: Money;
}

type Parties = Pick<Held, 'customerId' | 'sellerId' | 'timeZone'>;

/** Lines with their taxes. Runs as the customer. */
export async function price(
  tx: Tx,
  held: Parties,
  lines: readonly FeeLine[],
  currency: string,
  now: Date,
): Promise<Priced> {
  const net = sum(
    lines.map((line) => line.amount),
    currency,
  );
  const taxes = await feeTaxes(tx, held, net, todayOf(held, now));
  const total = taxes.reduce((so, line) => add(so, line.amount), net);
  return { lines, taxes, net, total };
}

const NAMES: Readonly<Record<FeeLine['kind'], (line: FeeLine) => string>> = {
  fee: (line) => `${line.code} plan, ${line.from} to ${addDays(line.to, -1)}`,
  unused: (line) => `${line.code} plan, ${line.quantity} of ${line.of} days not used`,
  rest: (line) => `${line.code} plan, ${line.quantity} of ${line.of} days`,
  overage: (line) => `${line.quantity} labels above the ${line.code} plan, ${line.from} to ${addDays(line.to, -1)}`,
};

export interface Charge {
  /** What it is for; a second charge for the same is none. */
  readonly key: string;
  readonly kind: 'fee' | 'change' | 'overage';
  readonly actedBy?: string | null | undefined;
  readonly reason?: string | undefined;
}

/** Runs as the customer and ends so. Answers whether it was charged now. */
export async function charge(tx: Tx, held: Parties, of: Charge, priced: Priced, now: Date): Promise<boolean> {
  const [first] = priced.lines;
  if (!first) return false;
  const id = newId();
  await actAs(tx, { role: 'app_tenant', tenantId: held.sellerId });
  const record = await tx
    .selectFrom('franchise_customers')
    .select('terms_days')
    .where('tenant_id', '=', held.sellerId)
    .where('customer_id', '=', held.customerId)
    .executeTakeFirst();
  await actAs(tx, { role: 'app_tenant', tenantId: held.customerId });
  const inserted = await tx
    .insertInto('subscription_charges')
    .values({
      tenant_id: held.customerId,
      id,
      seller_id: held.sellerId,
      key: of.key,
      kind: of.kind,
      plan_code: priced.lines.at(-1)?.code ?? first.code,
      lines: json({
        fees: priced.lines.map((line) => ({ ...line })),
        taxes: priced.taxes.map((line) => ({ ...line })),
      }),
      net_minor: priced.net.minor,
      tax_minor: priced.total.minor - priced.net.minor,
      total_minor: priced.total.minor,
      currency: priced.total.currency,
      due_on: addDays(todayOf(held, now), record?.terms_days ?? 0),
      settled_at: priced.total.minor > 0 ? null : now,
      acted_by: of.actedBy ?? null,
      reason: of.reason ?? '',
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  const fees: readonly PriceLine[] = priced.lines.map((line) => ({
    kind: 'base',
    code: `plan-${line.kind}`,
    label: NAMES[line.kind](line),
    amount: line.amount,
  }));
  await bookCharge(
    tx,
    {
      homeTenantId: held.customerId,
      source: {
        kind: 'plan',
        id,
        note: fees.map((line) => line.label).join('; '),
        createdBy: of.actedBy ?? null,
        occurredAt: now,
      },
      kind: `plan-${of.kind}`,
    },
    { from: held.sellerId, to: held.customerId, price: priced.total, lines: [...fees, ...priced.taxes] },
  );
  return true;
}
