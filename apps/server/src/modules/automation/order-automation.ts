/** How one order is to be shipped and why, as its page shows it. */
import { decisionReason, type DecisionDto, type DecisionReasonDto } from '@scanship/contracts/shipping/automation';
import type { DecisionReason } from '@scanship/domain/automation/automation-decision';
import { shippingChoice, type ShippingChoiceDto } from '@scanship/contracts/shipping/automation';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/database/database.ts';
import { type AutomationContext, decideFor, type OrderDecision } from './decide-for.ts';

const MOST_KEPT = 20;
/** What a carrier did longer ago says little about today. */
const PUNCTUALITY_DAYS = 180;
const reasons = z.array(decisionReason);

interface Punctuality {
  readonly carrier: string;
  readonly promised: number;
  readonly onTime: number;
}

export interface OrderAutomation {
  readonly choice: ShippingChoiceDto | null;
  readonly preset: { readonly id: string; readonly name: string } | null;
  readonly decision: DecisionDto;
  readonly punctuality: Punctuality[];
  readonly kept: { at: string; stage: 'arrival' | 'shipping'; reasons: DecisionReasonDto[] }[];
}

const reasonDto = (reason: DecisionReason): DecisionReasonDto => ({ ...reason });

export const decisionDto = ({ package: box, ...decision }: OrderDecision): DecisionDto => ({
  services: decision.services && decision.services.map((each) => ({ ...each })),
  pick: decision.pick,
  withinDays: decision.withinDays,
  grantIds: decision.grantIds && [...decision.grantIds],
  package: box && { id: box.id, name: box.name },
  insuredValue: decision.insuredValue && { ...decision.insuredValue },
  signature: decision.signature,
  saturdayDelivery: decision.saturdayDelivery,
  mustVerify: decision.mustVerify,
  requested: decision.requested && {
    name: decision.requested.name,
    service: decision.requested.service && { ...decision.requested.service },
  },
  reasons: decision.reasons.map(reasonDto),
});

/** Undefined when the tenant has no such order. */
export async function readOrderAutomation(
  ctx: AutomationContext,
  tx: Tx,
  orderId: string,
): Promise<OrderAutomation | undefined> {
  const [decided, chosen, kept, punctuality] = await Promise.all([
    decideFor(ctx, tx, [orderId]),
    sql<{ choice: unknown; preset_id: string | null; name: string | null }>`SELECT c.choice, p.id AS preset_id, p.name
      FROM order_shipping_choices c LEFT JOIN presets p ON p.tenant_id = c.tenant_id AND p.id = c.preset_id
      WHERE c.order_id = ${orderId} AND c.choice IS NOT NULL`.execute(tx),
    sql<{ at: Date; stage: 'arrival' | 'shipping'; reasons: unknown }>`SELECT created_at AS at, stage, reasons
      FROM automation_decisions WHERE order_id = ${orderId} ORDER BY id DESC LIMIT ${MOST_KEPT}`.execute(tx),
    sql<Punctuality>`SELECT slug AS carrier, sum(promised)::int AS promised, sum(on_time)::int AS "onTime" FROM usage_days
      WHERE tenant_id = ${ctx.tenantId} AND day > current_date - ${PUNCTUALITY_DAYS}::int AND NOT test
      GROUP BY slug HAVING sum(promised) > 0 ORDER BY slug`.execute(tx),
  ]);
  const decision = decided.get(orderId);
  if (!decision) return undefined;
  const row = chosen.rows[0];
  return {
    choice: shippingChoice.safeParse(row?.choice).data ?? null,
    preset: row?.preset_id && row.name !== null ? { id: row.preset_id, name: row.name } : null,
    decision: decisionDto(decision),
    punctuality: punctuality.rows,
    kept: kept.rows.map(({ at, stage, reasons: stored }) => ({
      at: at.toISOString(),
      stage,
      reasons: reasons.safeParse(stored).data ?? [],
    })),
  };
}
