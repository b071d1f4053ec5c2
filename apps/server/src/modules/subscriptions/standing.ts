/**
 * Whether a customer has paid its plan. Payments are not tied to charges: money that came in pays the oldest debt first, so a
 * charge is open as far as what is owed now is more than everything that was charged after it.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { actAs } from '../../platform/database/database.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';
import { readCredit } from '../billing/index.ts';
import type { Held } from './subscription-rows.ts';

interface OpenCharge {
  readonly id: string;
  readonly total_minor: number;
  readonly currency: string;
  readonly due_on: string;
}

type Parties = Pick<Held, 'customerId' | 'sellerId'>;

/** What was charged on the seller's account of the customer after an entry. Runs as the seller. */
async function chargedAfter(tx: Tx, { customerId, sellerId }: Parties, charge: OpenCharge): Promise<number> {
  const row = await tx
    .selectFrom('postings as p')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(sql<number | null>`sum(p.amount_minor)::int8`.as('total'))
    .where('p.tenant_id', '=', sellerId)
    .where('a.kind', '=', 'receivable')
    .where('a.party_tenant_id', '=', customerId)
    .where('a.currency', '=', charge.currency)
    .where('p.amount_minor', '>', 0)
    .where('p.entry_id', '>', (eb) =>
      eb
        .selectFrom('entries as e')
        .select('e.id')
        .where('e.tenant_id', '=', sellerId)
        .where('e.source_kind', '=', 'plan')
        .where('e.source_id', '=', charge.id),
    )
    .executeTakeFirst();
  return row?.total ?? 0;
}

export interface Standing {
  /** Open amount of the charges that are past their day, in minor units. */
  readonly overdueMinor: number;
  readonly currency: string;
  /** The oldest of them. */
  readonly since: Date | undefined;
  /** When the next open charge becomes overdue. */
  readonly nextAt: Date | undefined;
  /** Charges that are paid. */
  readonly settled: readonly string[];
}

/** Looks without changing anything. Runs as the customer and ends so. */
export async function readStanding(tx: Tx, held: Parties & Pick<Held, 'timeZone'>, now: Date): Promise<Standing> {
  const open = await tx
    .selectFrom('subscription_charges')
    .select(['id', 'total_minor', 'currency', 'due_on'])
    .where('tenant_id', '=', held.customerId)
    .where('settled_at', 'is', null)
    .orderBy('due_on')
    .orderBy('id')
    .execute();
  const settled: string[] = [];
  let overdueMinor = 0;
  let since: Date | undefined;
  let nextAt: Date | undefined;
  if (open.length > 0) await actAs(tx, { role: 'app_tenant', tenantId: held.sellerId });
  for (const charge of open) {
    const { owedMinor } = await readCredit(tx, held.sellerId, held.customerId, charge.currency);
    const left = Math.min(charge.total_minor, owedMinor - (await chargedAfter(tx, held, charge)));
    const overdueAt = startOfDay(addDays(charge.due_on, 1), held.timeZone);
    if (left <= 0) settled.push(charge.id);
    else if (overdueAt <= now) {
      overdueMinor += left;
      since ??= overdueAt;
    } else nextAt ??= overdueAt;
  }
  if (open.length > 0) await actAs(tx, { role: 'app_tenant', tenantId: held.customerId });
  return { overdueMinor, currency: open[0]?.currency ?? '', since, nextAt, settled };
}
